/// The marker segments before the first scan. ITU-T T.81, annex B.
enum JPEGHeader {
    struct Detail: Sendable {
        /// 1 gray, 3 colour, 4 colours of print.
        let components: Int
        /// Whether every scan passes over the whole picture.
        let isProgressive: Bool
    }

    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        var orientation: Orientation?
        var frame: PageHeader?
        var isAdobes = false
        var profile: [Range<Int>] = []
        var at = 2
        while true {
            guard try bytes.number(at: at, size: 1).orHeaderBreaksOff() == 0xFF else {
                throw DecodingError(.damaged, "The JPEG header has a segment that does not begin as one.")
            }
            let marker = try bytes.number(at: at + 1, size: 1).orHeaderBreaksOff()
            // Fill bytes, and markers that stand alone.
            if marker == 0xFF || marker == 0x01 || (0xD0...0xD8).contains(marker) {
                at += marker == 0xFF ? 1 : 2
                continue
            }
            if marker == 0xD9 { throw DecodingError(.damaged, "The JPEG file ends before its picture begins.") }
            let length = try bytes.number(at: at + 2, size: 2).orHeaderBreaksOff()
            guard length >= 2 else { throw DecodingError(.damaged, "The JPEG header has a segment of no length.") }
            let body = at + 4
            let next = at + 2 + length
            switch marker {
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                frame = try frameHeader(of: bytes, at: body, marker)
            case 0xE1 where orientation == nil && bytes.holds("Exif\0\0".utf8, at: body):
                orientation = Orientation(exif: body..<min(next, bytes.count), of: bytes)
            case 0xE2 where bytes.holds(profileName.utf8, at: body):
                let data = body + profileName.utf8.count
                profile.append(data..<max(data, min(next, bytes.count)))
            case 0xEE where length >= 14 && bytes.holds("Adobe".utf8, at: body): isAdobes = true
            case 0xDA:
                guard var page = frame else {
                    throw DecodingError(.damaged, "The JPEG file has a scan before it says how large it is.")
                }
                page.orientation = orientation ?? .upright
                // Browsers take all inks for inverted, as Adobe's programs write them, others only behind their mark.
                let isOfUnknownInks = page.jpeg?.components == 4 && !isAdobes
                page.isDoubtful = isOfUnknownInks || !isUsual(profile, in: bytes)
                return page
            default: break
            }
            at = next
        }
    }

    private static let profileName = "ICC_PROFILE\0"

    /// Whether the parts of a colour profile make a usual one, or there are none. Each is led by its number, from 1,
    /// and that of all. ICC.1:2022, B.4.
    private static func isUsual(_ parts: [Range<Int>], in bytes: [UInt8]) -> Bool {
        if parts.isEmpty { return true }
        func number(_ part: Range<Int>) -> Int { bytes.number(at: part.lowerBound, size: 1) ?? 0 }
        let ordered = parts.sorted { number($0) < number($1) }
        let isWhole = ordered.enumerated().allSatisfy { index, part in
            number(part) == index + 1 && bytes.number(at: part.lowerBound + 1, size: 1) == parts.count
        }
        return isWhole && ColorProfile.isUsual(ordered.flatMap { bytes[$0.dropFirst(2)] })
    }

    private static func frameHeader(of bytes: [UInt8], at body: Int, _ marker: Int) throws(DecodingError) -> PageHeader
    {
        let precision = try bytes.number(at: body, size: 1).orHeaderBreaksOff()
        let height = try bytes.number(at: body + 1, size: 2).orHeaderBreaksOff()
        let width = try bytes.number(at: body + 3, size: 2).orHeaderBreaksOff()
        let components = try bytes.number(at: body + 5, size: 1).orHeaderBreaksOff()
        guard precision == 8 else {
            throw DecodingError(.unsupported, "JPEG files of \(precision) bits a sample are not read; save it with 8.")
        }
        guard [1, 3, 4].contains(components) else {
            throw DecodingError(.unsupported, "JPEG files of \(components) components are not read.")
        }
        let isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
        return PageHeader(
            width: width, height: height,
            detail: .jpeg(Detail(components: components, isProgressive: isProgressive)))
    }

    /// Passes over the largest picture that a decoder may be made to take. Encoders write about ten.
    static let maxPasses = 20

    /// How many scans there are, of pictures within pictures too.
    static func scans(in bytes: [UInt8]) -> Int {
        var scans = 0
        for at in bytes.indices.dropLast() where bytes[at] == 0xFF && bytes[at &+ 1] == 0xDA { scans &+= 1 }
        return scans
    }

    /// Refuses a progressive file whose scans make the decoder pass over the picture too often.
    ///
    /// - Throws: `too_many_pixels`.
    static func checkScans(of page: PageHeader, in bytes: [UInt8], _ limits: DecodingLimits) throws(DecodingError) {
        guard case .jpeg(let detail) = page.detail, detail.isProgressive else { return }
        let scans = scans(in: bytes)
        let (work, overflow) = (page.width * page.height).multipliedReportingOverflow(by: scans)
        if overflow || work / maxPasses > limits.maxPixels {
            throw DecodingError(.tooManyPixels, "The progressive JPEG file makes \(scans) passes over its picture.")
        }
    }

    /// Whether the file says where it ends.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        bytes.indices.dropLast().reversed().contains { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
    }
}
