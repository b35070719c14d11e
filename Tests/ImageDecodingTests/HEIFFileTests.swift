import ImageDecoding
import Imaging
import Testing

@Suite struct HEIFFileTests {
    private func code(_ bytes: [UInt8], _ limits: DecodingLimits = DecodingLimits()) -> DecodingError.Code? {
        #expect(throws: DecodingError.self) { try EncodedImage(bytes: bytes, limits: limits).picture() }?.code
    }

    @Test func lumaComesStraightFromTheCodec() throws {
        for (name, expected) in [
            ("gray.heic", Fixture.gray), ("color.heic", Fixture.luma), ("gray.avif", Fixture.gray),
            ("second-is-primary.heic", Fixture.luma),
        ] {
            let image = try EncodedImage(bytes: Fixture.bytes(name))
            #expect(image.kind == .heif && image.pageCount == 1)
            #expect(try image.size(ofPage: 0) == PixelSize(width: 64, height: 32))
            let picture = try image.picture()
            #expect(isNear(picture.gray.quadrants, expected), "\(name): \(picture.gray.quadrants)")
            #expect(picture.color == nil)
        }
    }

    @Test func colorIsThereWhenAskedFor() throws {
        let picture = try Fixture.picture("color.heic", color: true)
        let color = try #require(picture.color)
        for (quadrant, expected) in Fixture.colors.enumerated() {
            let found = [color.red, color.green, color.blue].map { $0.quadrants[quadrant] }
            #expect(isNear(found, expected, within: 12), "\(found) in quadrant \(quadrant)")
        }
        #expect(isNear(picture.gray.quadrants, Fixture.luma))
    }

    /// The file turns the picture clockwise: its lower left quadrant comes to the upper left.
    @Test func transformationsOfTheFileHold() throws {
        let image = try EncodedImage(bytes: Fixture.bytes("turned.heic"))
        #expect(try image.size(ofPage: 0) == PixelSize(width: 32, height: 64))
        let found = try image.picture().gray.quadrants
        #expect(isNear(found, [2, 0, 3, 1].map { Fixture.luma[$0] }), "\(found)")
    }

    @Test func whatIsTransparentIsWhite() throws {
        let found = try Fixture.picture("alpha.heic").gray.quadrants
        #expect(isNear(found, [76, 150, 255, 255]), "\(found)")
    }

    @Test func largePicturesAreReduced() throws {
        let picture = try EncodedImage(bytes: Fixture.bytes("gray.heic")).picture(longSide: 16)
        #expect(picture.reduction == 4 && picture.gray.width == 16)
    }

    @Test func pixelsAreLimitedByTheHeader() throws {
        let bytes = try Fixture.bytes("color.heic")
        let error = #expect(throws: DecodingError.self) {
            try EncodedImage(bytes: bytes, limits: DecodingLimits(maxPixels: 64 * 32 - 1))
        }
        #expect(error?.code == .tooManyPixels)
    }

    @Test func brokenFilesAreErrors() throws {
        let bytes = try Fixture.bytes("color.heic")
        #expect(code([0, 0, 0, 24] + Array("ftypheic".utf8)) == .damaged)
        #expect(code(Array("\0\0\0\u{18}ftypmsf1\0\0\0\0".utf8)) == .unsupported)
        for end in stride(from: 40, to: bytes.count, by: 23) {
            #expect([.truncated, .damaged, .unsupported].contains(code(Array(bytes[..<end]))), "\(end)")
        }
    }

    /// Damage anywhere gives a picture or an error, and never more.
    @Test func anyByteMayBeWrong() throws {
        let bytes = try Fixture.bytes("gray.heic")
        for at in stride(from: 0, to: bytes.count, by: 3) {
            var broken = bytes
            broken[at] ^= 0xFF
            do throws(DecodingError) {
                let gray = try EncodedImage(bytes: broken, limits: DecodingLimits(maxPixels: 4_000_000)).picture().gray
                #expect(gray.pixels.count == gray.width * gray.height)
            } catch {
                #expect(error.code != .outOfMemory && error.code != .io)
            }
        }
    }
}
