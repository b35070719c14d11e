import Imaging
import Testing

@Suite struct GrayImageToneTests {
    @Test func invertingTurnsBlackIntoWhite() {
        let image = GrayImage(width: 3, height: 1, pixels: [0, 100, 255])
        #expect(image.inverted().pixels == [255, 155, 0])
        #expect(image.inverted().inverted() == image)
    }
}
