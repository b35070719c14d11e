/// The size segment of a JPEG 2000 code stream and the boxes before it. ITU-T T.800, A.5.1 and annex I.
enum JP2Header {
    struct Detail: Sendable {
        /// Whether the last of four components is how opaque the picture is.
        let hasAlpha: Bool
    }

    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        let stream = bytes.holds([0xFF, 0x4F]) ? 0 : try codeStream(of: bytes)
        guard bytes.holds([0xFF, 0x4F, 0xFF, 0x51], at: stream) else {
            throw DecodingError(.damaged, "The JPEG 2000 file does not say how large it is.")
        }
        var sides: [Int] = []
        for field in 0..<4 { sides.append(try bytes.number(at: stream + 8 + 4 * field, size: 4).orHeaderBreaksOff()) }
        let components = try bytes.number(at: stream + 40, size: 2).orHeaderBreaksOff()
        guard (1...4).contains(components) else {
            throw DecodingError(.unsupported, "JPEG 2000 files of \(components) components are not read.")
        }
        try checkSampling(of: bytes, at: stream, components: components)
        try checkColors(of: bytes, before: stream, components: components)
        // The box that tells which component is opacity; it stands before the code stream. T.800, I.5.3.6.
        let hasAlpha = bytes.place(of: "cdef", before: stream) != nil
        guard !hasAlpha || components == 4 || components % 2 == 1 else {
            throw DecodingError(.unsupported, "Transparent grey JPEG 2000 files are not read; save it in colour.")
        }
        return PageHeader(
            width: max(0, sides[0] - sides[2]), height: max(0, sides[1] - sides[3]),
            isDoubtful: !hasUsualProfiles(bytes, before: stream),
            detail: .jp2(Detail(hasAlpha: hasAlpha && components == 4)))
    }

    /// Refuses components of different sizes, which viewers take for luma and chroma.
    private static func checkSampling(of bytes: [UInt8], at stream: Int, components: Int) throws(DecodingError) {
        for component in 0..<components {
            // Behind the bits of a sample, the distance from one to the next across and down.
            let step = try bytes.number(at: stream + 43 + 3 * component, size: 2).orHeaderBreaksOff()
            guard step == 0x0101 else {
                throw DecodingError(.unsupported, "JPEG 2000 files with components of fewer pixels are not read.")
            }
        }
    }

    /// Refuses colours that viewers work out of the numbers that are stored: those are taken for red, green and blue
    /// here, or for grey. T.800, I.5.3.3.
    ///
    /// Every box of colours counts, though a file has one and readers heed the first.
    private static func checkColors(of bytes: [UInt8], before stream: Int, components: Int) throws(DecodingError) {
        for name in colors(of: bytes, before: stream) {
            let method = try bytes.number(at: name.upperBound, size: 1).orHeaderBreaksOff()
            let space = try bytes.number(at: name.upperBound + 3, size: 4).orHeaderBreaksOff()
            switch (method, space) {
            case (1, sRGB), (restrictedProfile, _), (anyProfile, _): continue
            case (1, grey) where components <= 2: continue
            default:
                throw DecodingError(
                    .unsupported, "JPEG 2000 files in other colours than sRGB and grey are not read; save it as PNG.")
            }
        }
    }

    /// Whether every colour profile is a usual one.
    private static func hasUsualProfiles(_ bytes: [UInt8], before stream: Int) -> Bool {
        let names = colors(of: bytes, before: stream)
        let profiles = names.filter { bytes.number(at: $0.upperBound, size: 1) != 1 }
        if profiles.isEmpty { return true }
        // The size of a box stands before its name.
        guard profiles.count == 1, let size = bytes.number(at: profiles[0].lowerBound - 4, size: 4), size >= 11,
            size <= ColorProfile.maxBytes, size <= bytes.count - profiles[0].lowerBound + 4
        else { return false }
        return ColorProfile.isUsual(Array(bytes[(profiles[0].upperBound + 3)..<(profiles[0].lowerBound - 4 + size)]))
    }

    /// Where the names of the boxes of colours stand.
    private static func colors(of bytes: [UInt8], before stream: Int) -> [Range<Int>] {
        var names: [Range<Int>] = []
        while let name = bytes.place(of: "colr", from: names.last?.upperBound ?? 0, before: stream) {
            names.append(name..<name + 4)
        }
        return names
    }

    /// The colour space of red, green and blue. T.800, I.5.3.3.
    private static let sRGB = 16
    /// The colour space of grey. T.800, I.5.3.3.
    private static let grey = 17
    /// The method of a box that holds a restricted colour profile of ICC. T.800, I.5.3.3.
    private static let restrictedProfile = 2
    /// The method of a box that holds any colour profile of ICC, as JPX files have. ITU-T T.801.
    private static let anyProfile = 3

    /// The offset of the code stream among the boxes. Their length has 8 bytes where that of 4 bytes is 1. T.800, I.4.
    private static func codeStream(of bytes: [UInt8]) throws(DecodingError) -> Int {
        var at = 0
        for _ in 0..<maxBoxes {
            let length = try bytes.number(at: at, size: 4).orHeaderBreaksOff()
            let header = length == 1 ? 16 : 8
            if bytes.holds("jp2c".utf8, at: at + 4) { return at + header }
            let size = length == 1 ? try bytes.number(at: at + 8, size: 8).orHeaderBreaksOff() : length
            guard size >= header else {
                throw DecodingError(.damaged, "The JPEG 2000 file has a box of no length.")
            }
            // A box that goes on beyond the file ends with it.
            at += min(size, bytes.count - at)
        }
        throw DecodingError(.damaged, "The JPEG 2000 file has more boxes than any program writes.")
    }

    /// Boxes before the code stream: there are three, and some more of metadata.
    private static let maxBoxes = 10_000
}
