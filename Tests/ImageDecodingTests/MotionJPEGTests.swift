import ImageDecoding
import Imaging
import Testing

@Suite("Motion JPEG")
struct MotionJPEGTests {
    /// The bytes without the segments of that marker. ITU-T T.81, B.1.1.4.
    private func removing(_ marker: UInt8, from bytes: [UInt8]) -> [UInt8] {
        var (rest, at) = ([UInt8](bytes[..<2]), 2)
        while at + 4 <= bytes.count, bytes[at] == 0xFF, bytes[at + 1] != 0xDA {
            let end = at + 2 + Int(bytes[at + 2]) << 8 + Int(bytes[at + 3])
            if bytes[at + 1] != marker { rest += bytes[at..<end] }
            at = end
        }
        return rest + bytes[at...]
    }

    @Test("Gives the luma that a file of the same bytes has", arguments: ["color.jpg", "gray.jpg"])
    func luma(name: String) throws {
        let bytes = try Fixture.bytes(name)
        #expect(MotionJPEG.luma(of: bytes) == (try EncodedImage(bytes: bytes).picture().gray))
    }

    @Test("Gives the colours that a file of the same bytes has, and none of a gray one")
    func color() throws {
        let bytes = try Fixture.bytes("color.jpg")
        let file = try #require(try EncodedImage(bytes: bytes).picture(color: true).color)
        for bytes in [bytes, removing(0xC4, from: bytes)] {
            let color = try #require(MotionJPEG.color(of: bytes))
            #expect(color.red == file.red && color.green == file.green && color.blue == file.blue)
        }
        #expect(MotionJPEG.color(of: try Fixture.bytes("gray.jpg")) == nil && MotionJPEG.color(of: []) == nil)
    }

    @Test("Does without the Huffman tables that cameras leave out")
    func withoutTables() throws {
        let bytes = try Fixture.bytes("color.jpg")
        let short = removing(0xC4, from: bytes)
        #expect(short.count < bytes.count)
        #expect(MotionJPEG.luma(of: short) == MotionJPEG.luma(of: bytes))
    }

    @Test("Does not mind bytes between the markers")
    func superfluous() throws {
        let bytes = try Fixture.bytes("color.jpg")
        let padded = bytes.dropLast(2) + [0, 0, 0] + bytes.suffix(2)
        #expect(MotionJPEG.luma(of: Array(padded)) == MotionJPEG.luma(of: bytes))
        #expect(MotionJPEG.color(of: Array(padded)) != nil)
    }

    @Test("Gives up what is damaged or breaks off, even where an end was put to it")
    func damaged() throws {
        let bytes = try Fixture.bytes("color.jpg")
        #expect(MotionJPEG.luma(of: Array(bytes.dropLast(2))) == nil)
        #expect(MotionJPEG.luma(of: bytes.dropLast(20) + [0xFF, 0xD9]) == nil)
        #expect(MotionJPEG.color(of: Array(bytes.dropLast(2))) == nil)
        #expect(MotionJPEG.color(of: bytes.dropLast(20) + [0xFF, 0xD9]) == nil)
        #expect(MotionJPEG.luma(of: Array(bytes.prefix(100))) == nil)
        #expect(MotionJPEG.luma(of: [0xFF, 0xD8, 0xFF, 0xD9]) == nil)
        #expect(MotionJPEG.luma(of: []) == nil)
    }

    @Test("Gives up what has no luma of its own, and what is too large", arguments: ["cmyk.jpg", "ycck.jpg"])
    func unread(name: String) throws {
        #expect(MotionJPEG.luma(of: try Fixture.bytes(name)) == nil)
        var huge = try Fixture.bytes("color.jpg")
        let frame = try #require(huge.indices.dropLast().first { huge[$0] == 0xFF && huge[$0 + 1] == 0xC0 })
        // Height and width stand after the length and the precision.
        for at in frame + 5..<frame + 9 { huge[at] = 0xFF }
        #expect(MotionJPEG.luma(of: huge) == nil)
    }
}
