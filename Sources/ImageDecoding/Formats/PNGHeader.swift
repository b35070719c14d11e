/// The chunks before the picture's data. PNG specification, third edition, clause 11.
enum PNGHeader {
    /// What is seen through.
    enum Transparency: Sendable {
        /// Nothing, or what Leptonica reads rightly: an alpha channel, a palette of 1 or 8 bits.
        case none
        /// A palette of 2 or 4 bits: the opacity of its first entries. Leptonica would give an empty page.
        case palette(opacities: [UInt8], chunk: Range<Int>)
        /// Gray without alpha: one value is transparent. Leptonica would give an empty page.
        case gray(value: Int, chunk: Range<Int>)
    }

    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        guard try bytes.number(at: 24, size: 1).orHeaderBreaksOff() > 0, bytes.holds("IHDR".utf8, at: 12) else {
            throw DecodingError(.damaged, "The PNG file does not begin with its header.")
        }
        let width = try bytes.number(at: 16, size: 4).orHeaderBreaksOff()
        let height = try bytes.number(at: 20, size: 4).orHeaderBreaksOff()
        let depth = try bytes.number(at: 24, size: 1).orHeaderBreaksOff()
        let colorType = try bytes.number(at: 25, size: 1).orHeaderBreaksOff()
        var page = PageHeader(width: width, height: height, detail: .png(.none))
        for chunk in chunks(of: bytes) {
            switch chunk.type {
            case "eXIf":
                page.orientation = Orientation(exif: chunk.body, of: bytes)
            case "tRNS" where colorType == 3 && (depth == 2 || depth == 4):
                page.detail = .png(.palette(opacities: Array(bytes[chunk.body]), chunk: chunk.whole))
            case "tRNS" where colorType == 0:
                guard let value = bytes.number(at: chunk.body.lowerBound, size: 2) else { continue }
                page.detail = .png(.gray(value: depth == 16 ? value >> 8 : value, chunk: chunk.whole))
            default: break
            }
        }
        return page
    }

    private static func chunks(of bytes: [UInt8]) -> some Sequence<(type: String, body: Range<Int>, whole: Range<Int>)> {
        var at = 8
        return AnyIterator {
            guard let length = bytes.number(at: at, size: 4), bytes.count - at - 12 >= length else { return nil }
            let body = (at + 8)..<(at + 8 + length)
            let whole = at..<(body.upperBound + 4)
            defer { at = whole.upperBound }
            return (String(decoding: bytes[(at + 4)..<(at + 8)], as: UTF8.self), body, whole)
        }
    }
}
