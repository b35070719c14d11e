package import Imaging

/// The light that falls on a line, where it changes from one place to the next: the edges of shadows, and creases.
///
/// A flattened strip has the light of each column taken out of it. An edge that runs across a cell stays, and looks like
/// a stroke. Here the light is what is broad: what no square of `breadth` cells fits into, print and specks among it, is
/// left out.
package struct StripLight {
    private let strip: GrayImage
    private let geometry: StripGeometry
    /// The light at each pixel.
    private let light: [UInt8]

    /// What is narrower than so many cells, or lower, is no light.
    private static let breadth = 1.2
    /// Light that differs by this share within a cell, or right above it or below, has an edge there.
    private static let minEdge = 0.16
    /// Flattening spreads an edge over so many cells to either side of its own.
    private static let flattened = 2
    /// Print is looked for so many cells to either side of the middle of a cell with an edge.
    private static let reach = 1.5
    /// Each side of an edge has this share of the ink that its rows have along the line.
    private static let minPrint = 0.15
    /// A side where the rows have less ink than so many pixels is not asked.
    private static let minPixels = 6.0
    /// So much of an edge has ink at it.
    private static let minCrossed = 0.05
    /// Ink is looked at so many cells to either side of an edge; it differs by so much of the light at most.
    private static let inkReach = 3.0
    private static let maxInkStep = 0.06
    /// So many pixels to either side of the edge do not count.
    private static let edge = 2
    /// The ink of a line is the share of its pixels that is darker than all others.
    private static let ink = 0.05

    /// The size of strips that show as much more above and below a line as light is broad.
    ///
    /// - Parameters:
    ///   - geometry: of the strips that are flattened.
    ///   - share: of their size.
    package static func geometry(beyond geometry: StripGeometry, times share: Double = 1) -> StripGeometry {
        let (pitch, capHeight) = (geometry.pitch * share, geometry.capHeight * share)
        let height = Int((Double(geometry.height) * share).rounded()) + 2 * Int(breadth * pitch)
        return StripGeometry(height: height, capHeight: capHeight, pitch: pitch, margin: geometry.margin)
    }

    /// - Parameters:
    ///   - strip: a line as it looks in the picture, its print dark; see `Rectifier.cut`. Its first and last rows are
    ///     looked at for their light alone.
    ///   - geometry: of that strip.
    package init(of strip: GrayImage, _ geometry: StripGeometry) {
        self.strip = strip
        self.geometry = geometry
        var ground = Ground(strip)
        let reach = Int(Self.breadth * geometry.pitch / 2)
        ground.grow(by: reach)
        ground.shrink(by: 2 * reach)
        ground.grow(by: reach)
        light = ground.levels
    }

    /// Whether an edge of the light runs across any cell, or right above it or below.
    ///
    /// - Parameter columns: of the grid, the ones that hold the line.
    package func hasEdge(in columns: Range<Int>) -> Bool {
        let rows = rows(strip.height - 2 * Int(Self.breadth * geometry.pitch))
        return columns.contains { hasEdge(pixels(from: Double($0), to: Double($0 + 1)), rows) }
    }

    /// How the light changes from above the line to below it; nil where it is even.
    ///
    /// - Parameter columns: of the grid, the ones that hold the line.
    package func fall(in columns: Range<Int>) -> LightFall? {
        let rows = rows(Int((2 * LightFall.reach * geometry.capHeight).rounded()))
        let profiles = columns.map { column -> [Double] in
            let cell = pixels(from: Double(column), to: Double(column + 1))
            return rows.map { y in
                Double(cell.reduce(0) { $0 + Int(light[y * strip.width + $1]) }) / Double(max(1, cell.count))
            }
        }
        return LightFall(from: columns.lowerBound, of: profiles)
    }

    /// The cells that an edge of the light changes, as columns of the grid, where print goes on from its one side to the
    /// other. What covers print, a finger or another paper, has an edge as well.
    ///
    /// - Parameters:
    ///   - columns: of the grid, the ones that hold the line.
    ///   - height: of the strip that is flattened, in pixels.
    package func changedCells(in columns: Range<Int>, ofHeight height: Int) -> [Int] {
        let rows = rows(height)
        let edges = columns.filter { hasEdge(pixels(from: Double($0), to: Double($0 + 1)), rows) }
        guard !edges.isEmpty else { return [] }
        let print = Print(of: self, in: columns)
        // An edge that is not steep runs through several cells.
        let runs = edges.reduce(into: [Range<Int>]()) { runs, column in
            if runs.last?.upperBound == column {
                runs[runs.count - 1] = runs[runs.count - 1].lowerBound..<column + 1
            } else {
                runs.append(column..<column + 1)
            }
        }
        let uncrossed = runs.filter { !isCrossed($0, print) }.flatMap(\.self)
        let covers = uncrossed + edges.filter { isCover(at: $0, in: columns, print) }
        func isNear(_ column: Int, _ others: [Int]) -> Bool {
            others.contains { abs($0 - column) <= Self.flattened }
        }
        return columns.filter { isNear($0, edges) && !isNear($0, covers) }
    }

    /// The strip as it would look in one light.
    package var evened: GrayImage {
        let usual = Double(light.max() ?? 255)
        return GrayImage(
            width: strip.width, height: strip.height,
            pixels: zip(strip.pixels, light).map { UInt8(min(255, Double($0) * usual / Double(max(1, $1)))) })
    }

    /// So many rows in the middle.
    private func rows(_ count: Int) -> Range<Int> {
        ((strip.height - count) / 2..<(strip.height + count) / 2).clamped(to: 0..<strip.height)
    }

    private func pixels(from first: Double, to end: Double) -> Range<Int> {
        func x(_ column: Double) -> Int { Int(((geometry.margin + column) * geometry.pitch).rounded()) }
        return (x(first)..<x(end)).clamped(to: 0..<strip.width)
    }

    private func extremes(in columns: Range<Int>, _ rows: Range<Int>) -> (darkest: Int, lightest: Int)? {
        guard !columns.isEmpty, !rows.isEmpty else { return nil }
        var (darkest, lightest) = (255, 0)
        for y in rows {
            for x in columns {
                let level = Int(light[y * strip.width + x])
                darkest = min(darkest, level)
                lightest = max(lightest, level)
            }
        }
        return (darkest, lightest)
    }

    private func hasEdge(_ columns: Range<Int>, _ rows: Range<Int>) -> Bool {
        guard let (darkest, lightest) = extremes(in: columns, rows) else { return false }
        return Double(lightest - darkest) > Self.minEdge * Double(lightest)
    }

    /// How much of the light a pixel has.
    private func share(_ place: Int) -> Double { Double(strip.pixels[place]) / Double(max(1, light[place])) }

    /// Where the ink of a line is.
    private struct Print {
        /// Rows of capitals.
        let rows: Range<Int>
        /// The share of the light that is half way from ink to paper.
        let level: Double
        /// The share of each row of the strip that is ink.
        let usual: [Double]

        init(of light: StripLight, in columns: Range<Int>) {
            rows = light.rows(Int(light.geometry.capHeight))
            let line = light.pixels(from: Double(columns.lowerBound), to: Double(columns.upperBound))
            let width = light.strip.width
            let shares = rows.flatMap { y in line.map { light.share(y * width + $0) } }
            let level = (percentile(shares, ink) + 1) / 2
            self.level = level
            usual = (0..<light.strip.height).map { y in
                Double(line.count { light.share(y * width + $0) < level }) / Double(max(1, line.count))
            }
        }
    }

    /// Whether what has an edge in a cell is no shadow: it has no print, or print of its own.
    private func isCover(at column: Int, in columns: Range<Int>, _ print: Print) -> Bool {
        func near(_ reach: Double) -> Range<Int> {
            let middle = Double(column) + 0.5
            return pixels(
                from: max(Double(columns.lowerBound), middle - reach),
                to: min(Double(columns.upperBound), middle + reach))
        }
        let (place, around) = (near(Self.reach), near(Self.inkReach))
        if !goesOn(in: around, at: column) { return true }
        // No print is at stake where the edge runs above the line or below it.
        guard hasEdge(place, print.rows), let (darkest, lightest) = extremes(in: place, print.rows) else {
            return false
        }
        let level = (darkest + lightest) / 2
        return !isPrinted(place, print, dividedAt: level) || !isOneInk(around, print, dividedAt: level)
    }

    /// Whether a pixel lies on the lighter side of an edge.
    private func isLighter(_ x: Int, _ y: Int, than level: Int) -> Bool { Int(light[y * strip.width + x]) > level }

    private func isInk(_ x: Int, _ y: Int, _ print: Print) -> Bool { share(y * strip.width + x) < print.level }

    /// Calls `body` for each pixel of a place that lies not right at the edge.
    private func forEachPixel(
        of columns: Range<Int>, _ rows: Range<Int>, dividedAt level: Int,
        _ body: (_ x: Int, _ y: Int, _ isLighter: Bool) -> Void
    ) {
        for y in rows {
            for x in columns.dropFirst(Self.edge).dropLast(Self.edge) {
                let side = isLighter(x, y, than: level)
                // An edge that is not sharp is darker than the light on its one side.
                let isInside = [-Self.edge, Self.edge].allSatisfy {
                    isLighter(x + $0, y, than: level) == side && isLighter(x, y + $0, than: level) == side
                }
                if isInside { body(x, y, side) }
            }
        }
    }

    /// Whether the darker and the lighter part of a place have print as the line has.
    private func isPrinted(_ columns: Range<Int>, _ print: Print, dividedAt level: Int) -> Bool {
        var (expected, inks) = ([0.0, 0.0], [0.0, 0.0])
        forEachPixel(of: columns, print.rows, dividedAt: level) { x, y, isLighter in
            expected[isLighter ? 1 : 0] += print.usual[y]
            if isInk(x, y, print) { inks[isLighter ? 1 : 0] += 1 }
        }
        return zip(inks, expected).allSatisfy { $1 < Self.minPixels || $0 >= Self.minPrint * $1 }
    }

    /// Whether an edge that runs through some cells crosses print: a label has its edges between characters.
    private func isCrossed(_ cells: Range<Int>, _ print: Print) -> Bool {
        var (count, inks) = (0, 0)
        for cell in cells {
            let columns = pixels(from: Double(cell) - Self.reach, to: Double(cell) + 1 + Self.reach)
            guard let (darkest, lightest) = extremes(in: columns, print.rows) else { continue }
            let level = (darkest + lightest) / 2
            for y in print.rows {
                for x in pixels(from: Double(cell), to: Double(cell + 1)).dropFirst().dropLast(2) {
                    let side = isLighter(x, y, than: level)
                    if side != isLighter(x + 1, y, than: level) {
                        count += 1
                        if (x - 1...x + 2).contains(where: { isInk($0, y, print) }) { inks += 1 }
                    }
                    if side != isLighter(x, y + 1, than: level) {
                        count += 1
                        if (y - 1...y + 2).contains(where: { isInk(x, $0, print) }) { inks += 1 }
                    }
                }
            }
        }
        return Double(inks) >= Self.minCrossed * Double(count)
    }

    /// Whether the ink on both sides of an edge has the same share of the light.
    private func isOneInk(_ columns: Range<Int>, _ print: Print, dividedAt level: Int) -> Bool {
        var (darker, lighter) = ([Double](), [Double]())
        forEachPixel(of: columns, print.rows, dividedAt: level) { x, y, isLighter in
            let share = share(y * strip.width + x)
            if isLighter { lighter.append(share) } else { darker.append(share) }
        }
        guard !darker.isEmpty, !lighter.isEmpty else { return true }
        return abs(percentile(darker, Self.ink) - percentile(lighter, Self.ink)) <= Self.maxInkStep
    }

    /// Whether both what is darker and what is lighter round a cell goes on above the line or below it: a label on one line
    /// ends there.
    private func goesOn(in columns: Range<Int>, at column: Int) -> Bool {
        let all = rows(strip.height - 2 * Int(Self.breadth * geometry.pitch))
        guard let (darkest, lightest) = extremes(in: pixels(from: Double(column), to: Double(column + 1)), all) else {
            return false
        }
        let level = (darkest + lightest) / 2
        let beyond = Int(geometry.capHeight / 2 + Self.breadth * geometry.pitch)
        let outside = [strip.height / 2 - beyond, strip.height / 2 + beyond].filter { (0..<strip.height).contains($0) }
        return [false, true].allSatisfy { side in
            outside.contains { y in columns.contains { isLighter($0, y, than: level) == side } }
        }
    }
}

/// Grey levels of which what is small is taken away.
private struct Ground {
    private(set) var levels: [UInt8]
    private let width: Int
    private let height: Int

    init(_ image: GrayImage) {
        levels = image.pixels
        width = image.width
        height = image.height
    }

    /// Each pixel as light as the lightest so many rows and columns off.
    mutating func grow(by reach: Int) {
        takeAlong(reach) { max($0, $1) }
        takeAcross(reach) { max($0, $1) }
    }

    /// Each as dark as the darkest.
    mutating func shrink(by reach: Int) {
        takeAlong(reach) { min($0, $1) }
        takeAcross(reach) { min($0, $1) }
    }

    /// The extremes along each row.
    @inline(__always)
    private mutating func takeAlong(_ reach: Int, _ choose: (UInt8, UInt8) -> UInt8) {
        let (width, steps) = (width, RunningExtreme.steps(upTo: reach))
        levels.withUnsafeMutableBufferPointer { levels in
            var before = [UInt8](repeating: 0, count: width)
            for first in stride(from: 0, to: levels.count, by: width) {
                for step in steps {
                    for x in first..<max(first, first + width - step) {
                        levels[x] = choose(levels[x], levels[x + step])
                    }
                }
                for x in 0..<width { before[x] = levels[first + x] }
                for x in 0..<width { levels[first + x] = choose(before[x], before[max(0, x - reach)]) }
            }
        }
    }

    /// The extremes of each column, row by row.
    @inline(__always)
    private mutating func takeAcross(_ reach: Int, _ choose: (UInt8, UInt8) -> UInt8) {
        let (width, height, steps) = (width, height, RunningExtreme.steps(upTo: reach))
        levels.withUnsafeMutableBufferPointer { levels in
            for step in steps {
                let other = step * width
                for i in 0..<max(0, (height - step) * width) { levels[i] = choose(levels[i], levels[i + other]) }
            }
            // From the last row up: each needs what one above has before that is changed.
            for y in (0..<height).reversed() {
                let (here, above) = (y * width, max(0, y - reach) * width)
                for x in 0..<width { levels[here + x] = choose(levels[here + x], levels[above + x]) }
            }
        }
    }
}

/// How an extreme over many places is taken in few steps.
enum RunningExtreme {
    /// Steps that take in `reach` places further on: over twice as many at each; what is taken twice changes no extreme.
    static func steps(upTo reach: Int) -> [Int] {
        var (steps, taken) = ([Int](), 1)
        while taken < reach + 1 {
            steps.append(min(taken, reach + 1 - taken))
            taken *= 2
        }
        return steps
    }
}
