import Imaging
import Testing

@Suite struct GrayImageTests {
    @Test func pixelsLieRowByRow() {
        let image = GrayImage(width: 3, height: 2, pixels: [0, 1, 2, 10, 11, 12])
        #expect(image[2, 0] == 2)
        #expect(image[0, 1] == 10)
    }

    @Test func isFilledInPlace() {
        let image = GrayImage(width: 2, height: 2) { buffer in
            for i in buffer.indices { buffer[i] = UInt8(i * 7) }
        }
        #expect(image == GrayImage(width: 2, height: 2, pixels: [0, 7, 14, 21]))
    }

    @Test func tellsItsSizeOnly() {
        let image = GrayImage(width: 2, height: 1, pixels: [201, 202])
        #expect("\(image)" == "GrayImage 2×1")
        var dumped = ""
        dump(image, to: &dumped)
        #expect(!dumped.contains("201"))
    }
}
