import Imaging
import MRZDetection
import MRZParsing
import Recognition

/// How plainly each cell shows its character whole and clean and nothing round it: a sign between two letters, a dot or a
/// hook below one, a small letter above. `StrayPrint` tells the pieces that stand by themselves; what touches a
/// character is told by what knows its shape.
struct CellSurroundings {
    /// The log odds of every cell of the layout, line by line, at the best of a few places beside each other.
    let claims: [[Float]]
    /// The log odds that the cell before each line and the one behind it show bare paper.
    let paper: [[Float]]

    /// - Parameters:
    ///   - transcript: what the lines are read as.
    ///   - strips: of the lines, higher than those that are read.
    ///   - capHeight: of those strips, in pixels.
    ///   - clearance: how far from the middle of a line nothing of the next one reaches, in capital heights.
    /// - Throws: `RecognitionError` when the verifier fails.
    init(
        of transcript: Transcript, on strips: [LineStrip], capHeight: Double, clearance: Double,
        by verifier: any GlyphVerifier
    ) throws(RecognitionError) {
        var claims: [[Float]] = []
        var paper: [[Float]] = []
        for (line, strip) in strips.enumerated() {
            let free = Int((clearance * capHeight).rounded(.down))
            let image = strip.image.cleared(
                above: line > 0 ? free : nil, below: line + 1 < strips.count ? free : nil, to: GrayImage.flattenedPaper)
            let characters = transcript.mrz.lines[line].characters
            let first = strip.middle(ofColumn: transcript.starts[line])
            let cells = try verifier.surroundings(
                at: image, firstMiddle: first - strip.pitch, count: characters.count + 2)
            var best = characters.indices.map { Self.claim(cells[$0 + 1], of: characters[$0]) }
            var ends = [cells[0].paper, cells[cells.count - 1].paper]
            let isWeak = best.contains { $0 < LineEvidence.minClaim } || ends.contains { $0 < LineEvidence.minClaim }
            for shift in isWeak ? LineEvidence.shifts : [] {
                let beside = try verifier.surroundings(
                    at: image, firstMiddle: first - strip.pitch + shift, count: characters.count + 2)
                for column in characters.indices {
                    best[column] = max(best[column], Self.claim(beside[column + 1], of: characters[column]))
                }
                ends = [max(ends[0], beside[0].paper), max(ends[1], beside[beside.count - 1].paper)]
            }
            claims.append(best)
            paper.append(ends)
        }
        self.claims = claims
        self.paper = paper
    }

    /// The log odds that a cell shows `character`. A zero and a letter O differ by little, which `PixelJudge` looks at.
    private static func claim(_ cell: CellEvidence, of character: MRZCharacter) -> Float {
        let round = [MRZCharacter.zero, .letterO]
        guard round.contains(character) else { return cell.logOdds[Int(character.index)] }
        return round.compactMap { $0 }.map { cell.logOdds[Int($0.index)] }.max() ?? 0
    }
}

extension GrayImage {
    /// With the rows that lie further above or below the middle than so many rows painted over.
    fileprivate func cleared(above: Int?, below: Int?, to level: UInt8) -> GrayImage {
        let middle = height / 2
        let first = max(0, above.map { middle - $0 } ?? 0)
        let end = min(height, below.map { middle + $0 + 1 } ?? height)
        guard first > 0 || end < height, first < end else { return self }
        let paper = [
            Array(repeating: level, count: first * width), Array(repeating: level, count: (height - end) * width),
        ]
        return GrayImage(
            width: width, height: height, pixels: paper[0] + pixels[(first * width)..<(end * width)] + paper[1])
    }
}
