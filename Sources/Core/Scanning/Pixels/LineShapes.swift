import Imaging
import MRZDetection
import MRZParsing

/// How the characters of a zone's lines are formed: how far they lean, and whether they grow along the lines as the
/// distance of the lines does.
///
/// A line of another page that lies over one of this page seldom lies exactly as that did. However a page is held, its
/// lines stay in one plane: they lean alike, and where they come nearer to each other their characters become smaller.
struct LineShapes {
    /// How far the stems of each line lean: pixels along the line for one across it; nil where that is not plain, in
    /// blur and where a page is bent.
    let leans: [Double?]
    /// The largest difference between the leans of two lines.
    let lean: Double
    /// By how much the characters grow from one end of the lines to the other, beyond what the distance of the lines
    /// does there, as a share of their height; 0 where too few tell.
    let growth: Double

    /// The leans that are tried, and the step from one to the next.
    private static let leanStep = 0.04
    private static let tried = stride(from: -0.4, through: 0.4, by: leanStep).map(\.self)
    /// How much of what its columns of pixels differ by at its own lean a line may keep at that of another.
    private static let maxUnlike = 0.85
    /// How much of it a line whose lean is plain may keep at the worst lean. Beyond `maxPlain` slanting strokes of
    /// letters are taken for stems.
    private static let maxKept = 0.75
    private static let maxPlain = 0.27
    /// Lean and growth are measured on so many characters of a line at least, and growth where those are spread
    /// so far, in squares of the line's length.
    private static let minCharacters = 5
    private static let minSpread = 0.5
    private static let rounds = 5

    /// - Parameters:
    ///   - transcript: what is claimed.
    ///   - strips: its lines, plainly cut.
    ///   - heights: the height of each cell over what its character has; see `CellHeights`.
    init(of transcript: Transcript, on strips: [LineStrip], heights: [[Double?]]) {
        let stems = strips.enumerated().map { line, strip -> [Double]? in
            let characters = transcript.mrz.lines[line].characters
            return characters.count { !$0.isFiller } < Self.minCharacters
                ? nil : Self.stems(of: strip, from: transcript.starts[line], columns: characters.count)
        }
        leans = stems.map { $0.flatMap(Self.plainLean) }
        let found = stems.compactMap(\.self)
        lean = found.indices.flatMap { a in (0..<a).map { Self.difference(found[a], found[$0]) } }.max() ?? 0
        let lines = heights.map { line in
            line.enumerated().compactMap { column, height in
                height.map { (place: (Double(column) + 0.5) / Double(line.count) - 0.5, height: $0) }
            }
        }.filter { $0.count >= Self.minCharacters }
        let all = lines.flatMap { line in
            let size = median(line.map(\.height))
            return line.map { (place: $0.place, height: $0.height / size - 1) }
        }
        let spread = all.reduce(0) { $0 + $1.place * $1.place }
        let fit = Polynomial(
            robustlyFitting: all.map(\.height), over: all.map(\.place), pitch: 1, degree: 1, rounds: Self.rounds)
        growth = spread < Self.minSpread ? 0 : fit.map { $0(0.5) - $0(-0.5) } ?? 0
    }

    /// How much the columns of pixels of a line differ from each other at each of the leans `tried`: most at that of its
    /// stems.
    private static func stems(of strip: LineStrip, from start: Int, columns: Int) -> [Double] {
        let image = strip.image
        let left = max(0, Int(strip.x(ofColumn: Double(start))))
        let right = min(image.width, Int(strip.x(ofColumn: Double(start + columns))))
        let middle = Double(image.height - 1) / 2
        // Wider than any lean moves a row.
        guard right - left > image.height else { return tried.map { _ in 0 } }
        return image.pixels.withUnsafeBufferPointer { pixels in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: right - left) { sums in
                tried.map { lean in
                    sums.update(repeating: 0)
                    for y in 0..<image.height {
                        let shift = Int((lean * (Double(y) - middle)).rounded())
                        let first = y * image.width + left + shift
                        for x in max(0, -shift)..<min(sums.count, sums.count - shift) {
                            sums[x] &+= 255 &- Int32(pixels[first &+ x])
                        }
                    }
                    return (1..<sums.count).reduce(0) {
                        let step = sums[$1] &- sums[$1 - 1]
                        return $0 + Double(step &* step)
                    }
                }
            }
        }
    }

    /// Where between the leans tried that of a line's stems lies; nil where none is plainly better than others.
    private static func plainLean(_ stems: [Double]) -> Double? {
        guard let best = stems.indices.max(by: { stems[$0] < stems[$1] }), let worst = stems.min(),
            worst < maxKept * stems[best], best > 1, best < stems.count - 2
        else { return nil }
        let (before, after) = (stems[best - 2], stems[best + 2])
        let curvature = before - 2 * stems[best] + after
        let lean = tried[best] + (curvature < 0 ? leanStep * (before - after) / curvature : 0)
        return abs(lean) < maxPlain ? lean : nil
    }

    /// The difference between the leans of two lines, where the stems of both plainly do not lean as those of the other
    /// line do: in blur, and where a page is bent, no lean is much better than others.
    private static func difference(_ a: [Double], _ b: [Double]) -> Double {
        guard let first = a.indices.max(by: { a[$0] < a[$1] }), let second = b.indices.max(by: { b[$0] < b[$1] }),
            a[second] < maxUnlike * a[first], b[first] < maxUnlike * b[second]
        else { return 0 }
        return abs(tried[first] - tried[second])
    }
}
