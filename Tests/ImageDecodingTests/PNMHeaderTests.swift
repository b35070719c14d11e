import ImageDecoding
import Imaging
import Testing

@Suite struct PNMHeaderTests {
    @Test(arguments: [
        "P5 2 1 255\n", "P5\n# a comment\n2 # another\n1\n255\n", "P5\t2\r1\u{0B}255 ",
    ])
    func headersAreFree(_ header: String) throws {
        let image = try EncodedImage(bytes: Array(header.utf8) + [7, 200])
        #expect(image.kind == .pnm)
        #expect(try image.size(ofPage: 0) == PixelSize(width: 2, height: 1))
    }

    @Test func everyVariantIsRead() throws {
        func pixels(_ text: String, _ data: [UInt8] = []) throws -> [UInt8] {
            try EncodedImage(bytes: Array(text.utf8) + data).picture().gray.pixels
        }
        #expect(try pixels("P1\n3 1\n1 0 1\n") == [0, 255, 0])
        #expect(try pixels("P4\n3 1\n", [0b1010_0000]) == [0, 255, 0])
        #expect(try pixels("P2\n3 1\n255\n0 90 255\n") == [0, 90, 255])
        #expect(try pixels("P5\n3 1\n255\n", [0, 90, 255]) == [0, 90, 255])
        #expect(try pixels("P5\n2 1\n65535\n", [90, 1, 255, 255]) == [90, 255])
        #expect(try pixels("P3\n2 1\n255\n255 0 0 0 0 255\n") == [76, 29])
        #expect(try pixels("P6\n2 1\n255\n", [255, 0, 0, 0, 0, 255]) == [76, 29])
        let map = "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 3\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\n"
        #expect(try pixels(map, [255, 0, 0, 0, 0, 255]) == [76, 29])
    }

    @Test(arguments: ["P5", "P5 12", "P5 a b 255\n", "P6 -3 4 255\n", "P7\nWIDTH 3\n"])
    func brokenHeadersAreErrors(_ header: String) {
        #expect(throws: DecodingError.self) { try EncodedImage(bytes: Array(header.utf8)) }
    }
}
