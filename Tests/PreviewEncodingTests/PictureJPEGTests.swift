import ImageDecoding
import Imaging
import PreviewEncoding
import Testing

@Suite struct PictureJPEGTests {
    /// Left half dark, right half light; red everywhere, green only at the right.
    private func picture(colored: Bool) -> Picture {
        let (width, height) = (64, 32)
        let halves = GrayImage(
            width: width, height: height, pixels: (0..<height).flatMap { _ in (0..<width).map { $0 < 32 ? 20 : 230 } })
        let full = GrayImage(width: width, height: height, pixels: Array(repeating: 240, count: width * height))
        let none = GrayImage(width: width, height: height, pixels: Array(repeating: 10, count: width * height))
        let color = colored ? ColorPlanes(red: full, green: halves, blue: none) : nil
        return Picture(gray: halves, color: color, reduction: 2)
    }

    @Test func grayComesBack() throws {
        let bytes = try #require(picture(colored: false).jpeg(quality: 90))
        let gray = try EncodedImage(bytes: bytes).picture().gray
        #expect(gray.width == 64 && gray.height == 32)
        #expect(gray[8, 16] < 40)
        #expect(gray[56, 16] > 210)
    }

    @Test func coloursComeBackInTheirOrder() throws {
        let bytes = try #require(picture(colored: true).jpeg(quality: 95))
        let color = try #require(try EncodedImage(bytes: bytes).picture(color: true).color)
        #expect(color.red[8, 16] > 200)
        #expect(color.green[8, 16] < 60)
        #expect(color.green[56, 16] > 200)
        #expect(color.blue[56, 16] < 60)
    }

    @Test func nothingIsNoPicture() {
        #expect(Picture(gray: GrayImage(width: 0, height: 0, pixels: [])).jpeg(quality: 80) == nil)
    }

    @Test func cutsAndShrinks() {
        let part = picture(colored: true).cut(x: 30, y: 4, width: 8, height: 6)
        #expect(part.gray.width == 8 && part.gray.height == 6)
        #expect(part.gray[1, 0] == 20)
        #expect(part.gray[2, 0] == 230)
        #expect(part.color?.green == part.gray)
        let small = picture(colored: true).shrunk(toLongSide: 16)
        #expect(small.gray.width == 16 && small.gray.height == 8)
        #expect(small.reduction == 2)
        #expect(picture(colored: false).shrunk(toLongSide: 100).gray.width == 64)
    }
}
