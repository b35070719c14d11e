import Imaging
import MRZDetection
import Testing

/// Edges of light across a drawn line: bars of ink in every cell, and light that differs.
@Suite struct StripLightTests {
    private static let geometry = StripLight.geometry(
        beyond: StripGeometry(height: 58, capHeight: 26, pitch: 20, margin: 2))
    private static let cells = 10

    /// A line whose cells have a bar each, in the light of each place; without print where `isCovered`.
    private func line(
        isCovered: (_ x: Int, _ y: Int) -> Bool = { _, _ in false }, light: (_ x: Int, _ y: Int) -> Double
    ) -> GrayImage {
        let (width, height) = ((Self.cells + 4) * 20, Self.geometry.height)
        return GrayImage(width: width, height: height) { pixels in
            for y in 0..<height {
                for x in 0..<width {
                    let isBar = (40..<width - 40).contains(x) && (8..<13).contains(x % 20)
                    let isInk = isBar && abs(y - height / 2) < 13 && !isCovered(x, y)
                    pixels[y * width + x] = UInt8((isInk ? 0.2 : 0.9) * 255 * light(x, y))
                }
            }
        }
    }

    private func changed(_ strip: GrayImage) -> [Int] {
        StripLight(of: strip, Self.geometry).changedCells(in: 0..<Self.cells, ofHeight: 32)
    }

    @Test func evenLightHasNoEdge() {
        let light = StripLight(of: line { _, _ in 0.8 }, Self.geometry)
        let hasEdge = light.hasEdge(in: 0..<Self.cells)
        #expect(!hasEdge)
        #expect(light.changedCells(in: 0..<Self.cells, ofHeight: 32).isEmpty)
    }

    @Test func lightThatFadesHasNoEdge() {
        #expect(changed(line { x, _ in 1 - 0.5 * Double(x) / 280 }).isEmpty)
    }

    /// Its edge lies in cell 4, and crosses a bar there.
    @Test func aShadowChangesTheCellsAtItsEdge() {
        let strip = line { x, _ in x < 130 ? 1 : 0.6 }
        let light = StripLight(of: strip, Self.geometry)
        let hasEdge = light.hasEdge(in: 0..<Self.cells)
        #expect(hasEdge)
        let changed = light.changedCells(in: 0..<Self.cells, ofHeight: 32)
        #expect(changed == Array(2...6))
        let evened = light.evened
        let paper = (0..<evened.height).flatMap { y in (42..<236).map { evened[$0, y] } }.filter { $0 > 150 }
        #expect(Int(paper.max() ?? 0) - Int(paper.min() ?? 0) < 5)
    }

    /// A label with print of its own ends above the line and below it.
    @Test(arguments: [0.6, 0.75]) func aLabelIsNoShadow(_ light: Double) {
        let middle = Self.geometry.height / 2
        let strip = line { x, y in (90..<150).contains(x) && abs(y - middle) < 22 ? light : 1 }
        let hasEdge = StripLight(of: strip, Self.geometry).hasEdge(in: 0..<Self.cells)
        #expect(hasEdge)
        #expect(changed(strip).isEmpty)
    }

    /// Nor is a paper whose edge runs between characters, or whose ink is another one.
    @Test func aPaperWithPrintOfItsOwnIsNoShadow() {
        #expect(changed(line { x, _ in x < 124 ? 1 : 0.6 }).isEmpty)
        let pale = line { x, y in
            let isBar = (130..<240).contains(x) && (8..<13).contains(x % 20) && abs(y - Self.geometry.height / 2) < 13
            return isBar ? 1.2 : x < 130 ? 1 : 0.6
        }
        #expect(changed(pale).isEmpty)
    }

    @Test func aShadowAlongTheLineChangesAllOfIt() {
        let middle = Self.geometry.height / 2
        #expect(changed(line { _, y in y < middle ? 1 : 0.6 }) == Array(0..<Self.cells))
    }

    /// What hides the print on its one side is no shadow, wherever its edge runs, and whether it is darker or lighter.
    @Test(arguments: [0.6, 1 / 0.6]) func whatHidesPrintIsNoShadow(_ light: Double) {
        let middle = Self.geometry.height / 2
        let usual = min(1, 1 / light)
        func isLow(_ x: Int, _ y: Int) -> Bool { (100..<160).contains(x) && y >= middle }
        func isRight(_ x: Int, _ y: Int) -> Bool { (150..<190).contains(x) }
        for isCovered in [isLow, isRight] {
            let strip = line(isCovered: isCovered) { usual * (isCovered($0, $1) ? light : 1) }
            let hasEdge = StripLight(of: strip, Self.geometry).hasEdge(in: 0..<Self.cells)
            #expect(hasEdge)
            #expect(changed(strip).isEmpty)
        }
    }

    /// Specks, strokes and small patches are no light.
    @Test func whatIsSmallIsNoLight() {
        let middle = Self.geometry.height / 2
        let strip = line { x, y in (120..<138).contains(x) && abs(y - middle) < 15 ? 0.5 : 1 }
        let hasEdge = StripLight(of: strip, Self.geometry).hasEdge(in: 0..<Self.cells)
        #expect(!hasEdge)
    }
}
