import Imaging

/// Where the columns and lines of a flat page are seen, from wherever: the projective map of a plane (Hartley and
/// Zisserman, Multiple View Geometry, 2.3).
struct Homography {
    /// x is (0 u + 1 v + 2) / (6 u + 7 v + 1), y is (3 u + 4 v + 5) / (6 u + 7 v + 1), of columns u and lines v that are
    /// shifted and scaled so that fits stay stable.
    private var factors = [Double](repeating: 0, count: unknowns)
    private let middle: Double
    private let scale: Double
    private let center: Double

    private static let unknowns = 8
    private static let rounds = 4
    /// Where the denominator is less somewhere the page runs off behind the lens.
    private static let minDenominator = 0.25
    /// How far a corner of the band may lie from a mark, in lengths of the band: twice, where the pitch falls fourfold.
    private static let maxReach = 4.0

    /// The map that shows the characters of `marks` where they are, by least squares repeated with weights: marks that
    /// stand off from one fit count less in the next.
    ///
    /// - Parameters:
    ///   - lines: of the band; two at least, since one line tells nothing of the way down.
    ///   - pitch: pixels from one column to the next, the measure of what stands off.
    /// - Returns: nil where the marks do not determine one.
    init?(fitting marks: [BandShape.Mark], lines: Int, pitch: Double) {
        guard let low = marks.map(\.column).min(), let high = marks.map(\.column).max(), high > low, lines > 1 else {
            return nil
        }
        middle = Double(low + high) / 2
        scale = Double(high - low) / 2
        center = Double(lines - 1) / 2
        var weights = [Double](repeating: 1, count: marks.count)
        for _ in 0..<Self.rounds {
            guard let solved = solution(for: marks, weights: weights) else { return nil }
            factors = solved
            let reach = abs(factors[6]) + abs(factors[7]) * center
            guard 1 - reach > Self.minDenominator else { return nil }
            for (i, mark) in marks.enumerated() {
                let (u, v) = normalized(Double(mark.column), Double(mark.line))
                let denominator = factors[6] * u + factors[7] * v + 1
                let distance = (point(column: Double(mark.column), line: Double(mark.line)) - mark.point).length
                weights[i] = RobustFit.weight(distance: distance, pitch: pitch) / (denominator * denominator)
            }
        }
        // Marks of one line alone hardly determine a map, and it puts the other lines anywhere.
        let corners = [low, high].flatMap { column in
            [0, lines - 1].map { point(column: Double(column), line: Double($0)) }
        }
        let side = Double(high - low) * pitch
        guard corners.allSatisfy({ ($0 - marks[0].point).length < Self.maxReach * side }) else { return nil }
    }

    private func normalized(_ column: Double, _ line: Double) -> (u: Double, v: Double) {
        ((column - middle) / scale, line - center)
    }

    /// Each mark gives two equations: numerator = coordinate × denominator.
    private func solution(for marks: [BandShape.Mark], weights: [Double]) -> [Double]? {
        let count = Self.unknowns
        var normal = [Double](repeating: 0, count: count * count)
        var right = [Double](repeating: 0, count: count)
        func add(_ row: [Double], _ value: Double, _ weight: Double) {
            for i in 0..<count where row[i] != 0 {
                right[i] += weight * row[i] * value
                for j in 0..<count { normal[i * count + j] += weight * row[i] * row[j] }
            }
        }
        for (mark, weight) in zip(marks, weights) {
            let (u, v) = normalized(Double(mark.column), Double(mark.line))
            let (x, y) = (mark.point.x, mark.point.y)
            add([u, v, 1, 0, 0, 0, -u * x, -v * x], x, weight)
            add([0, 0, 0, u, v, 1, -u * y, -v * y], y, weight)
        }
        let isSolved = normal.withUnsafeMutableBufferPointer { normal in
            right.withUnsafeMutableBufferPointer { solveLinear(normal, $0) }
        }
        return isSolved ? right : nil
    }

    /// The centre of the cell at `column` of `line`; both may lie outside the band or between cells.
    func point(column: Double, line: Double) -> Point { seen(column, line).point }

    /// The step from a column to the next there, in pixels.
    func advance(column: Double, line: Double) -> Point {
        let (point, denominator) = seen(column, line)
        return Point(x: factors[0] - factors[6] * point.x, y: factors[3] - factors[6] * point.y)
            * (1 / (denominator * scale))
    }

    /// The step from a line to the next there, in pixels.
    func step(column: Double, line: Double) -> Point {
        let (point, denominator) = seen(column, line)
        return Point(x: factors[1] - factors[7] * point.x, y: factors[4] - factors[7] * point.y) * (1 / denominator)
    }

    /// Behind the lens nothing is seen: far beyond the band the denominator stays what it is there.
    private func seen(_ column: Double, _ line: Double) -> (point: Point, denominator: Double) {
        let (u, v) = normalized(column, line)
        let denominator = max(Self.minDenominator / 2, factors[6] * u + factors[7] * v + 1)
        let x = (factors[0] * u + factors[1] * v + factors[2]) / denominator
        let y = (factors[3] * u + factors[4] * v + factors[5]) / denominator
        return (Point(x: x, y: y), denominator)
    }
}
