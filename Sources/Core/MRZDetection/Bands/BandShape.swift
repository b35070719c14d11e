package import Imaging

/// Where the cells of a band lie: two smooth curves, the middle of the lines and the step from one line to the next.
///
/// Position of column `n`, line `k`: `middle(n) + (k - (lines - 1) / 2) · step(n)`. Cubic and quadratic polynomials
/// hold perspective, a bent page and slanted columns within a few hundredths of a cell over the width of an MRZ; a page
/// that is bent both ways needs the fifth degree in the middle, and a wavy one what no polynomial has: see `Sway`.
package struct BandShape {
    private var middleX: Polynomial
    private var middleY: Polynomial
    private var stepX: Polynomial
    private var stepY: Polynomial
    private var center: Double
    /// The highest degree that its middle curve was allowed.
    let bend: Int
    /// Where a flat page would be seen that is turned far away from the lens, when the polynomials are of what it misses:
    /// perspective alone needs more degrees than characters tell.
    private let flat: Homography?
    /// What the polynomials miss of each line, along it and across it; of no line on a flat page. Waves that run aslant
    /// reach one line further on than the next.
    private var waves: [(along: Sway?, across: Sway?)] = []
    /// What a character tells of another line than its own.
    private static let shareOfOthers = 0.15
    /// Lines tell more than a parabola that are at least so many columns long.
    private static let minLong = 24
    /// They need so many marks for that.
    private static let minLongMarks = 30
    /// Typical distance of the fitted points from the shape, in pixels.
    package private(set) var residual: Double

    /// Whether it is of a page that is turned far away from the lens.
    var isSteep: Bool { flat != nil }

    /// A character found: its cell (from 0, column and line) and its centre in pixels.
    package struct Mark {
        package var column: Int
        package var line: Int
        package var point: Point
        package var blob: Int

        package init(column: Int, line: Int, point: Point, blob: Int) {
            self.column = column
            self.line = line
            self.point = point
            self.blob = blob
        }

        /// The columns of the marks of each line.
        static func columns(of marks: [Mark], lines: Int) -> [OccupiedColumns] {
            (0..<lines).map { line in OccupiedColumns(marks.lazy.filter { $0.line == line }.map(\.column)) }
        }
    }

    /// Fits the shape to `marks` of a band of `lines` lines; marks that stand off count little.
    ///
    /// - Parameter bend: the highest degree allowed for the middle curve (1...5).
    /// - Parameter pitch: pixels from one column to the next, the measure of what stands off.
    /// - Parameter down: the step of a single line to where a second one would be, in pixels.
    /// - Parameter steep: whether the page is turned so far away that the pitch is no parabola.
    package init?(_ marks: [Mark], lines: Int, bend: Int, pitch: Double, down: Point, steep: Bool = false) {
        let flat = steep ? Homography(fitting: marks, lines: lines, pitch: pitch) : nil
        self.flat = flat
        guard let low = marks.map(\.column).min(), let high = marks.map(\.column).max(), high > low else { return nil }
        let span = high - low
        let isLong = span >= Self.minLong && marks.count >= Self.minLongMarks
        let degree = isLong ? bend : min(bend, span >= 10 && marks.count >= 12 ? 2 : 1)
        let stepDegree = lines == 1 ? -1 : (span >= 20 && marks.count >= 30 ? 2 : 1)
        let center = Double(lines - 1) / 2
        self.center = center
        self.bend = bend
        let terms = Terms(
            degree: degree, order: degree + 1 + stepDegree + 1, center: center, middle: Double(low + high) / 2,
            scale: max(1, Double(high - low) / 2))
        let missed = marks.map { mark in
            var mark = mark
            if let flat {
                mark.point = mark.point - flat.point(column: Double(mark.column), line: Double(mark.line))
            }
            return mark
        }
        guard let (x, y, errors) = Self.fit(of: terms, to: missed, pitch: pitch) else { return nil }
        func plain(_ c: ArraySlice<Double>) -> Polynomial { Polynomial(c, middle: terms.middle, scale: terms.scale) }
        middleX = plain(x[0...degree])
        middleY = plain(y[0...degree])
        stepX = lines == 1 ? Polynomial([down.x]) : plain(x[(degree + 1)...])
        stepY = lines == 1 ? Polynomial([down.y]) : plain(y[(degree + 1)...])
        residual = median(errors)
        if isLong { waves = waves(of: marks, lines: lines, bend: bend, pitch: pitch) }
    }

    /// The powers that the place of a mark is the sum of: those of its column for the middle curve, then those for the
    /// step, times its line.
    private struct Terms {
        let degree: Int
        let order: Int
        let center: Double
        let middle: Double
        let scale: Double

        func write(_ mark: Mark, to row: UnsafeMutableBufferPointer<Double>) {
            let t = (Double(mark.column) - middle) / scale
            var power = 1.0
            for a in 0...degree {
                row[a] = power
                power *= t
            }
            power = Double(mark.line) - center
            for a in (degree + 1)..<order {
                row[a] = power
                power *= t
            }
        }
    }

    /// The factors of the terms for both coordinates, and how far each mark stands off; nil where the marks do not
    /// determine them.
    private static func fit(
        of terms: Terms, to marks: [Mark], pitch: Double
    ) -> (x: [Double], y: [Double], errors: [Double])? {
        let order = terms.order
        var errors = [Double](repeating: 0, count: marks.count)
        // Of each mark a row of its terms; both coordinates have the same equations.
        let solution = withUnsafeTemporaryAllocation(
            of: Double.self, capacity: marks.count * (order + 1) + order * (order + 2)
        ) { scratch -> [(Double, Double)]? in
            var rest = scratch[...]
            func next(_ count: Int) -> UnsafeMutableBufferPointer<Double> {
                defer { rest = rest.dropFirst(count) }
                return UnsafeMutableBufferPointer(rebasing: rest.prefix(count))
            }
            let rows = next(marks.count * order)
            let weights = next(marks.count)
            let normal = next(order * order)
            let right = next(2 * order)
            for (i, mark) in marks.enumerated() {
                terms.write(mark, to: rows.extracting((i * order)..<((i + 1) * order)))
                weights[i] = 1
            }
            for _ in 0..<5 {
                normal.initialize(repeating: 0)
                right.initialize(repeating: 0)
                for i in marks.indices {
                    let row = i &* order
                    let point = marks[i].point
                    for a in 0..<order {
                        let wa = weights[i] * rows[row &+ a]
                        right[2 &* a] += wa * point.x
                        right[2 &* a &+ 1] += wa * point.y
                        // The matrix is symmetric: its upper half, and then the lower one.
                        for b in a..<order { normal[a &* order &+ b] += wa * rows[row &+ b] }
                    }
                }
                for a in 1..<max(1, order) { for b in 0..<a { normal[a * order + b] = normal[b * order + a] } }
                guard solveLinear(normal, right) else { return nil }
                for i in marks.indices {
                    var px = 0.0
                    var py = 0.0
                    for a in 0..<order {
                        px += rows[i * order + a] * right[2 * a]
                        py += rows[i * order + a] * right[2 * a + 1]
                    }
                    errors[i] = (Point(x: px, y: py) - marks[i].point).length
                    weights[i] = RobustFit.weight(distance: errors[i], pitch: pitch)
                }
            }
            return (0..<order).map { (right[2 * $0], right[2 * $0 + 1]) }
        }
        return solution.map { ($0.map(\.0), $0.map(\.1), errors) }
    }

    /// What the polynomials miss of marks that are many.
    private func waves(of marks: [Mark], lines: Int, bend: Int, pitch: Double) -> [(along: Sway?, across: Sway?)] {
        let columns = marks.map { Double($0.column) }
        let offsets = marks.map { $0.point - point(column: Double($0.column), line: Double($0.line)) }
        let axes = columns.map(axes(at:))
        let across = zip(offsets, axes).map { $0.dot($1.across) }
        guard bend >= PitchFit.bentDegree else {
            return Sway(across, at: columns, pitch: pitch).map { [(nil, $0)] } ?? []
        }
        let along = zip(offsets, axes).map { $0.dot($1.along) }
        let waves = (0..<lines).map { line in
            let weights = marks.map { $0.line == line ? 1 : Self.shareOfOthers }
            return (
                along: Sway(along, at: columns, weights: weights, pitch: pitch),
                across: Sway(across, at: columns, weights: weights, pitch: pitch)
            )
        }
        return waves.allSatisfy { $0.along == nil && $0.across == nil } ? [] : waves
    }

    /// Unit vectors along the polynomials, which point the way that columns are counted, and across them, turned
    /// clockwise on the screen.
    private func axes(at column: Double) -> (along: Point, across: Point) {
        let slope = smoothAdvance(at: column, line: center)
        let along = slope * (1 / max(1e-6, slope.length))
        return (along, Point(x: -along.y, y: along.x))
    }

    /// What the polynomials miss at `column` of `line`, in pixels, and by how much that changes to the next column;
    /// beside the lines as in the nearest one.
    private func wave(at column: Double, line: Double) -> (value: Point, slope: Point) {
        let place = min(Double(waves.count - 1), max(0, line))
        let first = min(Int(place), max(0, waves.count - 2))
        var sums = (value: Point(x: 0, y: 0), slope: Point(x: 0, y: 0))
        let axes = axes(at: column)
        func add(_ sway: Sway?, _ axis: Point, _ share: Double) {
            guard let tangent = sway?.tangent(at: column) else { return }
            sums.value = sums.value + axis * (tangent.value * share)
            sums.slope = sums.slope + axis * (tangent.slope * share)
        }
        for line in first..<min(first + 2, waves.count) {
            let share = 1 - abs(place - Double(line))
            guard share > 0 else { continue }
            add(waves[line].along, axes.along, share)
            add(waves[line].across, axes.across, share)
        }
        return sums
    }

    /// The centre of the cell at `column` of `line`; both may lie outside the band or between cells.
    package func point(column: Double, line: Double) -> Point {
        let k = line - center
        var smooth = Point(
            x: middleX(column) + k * stepX(column), y: middleY(column) + k * stepY(column))
        if let flat { smooth = smooth + flat.point(column: column, line: line) }
        guard !waves.isEmpty else { return smooth }
        return smooth + wave(at: column, line: line).value
    }

    /// The step from a line to the next at `column`, in pixels.
    package func step(at column: Double) -> Point {
        let step = Point(x: stepX(column), y: stepY(column))
        return flat.map { $0.step(column: column, line: center) + step } ?? step
    }

    /// The step from a column to the next at `column` of `line`, in pixels.
    package func advance(at column: Double, line: Double) -> Point {
        let smooth = smoothAdvance(at: column, line: line)
        guard !waves.isEmpty else { return smooth }
        return smooth + wave(at: column, line: line).slope
    }

    private func smoothAdvance(at column: Double, line: Double) -> Point {
        let k = line - center
        let advance = Point(
            x: middleX.slope(at: column) + k * stepX.slope(at: column),
            y: middleY.slope(at: column) + k * stepY.slope(at: column))
        return flat.map { $0.advance(column: column, line: line) + advance } ?? advance
    }
}
