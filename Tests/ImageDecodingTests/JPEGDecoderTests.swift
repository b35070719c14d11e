import ImageDecoding
import Imaging
import Testing

@Suite struct JPEGDecoderTests {
    private let decoder: JPEGDecoder

    init() throws { decoder = try JPEGDecoder() }

    @Test func oneHandleDecodesManyPictures() throws {
        for name in ["gray.jpg", "color.jpg", "progressive.jpg", "gray.jpg"] {
            let gray = try decoder.luma(of: Fixture.bytes(name))
            let expected = name == "gray.jpg" ? Fixture.gray : Fixture.luma
            #expect(isNear(gray.quadrants, expected), "\(name): \(gray.quadrants)")
            #expect(gray == (try Fixture.picture(name).gray))
            #expect(!decoder.sawDamage)
        }
    }

    @Test func damageIsToldAndTheNextPictureIsWhole() throws {
        let bytes = try Fixture.bytes("gray.jpg")
        let broken = try decoder.luma(of: Array(bytes.dropLast(4)))
        #expect(decoder.sawDamage)
        #expect(isNear(Array(broken.quadrants.prefix(2)), [0, 90]))
        #expect(isNear(try decoder.luma(of: bytes).quadrants, Fixture.gray))
        #expect(!decoder.sawDamage)
    }

    /// Frames of cameras mostly have no Huffman tables: those of the standard hold. ITU-T T.81, annex K.3.
    @Test func huffmanTablesMayBeMissing() throws {
        var bytes = try Fixture.bytes("gray.jpg")
        // The encoder of the fixture wrote the tables of the standard, for luma in two segments.
        var at = 2
        while at + 4 < bytes.count, bytes[at] == 0xFF, bytes[at + 1] != 0xDA {
            let length = 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
            if bytes[at + 1] == 0xC4 { bytes.removeSubrange(at..<(at + length)) } else { at += length }
        }
        #expect(isNear(try decoder.luma(of: bytes).quadrants, Fixture.gray))
    }

    @Test func whatCannotBeDecodedIsAnError() throws {
        func code(_ bytes: [UInt8], maxPixels: Int = 512) -> DecodingError.Code? {
            #expect(throws: DecodingError.self) { try decoder.luma(of: bytes, maxPixels: maxPixels) }?.code
        }
        #expect(code([]) == .truncated)
        #expect(code(Array("no picture".utf8)) == .damaged)
        #expect(code(Array(try Fixture.bytes("gray.jpg").prefix(40))) == .damaged)
        #expect(code(try Fixture.bytes("gray.jpg"), maxPixels: 511) == .tooManyPixels)
        #expect(code(try Fixture.bytes("cmyk.jpg")) == .unsupported)
        #expect(isNear(try decoder.luma(of: Fixture.bytes("color.jpg")).quadrants, Fixture.luma))
    }

    /// Damage anywhere gives a picture or an error, and never more.
    @Test func anyByteMayBeWrong() throws {
        let bytes = try Fixture.bytes("color.jpg")
        for at in bytes.indices.dropFirst(2) {
            var broken = bytes
            broken[at] ^= 0xFF
            do throws(DecodingError) {
                let gray = try decoder.luma(of: broken, maxPixels: 4_000_000)
                #expect(gray.pixels.count == gray.width * gray.height)
            } catch {
                #expect([.damaged, .tooManyPixels, .unsupported].contains(error.code), "\(error.code)")
            }
        }
        #expect(isNear(try decoder.luma(of: bytes).quadrants, Fixture.luma))
    }
}
