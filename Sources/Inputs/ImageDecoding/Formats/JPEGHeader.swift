import Glibc

/// The marker segments before the first scan. ITU-T T.81, annex B.
enum JPEGHeader {
    struct Detail: Sendable {
        /// 1 gray, 3 colour, 4 colours of print.
        let components: Int
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
                frame = try frameHeader(of: bytes, at: body)
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

    private static func frameHeader(of bytes: [UInt8], at body: Int) throws(DecodingError) -> PageHeader {
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
        return PageHeader(width: width, height: height, detail: .jpeg(Detail(components: components)))
    }

    /// Passes over the largest picture that a decoder may be made to take. Encoders write about ten, and of a file
    /// that is not progressive at most one for each component.
    static let maxPasses = 20

    /// How many scans the picture has, up to its end: what follows that, such as a film or a second picture, is not
    /// decoded, and neither is a small picture in a segment before.
    ///
    /// It goes from marker to marker as libjpeg does. ITU-T T.81, B.1.1.
    static func scans(in bytes: UnsafeRawBufferPointer) -> Int {
        var scans = 0
        var at = 2
        while at &+ 1 < bytes.count {
            // The data of a scan are most of a file.
            guard let start = bytes.baseAddress, let next = memchr(start + at, 0xFF, bytes.count - 1 - at) else {
                return scans
            }
            at = UnsafeRawPointer(next) - start
            let marker = bytes[at &+ 1]
            switch marker {
            // A fill byte: the next may begin a marker.
            case 0xFF: at &+= 1
            // Data, and markers that stand alone. libjpeg passes over reserved ones where it looks for a restart, and
            // refuses them elsewhere.
            case 0x00..<0xC0, 0xD0...0xD8: at &+= 2
            case 0xD9: return scans
            default:
                if marker == 0xDA { scans &+= 1 }
                guard at &+ 3 < bytes.count else { return scans }
                at &+= 2 &+ max(2, Int(bytes[at &+ 2]) << 8 | Int(bytes[at &+ 3]))
            }
        }
        return scans
    }

    /// Refuses a file whose scans make the decoder pass over the picture too often.
    ///
    /// - Parameter scans: how many there are, by `scans(in:)`.
    /// - Throws: `too_many_pixels`.
    static func check(scans: Int, of page: PageHeader, _ limits: DecodingLimits) throws(DecodingError) {
        let (work, overflow) = (page.width * page.height).multipliedReportingOverflow(by: scans)
        if overflow || work / maxPasses > limits.maxPixels {
            throw DecodingError(.tooManyPixels, "The JPEG file makes \(scans) passes over its picture.")
        }
    }

    /// Whether the file says where it ends.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        bytes.indices.dropLast().reversed().contains { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
    }
}
