/// The chunks of a PNG file. PNG specification, third edition, clause 11.
enum PNGHeader {
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        let width = try bytes.number(at: 16, size: 4).orHeaderBreaksOff()
        let height = try bytes.number(at: 20, size: 4).orHeaderBreaksOff()
        guard bytes.holds("IHDR".utf8, at: 12) else {
            throw DecodingError(.damaged, "The PNG file does not begin with its header.")
        }
        var page = PageHeader(width: width, height: height)
        var at = 8
        while let length = bytes.number(at: at, size: 4), length <= bytes.count - at - 12 {
            let body = (at + 8)..<(at + 8 + length)
            if bytes.holds("eXIf".utf8, at: at + 4) { page.orientation = Orientation(exif: body, of: bytes) }
            at = body.upperBound + 4
        }
        return page
    }
}
