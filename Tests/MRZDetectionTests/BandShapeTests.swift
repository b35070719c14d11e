import Imaging
import MRZDetection
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// Grids of cells, drawn on a flat, a tilted and a bent page.
@Suite struct BandShapeTests {
    private static let pitch = 12.0

    /// Where a cell's middle is drawn.
    enum Page: CaseIterable {
        case flat, turned, perspective, bent

        func point(_ column: Double, _ line: Double) -> Point {
            let (x, y) = (12 * column, 30 * line)
            return switch self {
            case .flat: Point(x: 100 + x, y: 200 + y)
            case .turned: Point(x: 400 + 0.8 * x - 0.6 * y, y: 300 + 0.6 * x + 0.8 * y)
            case .perspective: Point(x: 100 + x + 0.0003 * x * x, y: 200 + y * (1 + 0.0004 * x))
            case .bent: Point(x: 100 + x, y: 200 + y + 18 * ((column - 21.5) / 21.5) * ((column - 21.5) / 21.5))
            }
        }
    }

    private func marks(_ page: Page, lines: Int, skipping: (Int, Int) -> Bool = { _, _ in false }) -> [BandShape.Mark] {
        (0..<lines).flatMap { line in
            (0..<44).filter { !skipping($0, line) }.map { column in
                BandShape.Mark(
                    column: column, line: line, point: page.point(Double(column), Double(line)), blob: 0)
            }
        }
    }

    private func shape(_ marks: [BandShape.Mark], lines: Int) throws -> BandShape {
        try #require(BandShape(marks, lines: lines, bend: 3, pitch: Self.pitch, down: Point(x: 0, y: 24)))
    }

    /// Cells in which nothing was found lie where the others say, inside the band and beside it.
    @Test(arguments: Page.allCases)
    func cellsThatWereNotSeen(_ page: Page) throws {
        let shape = try shape(marks(page, lines: 2) { ($0 + $1) % 3 == 0 || (10...16).contains($0) }, lines: 2)
        for column in stride(from: -1.0, through: 44, by: 0.5) {
            for line in [0.0, 0.5, 1] {
                let distance = (shape.point(column: column, line: line) - page.point(column, line)).length
                #expect(distance < 0.05 * Self.pitch, "\(page), column \(column), line \(line)")
            }
        }
        #expect(shape.residual < 0.01 * Self.pitch)
    }

    /// Marks of one line tell nothing of the other one: there is no shape, or one that stays near them.
    @Test func oneLineOfTwoSeenFromTheSide() {
        let marks = (0..<40).map { (column: Int) -> BandShape.Mark in
            let place = 900 * Double(column) / (1 + 0.03 * Double(column))
            return BandShape.Mark(column: column, line: 0, point: Point(x: place / 20, y: 300), blob: 0)
        }
        let shape = BandShape(marks, lines: 2, bend: 3, pitch: 16, down: Point(x: 0, y: 24), steep: true)
        if let shape {
            for column in [0.0, 20, 39] {
                #expect((shape.point(column: column, line: 1) - Point(x: 300, y: 300)).length < 5000)
            }
        }
    }

    /// A flat page that is turned by 66 degrees: the pitch is four times as wide at one end as at the other. Cells
    /// beyond the marks lie where the page goes on; polynomials of the third degree miss them.
    @Test func aPageSeenFromTheSide() throws {
        func point(_ column: Double, _ line: Double) -> Point {
            let (across, down) = (2.54 * (column - 21.5), 9.5 * (line - 0.5))
            let depth = 160 + 0.91 * across
            return Point(x: 900 + 2000 * 0.41 * across / depth, y: 400 + 2000 * down / depth)
        }
        let marks = (0..<2).flatMap { line in
            (4..<40).map { column in
                BandShape.Mark(column: column, line: line, point: point(Double(column), Double(line)), blob: 0)
            }
        }
        func distance(steep: Bool, at column: Double) throws -> Double {
            let shape = try #require(
                BandShape(marks, lines: 2, bend: 3, pitch: Self.pitch, down: Point(x: 0, y: 24), steep: steep))
            for line in [0.0, 1] where steep {
                let next = point(column + 0.5, line) - point(column - 0.5, line)
                #expect((shape.advance(at: column, line: line) - next).length < 0.05 * next.length)
            }
            let down = point(column, 1) - point(column, 0)
            if steep { #expect((shape.step(at: column) - down).length < 0.01 * down.length) }
            return [0.0, 1].map { (shape.point(column: column, line: $0) - point(column, $0)).length }.max()
                ?? .infinity
        }
        for column in stride(from: 0.0, through: 43, by: 0.5) {
            #expect(try distance(steep: true, at: column) < 0.01 * Self.pitch, "column \(column)")
        }
        #expect(try distance(steep: false, at: 0) > 0.2 * Self.pitch)
    }

    /// Waves that run aslant reach one line further on than the next, and move characters along the line and across it.
    @Test func wavesThatRunAslant() throws {
        func point(_ column: Double, _ line: Double) -> Point {
            let phase = 2 * Double.pi * (column - 2.5 * line) / 15
            return Point(x: 100 + 12 * column + 3.5 * sin(phase), y: 200 + 30 * line + 3 * cos(phase))
        }
        let marks = (0..<2).flatMap { line in
            (0..<44).filter { ($0 + line) % 5 != 0 }.map { column in
                BandShape.Mark(column: column, line: line, point: point(Double(column), Double(line)), blob: 0)
            }
        }
        let shape = try #require(
            BandShape(marks, lines: 2, bend: PitchFit.bentDegree, pitch: Self.pitch, down: Point(x: 0, y: 24)))
        for column in stride(from: 1.0, through: 42, by: 0.5) {
            for line in [0.0, 1] {
                let distance = (shape.point(column: column, line: line) - point(column, line)).length
                #expect(distance < 0.15 * Self.pitch, "column \(column), line \(line)")
                let advance = point(column + 0.5, line) - point(column - 0.5, line)
                #expect((shape.advance(at: column, line: line) - advance).length < 0.2 * Self.pitch)
            }
        }
    }

    @Test func stepsAndAdvances() throws {
        let shape = try shape(marks(.turned, lines: 3), lines: 3)
        let (step, advance) = (shape.step(at: 20), shape.advance(at: 20, line: 1))
        #expect((step - Point(x: -18, y: 24)).length < 1e-6 && (advance - Point(x: 9.6, y: 7.2)).length < 1e-6)
    }

    /// A mark that belongs to something else pulls the curve by less than a fiftieth of a cell.
    @Test func whatStandsOffCountsLittle() throws {
        var disturbed = marks(.flat, lines: 2)
        for i in [3, 17, 44, 70] { disturbed[i].point = disturbed[i].point + Point(x: 2, y: 9) }
        let shape = try shape(disturbed, lines: 2)
        for column in stride(from: 0.0, through: 43, by: 1) {
            #expect((shape.point(column: column, line: 0) - Page.flat.point(column, 0)).length < 0.02 * Self.pitch)
        }
    }

    /// Of one line nobody knows where the next would be but who asks.
    @Test func oneLineTakesTheStepThatItIsGiven() throws {
        let shape = try shape(marks(.flat, lines: 1), lines: 1)
        #expect(shape.step(at: 5) == Point(x: 0, y: 24))
        #expect(BandShape([], lines: 1, bend: 3, pitch: Self.pitch, down: Point(x: 0, y: 24)) == nil)
    }
}
