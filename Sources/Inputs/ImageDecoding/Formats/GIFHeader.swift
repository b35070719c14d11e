/// The blocks of a GIF file up to its first picture. GIF89a specification.
enum GIFHeader {
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        let descriptor = try firstPicture(of: bytes)
        let width = try bytes.number(at: descriptor + 5, size: 2, little: true).orHeaderBreaksOff()
        let height = try bytes.number(at: descriptor + 7, size: 2, little: true).orHeaderBreaksOff()
        return PageHeader(width: width, height: height)
    }

    /// The file up to the end of its first picture: giflib would decode every frame of an animation.
    static func still(of bytes: [UInt8]) throws(DecodingError) -> [UInt8] {
        let descriptor = try firstPicture(of: bytes)
        let flags = try bytes.number(at: descriptor + 9, size: 1).orHeaderBreaksOff()
        let data = descriptor + 10 + colorTableSize(flags) + 1
        guard let end = endOfBlocks(of: bytes, at: data) else {
            throw DecodingError(.truncated, "The GIF file ends within its first picture.")
        }
        return Array(bytes[..<end]) + [0x3B]
    }

    /// Whether the first picture has as many pixels as it should, which its data tell.
    static func isSound(_ bytes: [UInt8]) throws(DecodingError) -> Bool {
        let descriptor = try firstPicture(of: bytes)
        let page = try page(of: bytes)
        let flags = try bytes.number(at: descriptor + 9, size: 1).orHeaderBreaksOff()
        return GIFCodes.give(page.width * page.height, in: bytes, at: descriptor + 10 + colorTableSize(flags))
    }

    /// The offset of the first image descriptor.
    private static func firstPicture(of bytes: [UInt8]) throws(DecodingError) -> Int {
        var at = 13 + colorTableSize(try bytes.number(at: 10, size: 1).orHeaderBreaksOff())
        while true {
            switch try bytes.number(at: at, size: 1).orHeaderBreaksOff() {
            case 0x2C: return at
            case 0x21: at = try endOfBlocks(of: bytes, at: at + 2).orHeaderBreaksOff()
            default: throw DecodingError(.damaged, "The GIF file has no picture.")
            }
        }
    }

    private static func colorTableSize(_ flags: Int) -> Int {
        flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1)
    }

    /// The offset behind a chain of sub-blocks, each led by its length, the last of length 0.
    private static func endOfBlocks(of bytes: [UInt8], at start: Int) -> Int? {
        var at = start
        while let length = bytes.number(at: at, size: 1) {
            at += 1 + length
            if length == 0 { return at }
        }
        return nil
    }
}
