import Foundation
import Imaging
import MRZDetection
import Testing

/// Light that changes from above a drawn line to below it.
@Suite struct LightFallTests {
    private static let geometry = StripLight.geometry(
        beyond: StripGeometry(height: 58, capHeight: 26, pitch: 20, margin: 2))
    private static let cells = 12

    /// A line whose cells have a bar each, in a light that depends on the height: capital heights below its middle.
    private func line(light: (_ x: Int, _ height: Double) -> Double) -> GrayImage {
        let (width, height) = ((Self.cells + 4) * 20, Self.geometry.height)
        return GrayImage(width: width, height: height) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let isBar = (40..<width - 40).contains(x) && (8..<13).contains(x % 20)
                    let isInk = isBar && abs(y - height / 2) < 13
                    let down = (Double(y) + 0.5 - Double(height) / 2) / Self.geometry.capHeight
                    pixels[y * width + x] = UInt8(max(0, min(255, (isInk ? 0.2 : 0.9) * 255 * light(x, down))))
                }
            }
        }
    }

    /// Light that begins within the line, and light in its middle alone: their forms go on to less than none.
    @Test(arguments: [
        [0, 28, 57, 85, 113, 142, 170, 198, 227, 255], [39, 123, 187, 229, 250, 250, 229, 187, 123, 39],
    ])
    func lightThatEnds(_ profile: [Double]) throws {
        let fall = try #require(LightFall(from: 0, of: Array(repeating: profile, count: Self.cells)))
        for height in stride(from: -1, through: 1, by: 0.05) {
            #expect((0...1).contains(fall.factor(atColumn: 5, height: height)))
        }
        let strip = line { _, _ in 1 }
        #expect(fall.evened(strip, Self.geometry).width == strip.width)
    }

    private func fall(of strip: GrayImage) -> LightFall? {
        StripLight(of: strip, Self.geometry).fall(in: 0..<Self.cells)
    }

    /// How many grey levels the paper between the bars varies by within the height of capitals.
    private func variation(of strip: GrayImage) -> Int {
        let middle = strip.height / 2
        let paper = (middle - 13..<middle + 13).flatMap { y in
            (2..<Self.cells + 2).map { Int(strip[$0 * 20 + 2, y]) }
        }
        return (paper.max() ?? 0) - (paper.min() ?? 0)
    }

    @Test func evenLightDoesNotFall() {
        #expect(fall(of: line { _, _ in 0.8 }) == nil)
        #expect(fall(of: line { x, _ in 1 - 0.5 * Double(x) / 320 }) == nil)
    }

    /// As on the slope of a wave, above its middle and below it.
    @Test(arguments: [(0.2, 0.0), (-0.15, 0.1), (0.15, -0.1)]) func lightThatFallsIsEvened(
        _ slope: Double, bend: Double
    ) throws {
        let strip = line { _, down in 0.6 * (1 + slope * down + bend * cos(1.6 * down)) }
        #expect(variation(of: strip) > 8)
        let fall = try #require(self.fall(of: strip))
        #expect(variation(of: fall.evened(strip, Self.geometry)) <= 4)
    }

    /// Where a text leans, the bands of a lamp cross its lines.
    @Test func lightMayFallOtherwiseAlongTheLine() throws {
        let strip = line { x, down in 0.8 + 0.12 * sin(down + Double(x) / 200) }
        let fall = try #require(self.fall(of: strip))
        #expect(variation(of: strip) > 30)
        // What changes along the line stays as it is.
        let evened = fall.evened(strip, Self.geometry)
        let falls = (2..<Self.cells + 2).map { cell in
            let paper = (-13..<13).map { Int(evened[cell * 20 + 2, strip.height / 2 + $0]) }
            return (paper.max() ?? 0) - (paper.min() ?? 0)
        }
        #expect(falls.allSatisfy { $0 <= 8 })
    }

    /// The edge of a shadow or of a paper is no form that light falls in, and nothing is evened by it.
    @Test(arguments: [0.6, 0.8]) func anEdgeIsNoFall(_ light: Double) {
        #expect(fall(of: line { _, down in down < 0.1 ? 1 : light }) == nil)
    }

    /// What is lighter than its paper is so afterwards.
    @Test func lightStaysLighter() throws {
        let strip = line { _, down in 0.8 * (1 - 0.2 * down) }
        let fall = try #require(self.fall(of: strip))
        var marked = strip.pixels
        let place = (strip.height / 2 - 10) * strip.width + 142
        marked[place] = 255
        let evened = fall.evened(GrayImage(width: strip.width, height: strip.height, pixels: marked), Self.geometry)
        #expect(evened.pixels[place] > fall.evened(strip, Self.geometry).pixels[place])
        #expect(fall.factor(atColumn: 5, height: 0.5) > fall.factor(atColumn: 5, height: -0.5))
        #expect(fall.gain < -0.15)
    }
}
