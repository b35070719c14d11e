/// The blocks of a GIF file up to its first picture. GIF89a specification.
enum GIFHeader {
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        let descriptor = try firstPicture(of: bytes)
        let width = try bytes.number(at: descriptor + 5, size: 2, little: true).orHeaderBreaksOff()
        let height = try bytes.number(at: descriptor + 7, size: 2, little: true).orHeaderBreaksOff()
        var page = PageHeader(width: width, height: height)
        page.isDoubtful = try showsMore(bytes, than: page, at: descriptor)
        return page
    }

    /// Whether another picture follows the first one, or that reaches beyond the screen that the file is for.
    private static func showsMore(
        _ bytes: [UInt8], than page: PageHeader, at descriptor: Int
    ) throws(DecodingError) -> Bool {
        func number(_ at: Int) throws(DecodingError) -> Int {
            try bytes.number(at: at, size: 2, little: true).orHeaderBreaksOff()
        }
        let right = try number(descriptor + 1) + page.width
        let bottom = try number(descriptor + 3) + page.height
        let screen = (width: try number(6), height: try number(8))
        if right > screen.width || bottom > screen.height { return true }
        let flags = try bytes.number(at: descriptor + 9, size: 1).orHeaderBreaksOff()
        var at = endOfBlocks(of: bytes, at: descriptor + 10 + colorTableSize(flags) + 1)
        while let block = at {
            switch bytes.number(at: block, size: 1) {
            case 0x2C: return true
            case 0x21: at = endOfBlocks(of: bytes, at: block + 2)
            default: return false
            }
        }
        return false
    }

    /// The file up to the end of its first picture, with white where that is transparent: giflib would decode every frame
    /// of an animation, and Leptonica has the colour that nobody sees.
    static func still(of bytes: [UInt8]) throws(DecodingError) -> [UInt8] {
        let descriptor = try firstPicture(of: bytes)
        let flags = try bytes.number(at: descriptor + 9, size: 1).orHeaderBreaksOff()
        let data = descriptor + 10 + colorTableSize(flags) + 1
        guard let end = endOfBlocks(of: bytes, at: data) else {
            throw DecodingError(.truncated, "The GIF file ends within its first picture.")
        }
        var still = Array(bytes[..<end]) + [0x3B]
        if let clear = transparentColor(of: bytes, before: descriptor) {
            // Its own table is used where there is one.
            let table = flags & 0x80 != 0 ? descriptor + 10 : 13
            let size = colorTableSize(flags & 0x80 != 0 ? flags : Int(bytes[10]))
            if 3 * clear + 3 <= size { for ink in 0..<3 { still[table + 3 * clear + ink] = 255 } }
        }
        return still
    }

    /// The number of the colour that is not drawn, as the last graphic control extension before a picture says.
    private static func transparentColor(of bytes: [UInt8], before descriptor: Int) -> Int? {
        var color: Int?
        var at = 13 + colorTableSize(Int(bytes[10]))
        while at < descriptor, let next = endOfBlocks(of: bytes, at: at + 2) {
            if bytes[at + 1] == 0xF9, let flags = bytes.number(at: at + 3, size: 1) {
                color = flags & 1 != 0 ? bytes.number(at: at + 6, size: 1) : nil
            }
            at = next
        }
        return color
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
