/// The chunks of a PNG file. PNG specification, third edition, clause 11.
enum PNGHeader {
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        let width = try bytes.number(at: 16, size: 4).orHeaderBreaksOff()
        let height = try bytes.number(at: 20, size: 4).orHeaderBreaksOff()
        guard bytes.holds("IHDR".utf8, at: 12) else {
            throw DecodingError(.damaged, "The PNG file does not begin with its header.")
        }
        var page = PageHeader(width: width, height: height)
        var profiles: [Range<Int>] = []
        var animation = Animation()
        var at = 8
        while let length = bytes.number(at: at, size: 4), length <= bytes.count - at - 12 {
            let body = (at + 8)..<(at + 8 + length)
            if bytes.holds("eXIf".utf8, at: at + 4) { page.orientation = Orientation(exif: body, of: bytes) }
            if bytes.holds("iCCP".utf8, at: at + 4) { profiles.append(body) }
            animation.note(String(decoding: bytes[(at + 4)..<(at + 8)], as: UTF8.self))
            at = body.upperBound + 4
        }
        page.isDoubtful =
            profiles.count > 1 || profiles.contains { !isUsual($0, in: bytes) } || animation.showsOtherPictures
        return page
    }

    /// What chunks say of an animation: viewers that show it need not show the picture that others take the file for.
    /// PNG specification, third edition, 11.3.6.
    private struct Animation {
        private var isThere = false
        private var frames = 0
        private var isPictureFrame = false
        private var hasPicture = false

        mutating func note(_ chunk: String) {
            switch chunk {
            case "acTL": isThere = true
            case "fcTL":
                frames += 1
                if !hasPicture { isPictureFrame = true }
            case "IDAT": hasPicture = true
            default: break
            }
        }

        var showsOtherPictures: Bool { isThere && (frames > 1 || !isPictureFrame) }
    }

    /// Whether the colour profile in a chunk is a usual one. Its name leads it, up to a zero, and how it is compressed.
    private static func isUsual(_ chunk: Range<Int>, in bytes: [UInt8]) -> Bool {
        guard let end = bytes[chunk].firstIndex(of: 0),
            let profile = ZLib.unpacked(
                bytes[chunk].dropFirst(end + 2 - chunk.lowerBound), limit: ColorProfile.maxBytes)
        else { return false }
        return ColorProfile.isUsual(profile)
    }
}
