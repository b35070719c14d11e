import Imaging
import Testing

@Suite struct PixelSizeTests {
    @Test func longSideIsTheLargerOne() {
        #expect(PixelSize(width: 3, height: 2).longSide == 3)
        #expect(PixelSize(width: 2, height: 3).longSide == 3)
    }

    @Test func describesItselfAsSize() {
        #expect("\(PixelSize(width: 1920, height: 1080))" == "1920×1080")
    }
}
