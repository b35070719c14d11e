import Imaging
import Testing

@Suite struct PictureTests {
    @Test func isWholeUnlessItSaysOtherwise() {
        let picture = Picture(gray: GrayImage(width: 1, height: 1, pixels: [9]))
        #expect(picture.reduction == 1)
        #expect(picture.color == nil)
    }

    @Test func keepsItsPlanes() throws {
        func plane(_ level: UInt8) -> GrayImage { GrayImage(width: 1, height: 1, pixels: [level]) }
        let planes = ColorPlanes(red: plane(1), green: plane(2), blue: plane(3))
        let picture = Picture(gray: plane(2), color: planes, reduction: 2.5)
        #expect(try #require(picture.color).blue == plane(3))
        #expect(picture.reduction == 2.5)
    }

    @Test func theBrightestOfThreeColoursKeepsBlackInkOnly() {
        func plane(_ pixels: [UInt8]) -> GrayImage { GrayImage(width: 3, height: 1, pixels: pixels) }
        let color = ColorPlanes(red: plane([10, 200, 250]), green: plane([12, 90, 240]), blue: plane([9, 40, 255]))
        #expect(color.brightest.pixels == [12, 200, 255])
    }

    @Test func theMeanOfThreeColoursIsRounded() {
        func plane(_ pixels: [UInt8]) -> GrayImage { GrayImage(width: 3, height: 1, pixels: pixels) }
        let color = ColorPlanes(red: plane([10, 200, 255]), green: plane([12, 90, 255]), blue: plane([9, 41, 255]))
        #expect(color.mean.pixels == [10, 110, 255])
    }

    /// Bands of colour across a part of the picture, or over all of it; not those of light, one tint, or a slow change
    /// of it.
    @Test func moireIsToldFromTints() {
        func planes(_ level: (_ x: Int, _ y: Int, _ plane: Int) -> Int) -> ColorPlanes {
            func plane(_ number: Int) -> GrayImage {
                let pixels = (0..<200 * 100).map { UInt8(level($0 % 200, $0 / 200, number)) }
                return GrayImage(width: 200, height: 100, pixels: pixels)
            }
            return ColorPlanes(red: plane(0), green: plane(1), blue: plane(2))
        }
        func bands(_ place: Int, _ plane: Int) -> Int { (place / 5 + plane) % 3 == 0 ? 220 : 90 }
        #expect(planes { x, _, plane in bands(x, plane) }.hasMoire)
        #expect(planes { _, y, plane in bands(y, plane) }.hasMoire)
        #expect(planes { x, y, plane in x < 64 && y < 64 ? bands(x + y, plane) : 140 }.hasMoire)
        #expect(!planes { x, _, _ in bands(x, 0) }.hasMoire, "stripes without a colour")
        #expect(!planes { x, _, plane in 60 + 40 * plane + x / 4 }.hasMoire)
        #expect(!planes { x, y, plane in x < 20 && y < 20 ? bands(x, plane) : 140 }.hasMoire, "a small thing")
        #expect(!ColorPlanes(red: Self.dot, green: Self.dot, blue: Self.dot).hasMoire)
    }

    private static let dot = GrayImage(width: 1, height: 1, pixels: [9])

    /// Black print on tinted paper is no coloured ink, a pen's blue stroke is; only where it is looked for.
    @Test func colouredInkIsToldFromTintedPaper() {
        func picture(_ stroke: (red: UInt8, green: UInt8, blue: UInt8)?) -> Picture {
            func plane(_ paper: UInt8, _ ink: UInt8, _ stroke: UInt8?) -> GrayImage {
                var pixels = [UInt8](repeating: paper, count: 200 * 40)
                for x in stride(from: 10, to: 90, by: 8) { for y in 10..<30 { pixels[y * 200 + x] = ink } }
                if let stroke { for y in 5..<35 { pixels[y * 200 + 50] = stroke } }
                return GrayImage(width: 200, height: 40, pixels: pixels)
            }
            let red = plane(200, 20, stroke?.red)
            let green = plane(215, 22, stroke?.green)
            let blue = plane(240, 25, stroke?.blue)
            let luma = zip(zip(red.pixels, green.pixels), blue.pixels).map { pixel, blue -> UInt8 in
                let sum = 299 * Int(pixel.0) + 587 * Int(pixel.1) + 114 * Int(blue)
                return UInt8(sum / 1000)
            }
            let gray = GrayImage(width: 200, height: 40, pixels: luma)
            return Picture(gray: gray, color: ColorPlanes(red: red, green: green, blue: blue))
        }
        func hasInk(_ picture: Picture, _ left: Double, _ right: Double) -> Bool {
            let quad = Quad(
                topLeft: Point(x: left, y: -5), topRight: Point(x: right, y: -5), bottomRight: Point(x: right, y: 60),
                bottomLeft: Point(x: left, y: 60))
            return picture.color?.hasColoredInk(in: quad, beside: picture.gray) ?? false
        }
        #expect(!hasInk(picture(nil), 0, 100))
        #expect(!hasInk(picture((20, 21, 22)), 0, 100), "a black stroke")
        #expect(hasInk(picture((30, 40, 170)), 0, 100))
        #expect(!hasInk(picture((30, 40, 170)), 100, 230), "beside it, and beyond the picture")
    }
}
