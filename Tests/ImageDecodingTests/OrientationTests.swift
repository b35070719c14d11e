import ImageDecoding
import Imaging
import Testing

/// Pages come upright from every format that can say how they lie.
@Suite struct OrientationTests {
    /// Which stored quadrant is seen in each place, for the orientations 1 to 8.
    static let order = [
        [0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0], [2, 3, 0, 1],
        [0, 2, 1, 3], [2, 0, 3, 1], [3, 1, 2, 0], [1, 3, 0, 2],
    ]

    private func expectUpright(
        _ bytes: [UInt8], _ orientation: Int, stored: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let image = try EncodedImage(bytes: bytes)
        let picture = try image.picture(color: true)
        let size = PixelSize(width: picture.gray.width, height: picture.gray.height)
        let expectedSize = orientation < 5 ? PixelSize(width: 32, height: 16) : PixelSize(width: 16, height: 32)
        #expect(size == expectedSize, sourceLocation: sourceLocation)
        #expect(try image.size(ofPage: 0) == size, sourceLocation: sourceLocation)
        let expected = Self.order[orientation - 1].map { stored[$0] }
        #expect(isNear(picture.gray.quadrants, expected), "\(picture.gray.quadrants)", sourceLocation: sourceLocation)
    }

    /// A TIFF header with the one tag, as EXIF has it.
    private func exif(_ orientation: Int, little: Bool) -> [UInt8] {
        let value = UInt8(truncatingIfNeeded: orientation)
        return little
            ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
            : [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    }

    private func jpeg(_ name: String, _ exif: [UInt8]) throws -> [UInt8] {
        var bytes = try Fixture.bytes(name)
        bytes.insert(contentsOf: [0xFF, 0xE1, 0, UInt8(exif.count + 8)] + "Exif\0\0".utf8 + exif, at: 2)
        return bytes
    }

    @Test(arguments: 1...8, [true, false])
    func jpegWithEXIF(_ orientation: Int, little: Bool) throws {
        let exif = exif(orientation, little: little)
        try expectUpright(try jpeg("gray.jpg", exif), orientation, stored: Fixture.gray)
        try expectUpright(try jpeg("color.jpg", exif), orientation, stored: Fixture.luma)
    }

    @Test(arguments: 1...8) func pngWithEXIF(_ orientation: Int) throws {
        var bytes = try Fixture.bytes("rgb8.png")
        let body = exif(orientation, little: false)
        let chunk = "eXIf".utf8 + body
        let check = crc(chunk)
        bytes.insert(contentsOf: [0, 0, 0, UInt8(body.count)] + chunk + check, at: 33)
        try expectUpright(bytes, orientation, stored: Fixture.luma)
    }

    @Test func webpWithEXIF() throws {
        try expectUpright(try Fixture.bytes("turned.webp"), 6, stored: Fixture.luma)
    }

    @Test(arguments: 1...8, [true, false]) func tiff(_ orientation: Int, little: Bool) throws {
        let gray = TIFFBuilder(orientation: orientation, isLittle: little, data: TIFFBuilder.quadrants(Fixture.gray))
        try expectUpright(gray.file(), orientation, stored: Fixture.gray)
        let color = TIFFBuilder(
            samples: 3, photometric: 2, orientation: orientation, isLittle: little,
            data: TIFFBuilder.quadrants(Fixture.colors).flatMap { $0 })
        try expectUpright(color.file(), orientation, stored: Fixture.luma)
        let ink = TIFFBuilder.quadrants([UInt8(0), 1, 1, 1])
        let bits = (0..<64).map { byte in (0..<8).reduce(UInt8(0)) { $0 << 1 | ink[byte * 8 + $1] } }
        try expectUpright(
            TIFFBuilder(bits: 1, orientation: orientation, isLittle: little, data: bits).file(), orientation,
            stored: [0, 255, 255, 255])
    }

    /// The column and the row of the page on which each stored pixel is seen, for the orientations 1 to 8.
    private static let places: [@Sendable (_ x: Int, _ y: Int, _ size: PixelSize) -> (Int, Int)] = [
        { x, y, _ in (x, y) }, { x, y, size in (size.width - 1 - x, y) },
        { x, y, size in (size.width - 1 - x, size.height - 1 - y) }, { x, y, size in (x, size.height - 1 - y) },
        { x, y, _ in (y, x) }, { x, y, size in (size.height - 1 - y, x) },
        { x, y, size in (size.height - 1 - y, size.width - 1 - x) }, { x, y, size in (y, size.width - 1 - x) },
    ]

    /// Sides that are no multiples of what is turned at a time.
    @Test(arguments: 1...8) func everyPixelIsInItsPlace(_ orientation: Int) throws {
        let size = PixelSize(width: 75, height: 43)
        let stored = (0..<(75 * 43)).map { UInt8($0 * 37 % 251) }
        let file = TIFFBuilder(width: 75, height: 43, orientation: orientation, data: stored).file()
        let page = try EncodedImage(bytes: file).picture().gray
        #expect(page.width == (orientation < 5 ? 75 : 43) && page.height == (orientation < 5 ? 43 : 75))
        for y in 0..<43 {
            for x in 0..<75 {
                let (column, row) = Self.places[orientation - 1](x, y, size)
                #expect(page[column, row] == stored[y * 75 + x])
            }
        }
    }

    @Test func turnedPagesAreReducedToo() throws {
        let bytes = try jpeg("gray.jpg", exif(6, little: true))
        let picture = try EncodedImage(bytes: bytes).picture(longSide: 4)
        #expect(picture.gray.width == 2 && picture.gray.height == 4 && picture.reduction == 8)
        #expect(isNear(picture.gray.quadrants, [170, 0, 255, 90], within: 12), "\(picture.gray.quadrants)")
    }

    @Test func nonsenseIsUpright() throws {
        for value in [0, 9, 255] {
            try expectUpright(try jpeg("gray.jpg", exif(value, little: true)), 1, stored: Fixture.gray)
        }
        // A directory beyond the block, and a block that is no TIFF header.
        try expectUpright(try jpeg("gray.jpg", [0x49, 0x49, 42, 0, 200, 0, 0, 0]), 1, stored: Fixture.gray)
        try expectUpright(try jpeg("gray.jpg", [1, 2, 3]), 1, stored: Fixture.gray)
        try expectUpright(try jpeg("gray.jpg", []), 1, stored: Fixture.gray)
    }
}

/// The check sum of PNG chunks.
private func crc(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var sum = ~UInt32(0)
    for byte in bytes {
        sum ^= UInt32(byte)
        for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    sum = ~sum
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
}
