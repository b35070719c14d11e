import Imaging
import MRZDetection
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Points as the middles of characters of one line, drawn with what a camera does to them.
@Suite struct PitchFitTests {
    /// Noise that is the same on every run.
    private struct Dice {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15

        /// Between -1 and 1.
        mutating func next() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Double(Int64(bitPattern: state) >> 11) / Double(1 << 52)
        }
    }

    /// - Parameters:
    ///   - cells: those in which there is a character.
    ///   - place: pixels along the line by cell.
    ///   - across: pixels across it by cell.
    private func line(
        _ cells: [Int], angle: (cos: Double, sin: Double) = (1, 0), place: (Double) -> Double,
        across: (Double) -> Double = { _ in 0 }
    ) -> [Point] {
        cells.map { cell in
            let (s, t) = (place(Double(cell)), across(Double(cell)))
            return Point(x: 400 + s * angle.cos - t * angle.sin, y: 300 + s * angle.sin + t * angle.cos)
        }
    }

    /// The cells are those that were drawn, wherever the counting begins.
    private func expectCells(_ fit: PitchFit, _ drawn: [Int], _ comment: Comment? = nil) {
        #expect(fit.cells.map { $0 - fit.cells[0] } == drawn.map { $0 - drawn[0] }, comment)
    }

    @Test(arguments: [(1.0, 0.0), (0.866, 0.5), (0.6, -0.8)])
    func gapsAndTilt(_ angle: (cos: Double, sin: Double)) throws {
        let cells = [0, 1, 2, 5, 6, 7, 8, 12, 13, 14, 15, 16, 20, 21, 30, 31, 32, 33, 34, 43]
        let fit = try #require(PitchFit(line(cells, angle: angle) { 11.3 * $0 }))
        expectCells(fit, cells)
        #expect(abs(fit.pitch - 11.3) < 0.01 && fit.error < 0.001)
        #expect(abs(abs(fit.direction.dot(Point(x: angle.cos, y: angle.sin))) - 1) < 1e-4)
    }

    /// A page turned by 50 degrees close before the lens, from either end: a projection, 2.8 times as wide here as
    /// there.
    @Test(arguments: [false, true]) func strongPerspective(fromTheWideEnd: Bool) throws {
        let cells = Array(0..<44)
        let fit = try #require(
            PitchFit(
                line(cells) { cell in
                    let n = fromTheWideEnd ? cell : 43 - cell
                    let place = 26 * n / (1 + 0.0157 * n)
                    return fromTheWideEnd ? place : 680 - place
                }))
        expectCells(fit, cells)
    }

    /// A page turned by 66 degrees, of which the first and the last characters were not found: four times as wide here
    /// as there, and the curve goes on beyond what was found.
    @Test func seenFromTheSide() throws {
        func place(_ column: Double) -> Double {
            let across = 2.54 * (column - 21.5)
            return 2000 * 0.41 * across / (160 + 0.91 * across)
        }
        let cells = Array(6..<38)
        let fit = try #require(PitchFit(line(cells, place: place)))
        expectCells(fit, cells)
        #expect(fit.curve.isSteep && !fit.isBentBothWays && fit.error < 0.01)
        // From the places of those that were found to those of others.
        let first = Double(cells[0] - fit.cells[0])
        let turned = fit.direction.x < 0
        for column in [0.0, 43] where !turned {
            let expected = place(column) - place(6) + fit.places[0]
            #expect(abs(fit.curve(column - first) - expected) < 1)
            let back = fit.curve.reversed()
            #expect(abs(back(first - column) + expected) < 1)
            #expect(abs(back.slope(at: first - column) - fit.curve.slope(at: column - first)) < 1e-6)
        }
    }

    /// Characters do not stand in the middle of their cells: 1 and < stand off by a tenth and more.
    @Test func charactersThatStandOff() throws {
        var dice = Dice()
        let cells = Array(0..<44)
        let fit = try #require(PitchFit(line(cells) { 14 * $0 + 2 * dice.next() }))
        expectCells(fit, cells)
        #expect(abs(fit.pitch - 14) < 0.1 && fit.error < 0.12)
    }

    /// Small print, of which some letters run together: what stands between two cells is not counted from, and no
    /// reason to take the line for bent.
    @Test func lettersThatRunTogether() throws {
        let places = [
            21, 39.5, 50.5, 58.5, 65.5, 73.5, 80.5, 88, 96, 103.5, 110.5, 118.5, 125.5, 133, 155.5, 162.5, 170.5, 177.5,
            185, 192.5, 200.5, 207.5, 229.5, 237.5,
        ]
        let fit = try #require(PitchFit(places.map { Point(x: $0, y: 300) }))
        #expect(!fit.isBentBothWays)
        let pitch = 7.4
        for (cell, place) in zip(fit.cells, fit.places) where place != fit.places[1] {
            #expect(cell - fit.cells[0] == Int(((place - fit.places[0]) / pitch).rounded()))
        }
    }

    /// Perspective: the last cell is a third wider than the first.
    @Test func perspective() throws {
        let cells = [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 17, 18, 19, 20, 25, 26, 27, 28, 35, 36, 37, 40, 41, 42, 43]
        let fit = try #require(PitchFit(line(cells) { 10 * $0 + 0.04 * $0 * $0 }))
        expectCells(fit, cells)
        #expect(!fit.isBentBothWays && fit.error < 0.02)
    }

    /// A page that is bent both ways: the pitch grows, shrinks and grows again.
    @Test func bentBothWays() throws {
        let cells = Array(0..<44)
        let fit = try #require(
            PitchFit(
                line(cells) { cell in
                    let t = (cell - 21.5) / 21.5
                    return 12 * cell + 60 * (t * t * t - 0.75 * t)
                }))
        expectCells(fit, cells)
        #expect(fit.error < 0.1)
    }

    /// A damp page: three waves in the line, by which the pitch is 17 pixels here and 11 there.
    @Test(arguments: [0..<0, 17..<18, 26..<28]) func waves(_ gap: Range<Int>) throws {
        let cells = (0..<44).filter { !gap.contains($0) }
        let fit = try #require(PitchFit(line(cells) { 14 * $0 + 8 * sin(2 * Double.pi * $0 / 15) }))
        expectCells(fit, cells)
        #expect(fit.isBentBothWays && fit.curve.isWavy && fit.error < 0.08)
    }

    /// A creased page: the pitch is 14 pixels on one side and 9 on the other. Characters stand off as those of print
    /// do.
    @Test(arguments: [14.0, 16.5, 30.2]) func crease(at column: Double) throws {
        var dice = Dice()
        let cells = Array(0..<44)
        let fit = try #require(PitchFit(line(cells) { 14 * $0 - 5 * max(0, $0 - column) + 0.8 * dice.next() }))
        expectCells(fit, cells)
        #expect(fit.isBentBothWays && fit.curve.isWavy && fit.error < 0.07)
    }

    /// A crease so near an end that nine characters in ten stand where a parabola has them.
    @Test(arguments: [7.0, 36.0]) func creaseNearAnEnd(at column: Double) throws {
        var dice = Dice()
        let cells = Array(0..<44)
        let fit = try #require(
            PitchFit(
                line(cells) { cell in
                    let beyond = column < 22 ? max(0, column - cell) : -max(0, cell - column)
                    return 14 * cell + 3 * beyond + 0.6 * dice.next()
                }))
        expectCells(fit, cells)
        #expect(fit.isBentBothWays && fit.error < 0.045)
    }

    /// Three marks that are no characters, behind a line of print, bend nothing.
    @Test func marksBehindALine() throws {
        var dice = Dice()
        let cells = Array(0..<33)
        let fit = try #require(
            PitchFit(line(cells) { 14 * $0 + ($0 < 30 ? 0.4 * dice.next() : 4 + 2.5 * ($0 - 29)) }))
        #expect(!fit.isBentBothWays && abs(fit.pitch - 14) < 0.15)
    }

    /// Perspective beyond a parabola is no wave.
    @Test func strongPerspectiveIsNotWavy() throws {
        let fit = try #require(PitchFit(line(Array(0..<44)) { 26 * $0 / (1 + 0.0157 * $0) }))
        #expect(!fit.curve.isWavy)
    }

    /// What belongs to no cell counts little: two specks beside characters.
    @Test func specks() throws {
        let cells = Array(0..<30)
        let points = line(cells) { 13 * $0 } + [Point(x: 400 + 13 * 10.3, y: 300), Point(x: 400 + 13 * 20.25, y: 300)]
        let fit = try #require(PitchFit(points))
        #expect(abs(fit.pitch - 13) < 0.1)
        #expect(Set(fit.cells).count == 30)
    }

    /// Letters of proportional type: steps of any size within half of the usual one.
    @Test func unevenStepsAreNoLine() {
        var dice = Dice()
        var place = 0.0
        let places = (0..<40).map { _ in
            place += 14 * (1 + 0.5 * dice.next())
            return place
        }
        #expect(PitchFit(line(Array(0..<40)) { places[Int($0)] }) == nil)
    }

    @Test func fewerThanFivePointsAreNoLine() {
        #expect(PitchFit(line([0, 1, 2, 3]) { 10 * $0 }) == nil)
        #expect(PitchFit([]) == nil)
        #expect(PitchFit(Array(repeating: Point(x: 3, y: 4), count: 9)) == nil, "all in one place")
    }
}
