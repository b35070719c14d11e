import ImageDecoding
import Imaging
import Testing

@Suite struct TIFFDirectoryTests {
    @Test func everyPageIsFoundAndDecoded() throws {
        let image = try EncodedImage(bytes: Fixture.bytes("pages.tif"))
        #expect(image.pageCount == 3)
        #expect(try image.size(ofPage: 2) == PixelSize(width: 5, height: 7))
        #expect(isNear(try image.picture(page: 0).gray.quadrants, Fixture.gray))
        #expect(isNear(try image.picture(page: 1).gray.quadrants, Fixture.luma))
        #expect(try image.picture(page: 2).gray.quadrants == [40, 40, 40, 40])
        let error = #expect(throws: DecodingError.self) { try image.picture(page: 3) }
        #expect(error?.code == .noSuchPage)
        #expect(throws: DecodingError.self) { try image.size(ofPage: -1) }
    }

    /// Zero is white in the first and black in the second.
    @Test(arguments: [2, 4, 8, 16], [true, false])
    func grayOfEitherPolarity(_ bits: Int, little: Bool) throws {
        let levels = TIFFBuilder.quadrants([0, 1, 2, 3].map { $0 * ((1 << bits) - 1) / 3 })
        let perByte = max(1, 8 / bits)
        let data: [UInt8] =
            bits == 16
            ? levels.flatMap { little ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
            : (0..<(levels.count / perByte)).map { byte in
                (0..<perByte).reduce(UInt8(0)) { $0 << bits | UInt8(levels[byte * perByte + $1]) }
            }
        var tiff = TIFFBuilder(bits: bits, photometric: 0, isLittle: little, data: data)
        #expect(try EncodedImage(bytes: tiff.file()).picture().gray.quadrants == [255, 170, 85, 0])
        tiff.photometric = 1
        #expect(try EncodedImage(bytes: tiff.file()).picture().gray.quadrants == [0, 85, 170, 255])
    }

    @Test func sixteenBitsOfColor() throws {
        let data = TIFFBuilder.quadrants(Fixture.colors).flatMap { $0.flatMap { [$0, $0] } }
        let tiff = TIFFBuilder(bits: 16, samples: 3, photometric: 2, data: data)
        #expect(isNear(try EncodedImage(bytes: tiff.file()).picture().gray.quadrants, Fixture.luma))
    }

    /// 1: the colours are multiplied by their opacity already; 2: they are not. Blue is half seen through.
    @Test(arguments: [1, 2]) func opacityOverWhite(_ extraSamples: Int) throws {
        let blue: [UInt8] = extraSamples == 1 ? [0, 0, 128, 128] : [0, 0, 255, 128]
        let pixels: [[UInt8]] = [[255, 0, 0, 255], [0, 255, 0, 255], blue, [0, 0, 0, 0]]
        let tiff = TIFFBuilder(
            samples: 4, photometric: 2, extraSamples: extraSamples,
            data: TIFFBuilder.quadrants(pixels).flatMap { $0 })
        let found = try EncodedImage(bytes: tiff.file()).picture().gray.quadrants
        #expect(isNear(found, [76, 150, 142, 255], within: 2), "\(found)")
    }

    @Test func pagesAreLimited() throws {
        let file = TIFFBuilder(data: TIFFBuilder.quadrants(Fixture.gray)).file(pages: 5)
        #expect(try EncodedImage(bytes: file, limits: DecodingLimits(maxPages: 5)).pageCount == 5)
        let error = #expect(throws: DecodingError.self) {
            try EncodedImage(bytes: file, limits: DecodingLimits(maxPages: 4))
        }
        #expect(error?.code == .tooManyPages)
    }

    /// A directory of thousands of entries is none, and spoils no other page; many long ones are too much work.
    @Test func entriesAreLimited() throws {
        let data = TIFFBuilder.quadrants(Fixture.gray)
        func tiff(_ entries: Int) -> TIFFBuilder {
            TIFFBuilder(extraTags: (0..<entries).map { (60_000 + $0, 1) }, data: data)
        }
        #expect(try EncodedImage(bytes: tiff(1000).file()).pageCount == 1)
        #expect(throws: DecodingError.self) { try EncodedImage(bytes: tiff(1100).file()) }
        let many = try EncodedImage(bytes: tiff(1100).file(pages: 3))
        #expect(many.pageCount == 3)
        let error = #expect(throws: DecodingError.self) { try many.picture(page: 1) }
        #expect(error?.code == .damaged)
        let limits = DecodingLimits(maxPages: 5)
        #expect(throws: DecodingError.self) { try EncodedImage(bytes: tiff(1000).file(pages: 3), limits: limits) }
        #expect(try EncodedImage(bytes: tiff(400).file(pages: 3), limits: limits).pageCount == 3)
    }

    @Test func aChainThatLeadsBackEnds() throws {
        var file = TIFFBuilder(data: TIFFBuilder.quadrants(Fixture.gray)).file()
        let next = 8 + 2 + 12 * 9
        file.replaceSubrange(next..<(next + 4), with: [8, 0, 0, 0])
        #expect(try EncodedImage(bytes: file).pageCount == 1)
    }

    /// A page that was cut off is told of.
    @Test func aChainThatLeadsOutOfTheFileHasLostAPage() throws {
        let file = TIFFBuilder(data: TIFFBuilder.quadrants(Fixture.gray)).file(pages: 3)
        let page = (file.count - 8) / 3
        for length in [2 * page, file.count - page - 2] {
            let image = try EncodedImage(bytes: Array(file.prefix(length)))
            #expect(image.pageCount == 3)
            #expect(try image.picture(page: 0).gray.width == 32)
            let error = #expect(throws: DecodingError.self) { try image.picture(page: 2) }
            #expect(error?.code == .truncated)
        }
    }

    @Test func oneLargePageDoesNotSpoilTheOthers() throws {
        let limits = DecodingLimits(maxPixels: 100)
        let image = try EncodedImage(bytes: Fixture.bytes("pages.tif"), limits: limits)
        #expect(try image.picture(page: 2).gray.width == 5)
        let error = #expect(throws: DecodingError.self) { try image.picture(page: 0) }
        #expect(error?.code == .tooManyPixels)
    }

    /// In tiles, with a plane for each colour, with offsets of 8 bytes of either order.
    @Test(arguments: ["tiles.tif", "planes.tif", "big-tiles.tif"])
    func everyArrangementOfColors(_ name: String) throws {
        let picture = try Fixture.picture(name, color: true)
        #expect(picture.gray.quadrants == Fixture.luma)
        #expect(picture.color?.blue.quadrants == Fixture.colors.map { $0[2] })
        #expect(picture.damage == .none)
    }

    @Test func tilesOfGrayHaveNoColors() throws {
        let gray = try Fixture.picture("tiles-gray.tif", color: true)
        #expect(gray.gray.quadrants == Fixture.gray)
        #expect(gray.color == nil)
        #expect(
            try Fixture.picture("tiles-bilevel.tif").gray.quadrants == Fixture.picture("group4.tif").gray.quadrants)
    }

    @Test func tilesAreSeenThroughOverWhite() throws {
        let found = try Fixture.picture("tiles-alpha.tif").gray.quadrants
        #expect(isNear(found, [76, 150, 142, 255], within: 2), "\(found)")
    }

    @Test func pagesOfBigTIFF() throws {
        let image = try EncodedImage(bytes: Fixture.bytes("big.tif"))
        #expect(image.pageCount == 3)
        #expect(isNear(try image.picture(page: 0).gray.quadrants, Fixture.gray))
        #expect(isNear(try image.picture(page: 1).gray.quadrants, Fixture.luma))
        #expect(try image.size(ofPage: 2) == PixelSize(width: 5, height: 7))
    }

    /// An offset of another size than 8 bytes, a count of entries that no number holds, an offset before the file.
    @Test func brokenBigTIFF() throws {
        let file = try Fixture.bytes("big.tif")
        let start = Int(file[8]) | Int(file[9]) << 8
        for (place, value) in [(4, 4), (start + 7, 0x80), (start + 6, 1), (15, 0xFF)] {
            var broken = file
            broken[place] = UInt8(value)
            let error = #expect(throws: DecodingError.self) { try EncodedImage(bytes: broken).picture() }
            #expect([.damaged, .truncated].contains(error?.code), "\(place): \(error?.message ?? "")")
        }
    }

    /// A tile as large as no page may be is refused before there is memory for it.
    @Test func tilesAreLimited() throws {
        let gray = TIFFBuilder.quadrants(Fixture.gray)
        let tiff = TIFFBuilder(extraTags: [(322, 60_000), (323, 60_000)], data: gray)
        let error = #expect(throws: DecodingError.self) { try EncodedImage(bytes: tiff.file()).picture() }
        #expect(error?.code == .tooManyPixels)
    }

    /// What a tile lacks is told of, and the others are read.
    @Test func aDamagedTileIsDamage() throws {
        var file = try Fixture.bytes("tiles.tif")
        for place in 16..<24 { file[place] ^= 0xFF }
        #expect(try EncodedImage(bytes: file).picture().damage == .somewhere)
    }

    /// With floats, of 12 bits, of five samples.
    @Test func whatIsNotReadIsSaidSo() throws {
        let gray = TIFFBuilder.quadrants(Fixture.gray)
        let floats = gray.flatMap { withUnsafeBytes(of: Float32($0) / 255) { Array($0) } }
        for file in [
            TIFFBuilder(bits: 32, extraTags: [(339, 3)], data: floats),
            TIFFBuilder(bits: 12, data: gray + gray), TIFFBuilder(samples: 5, data: gray + gray + gray + gray + gray),
        ] {
            let error = #expect(throws: DecodingError.self) { try EncodedImage(bytes: file.file()).picture() }
            #expect(error?.code == .unsupported, "\(error?.message ?? "")")
        }
    }
}
