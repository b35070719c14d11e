/// The blocks of a GIF file up to its first picture. GIF89a specification.
enum GIFHeader {
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        let picture = try FirstPicture(of: bytes)
        var page = PageHeader(width: picture.width, height: picture.height)
        page.isDoubtful = try showsMore(bytes, than: picture)
        return page
    }

    /// Whether another picture follows the first one, or that reaches beyond the screen that the file is for.
    private static func showsMore(_ bytes: [UInt8], than picture: FirstPicture) throws(DecodingError) -> Bool {
        func number(_ at: Int) throws(DecodingError) -> Int {
            try bytes.number(at: at, size: 2, little: true).orHeaderBreaksOff()
        }
        let right = try number(picture.descriptor + 1) + picture.width
        let bottom = try number(picture.descriptor + 3) + picture.height
        let screen = (width: try number(6), height: try number(8))
        if right > screen.width || bottom > screen.height { return true }
        var at = endOfBlocks(of: bytes, at: picture.data + 1)
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
        let picture = try FirstPicture(of: bytes)
        guard let end = endOfBlocks(of: bytes, at: picture.data + 1) else {
            throw DecodingError(.truncated, "The GIF file ends within its first picture.")
        }
        var still = Array(bytes[..<end]) + [0x3B]
        if let clear = picture.transparentColor, 3 * clear + 3 <= picture.colors.count {
            for ink in 0..<3 { still[picture.colors.lowerBound + 3 * clear + ink] = 255 }
        }
        return still
    }

    /// Whether the first picture has as many pixels as it should, which its data tell.
    static func isSound(_ bytes: [UInt8]) throws(DecodingError) -> Bool {
        let picture = try FirstPicture(of: bytes)
        return GIFCodes.give(picture.width * picture.height, in: bytes, at: picture.data)
    }

    /// Where the first picture stands, and what is said of it.
    private struct FirstPicture {
        /// The offset of its descriptor.
        let descriptor: Int
        let width, height: Int
        /// Its table of colours, which is its own where there is one.
        let colors: Range<Int>
        /// Where its data begin.
        let data: Int
        /// The number of the colour that is not drawn, as the last graphic control extension before it says.
        let transparentColor: Int?

        init(of bytes: [UInt8]) throws(DecodingError) {
            let common = 13..<(13 + colorTableSize(try bytes.number(at: 10, size: 1).orHeaderBreaksOff()))
            var at = common.upperBound
            var color: Int?
            while try bytes.number(at: at, size: 1).orHeaderBreaksOff() != 0x2C {
                guard bytes[at] == 0x21 else { throw DecodingError(.damaged, "The GIF file has no picture.") }
                if bytes.number(at: at + 1, size: 1) == 0xF9, let flags = bytes.number(at: at + 3, size: 1) {
                    color = flags & 1 != 0 ? bytes.number(at: at + 6, size: 1) : nil
                }
                at = try endOfBlocks(of: bytes, at: at + 2).orHeaderBreaksOff()
            }
            descriptor = at
            width = try bytes.number(at: at + 5, size: 2, little: true).orHeaderBreaksOff()
            height = try bytes.number(at: at + 7, size: 2, little: true).orHeaderBreaksOff()
            let size = colorTableSize(try bytes.number(at: at + 9, size: 1).orHeaderBreaksOff())
            data = at + 10 + size
            colors = size > 0 ? (at + 10)..<data : common
            transparentColor = color
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
