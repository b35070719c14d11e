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

    /// Netpbm's programs write the pages of a document one after the other.
    @Test func picturesThatFollowEachOtherAreAllRead() throws {
        let first = Array("P5\n2 1\n255\n".utf8) + [7, 200]
        let second = Array("P6\n# the second\n1 1\n255\n".utf8) + [90, 90, 90]
        let image = try EncodedImage(bytes: first + second + Array("P4 9 1\n".utf8) + [255, 128])
        #expect(image.pageCount == 3)
        #expect(try image.picture(page: 0).gray.pixels == [7, 200])
        #expect(try image.picture(page: 1).gray.pixels == [90])
        #expect(try image.picture(page: 2).gray.pixels == [UInt8](repeating: 0, count: 9))
        let error = #expect(throws: DecodingError.self) {
            try EncodedImage(bytes: first + first + first, limits: DecodingLimits(maxPages: 2))
        }
        #expect(error?.code == .tooManyPages)
        // What breaks off has all that came before it.
        let cut = try EncodedImage(bytes: first + first.dropLast())
        #expect(cut.pageCount == 2)
        #expect(try cut.picture(page: 0).gray.pixels == [7, 200])
        #expect(throws: DecodingError.self) { try cut.picture(page: 1) }
    }

    /// The brightest sample may be any number, and a comment may stand anywhere before it.
    @Test func whiteIsAnyNumber() throws {
        func pixels(_ text: String, _ data: [UInt8]) throws -> [UInt8] {
            try EncodedImage(bytes: Array(text.utf8) + data).picture().gray.pixels
        }
        #expect(try pixels("P5\n3 1\n# a comment\n100\n", [0, 50, 100]) == [0, 128, 255])
        #expect(try pixels("P5\n2 1\n1023\n", [3, 255, 2, 0]) == [255, 128])
        #expect(try pixels("P6\n1 1\n65535\n", [255, 255, 0, 0, 0, 0]) == [76])
        #expect(throws: DecodingError.self) { try pixels("P5\n1 1\n0\n", [0]) }
    }
}
