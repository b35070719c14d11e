import Imaging

/// A grid fitted to print, with the window of columns that an MRZ would fill; in pixels of the searched picture.
struct FittedBand {
    let shape: BandShape
    let lines: Int
    let columns: Int
    /// The column of the shape that is the band's first.
    let start: Int
    /// Height of the capitals across the lines, in pixels.
    let capHeight: Double
    let pitch: Double
    /// From line to line across them, in pixels.
    let spacing: Double
    /// Larger is more like an MRZ; good ones reach 5 to 10.
    let score: Double

    /// - Parameter counts: how many columns the band may have.
    init?(shape: BandShape, marks: [BandShape.Mark], lines: Int, counts: [Int], blobs: Blobs) {
        var occupied = [Set<Int>](repeating: [], count: lines)
        for mark in marks { occupied[mark.line].insert(mark.column) }
        guard let low = marks.map(\.column).min(), let high = marks.map(\.column).max() else { return nil }
        var best = -Double.infinity
        var chosen: (count: Int, start: Int)?
        for count in counts {
            let first = min(low, high - count + 1)
            let last = max(low, high - count + 1)
            for start in first...last {
                var value = -0.275 * Double(count * lines)
                for line in occupied {
                    let inside = line.count { $0 >= start && $0 < start + count }
                    // What stands right beside the window is more likely a lost end than what stands further off.
                    let outside = line.count - inside
                    let ends = [0, 1, count - 2, count - 1].count { line.contains(start + $0) }
                    value += Double(inside) - 1.2 * Double(outside) + 0.9 * Double(ends)
                }
                if value > best {
                    best = value
                    chosen = (count, start)
                }
            }
        }
        guard let chosen else { return nil }
        columns = chosen.count
        start = chosen.start
        self.lines = lines
        self.shape = shape
        let inside = marks.filter { $0.column >= chosen.start && $0.column < chosen.start + chosen.count }
        let outside = marks.count - inside.count
        let middle = Double(chosen.start) + Double(chosen.count - 1) / 2
        let center = Double(lines - 1) / 2
        let advance = shape.advance(at: middle, line: center)
        pitch = advance.length
        guard pitch > 2 else { return nil }
        let along = advance * (1 / pitch)
        spacing = abs(shape.step(at: middle).cross(along))

        // Perspective: heights are compared after the local pitch has been taken out.
        var heights: [Double] = []
        var squares = 0.0
        for mark in inside {
            let here = shape.advance(at: Double(mark.column), line: Double(mark.line))
            let unit = here * (1 / max(1e-6, here.length))
            let across = Point(x: -unit.y, y: unit.x)
            heights.append(blobs.extent(of: mark.blob, along: across) * pitch / max(1e-6, here.length))
            let error =
                (shape.point(column: Double(mark.column), line: Double(mark.line)) - mark.point).length / here.length
            squares += min(0.25, error * error)
        }
        let typical = percentile(heights, 0.7)
        capHeight = min(max(typical, 0.7 * pitch), 1.2 * pitch)
        let full = heights.filter { $0 > 0.6 * typical }
        guard full.count > 3 else { return nil }
        let mean = full.reduce(0, +) / Double(full.count)
        let deviation = (full.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(full.count)).squareRoot()
        let unevenness = deviation / mean
        let coverage = Double(inside.count) / Double(columns * lines)
        let error = (squares / Double(max(1, inside.count))).squareRoot()
        var score = coverage * (1 - 2 * error) * Double(columns * lines).squareRoot()
        score -= 0.12 * Double(outside)
        score -= 3 * abs(capHeight / pitch - 0.93)
        score -= 10 * max(0, 0.72 - typical / pitch)
        score -= 6 * max(0, unevenness - 0.18)
        self.score = score
    }
}
