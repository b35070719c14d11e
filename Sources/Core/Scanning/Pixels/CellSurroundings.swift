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

    /// How far a cell may stand beside its place in the grid, in pixels of the strip: at the ends of a bent line.
    private static let shifts = [-3.0, 3.0]
    /// The log odds of what is claimed below which a cell is looked at there too.
    private static let minClaim: Float = 0
    /// Grey level of the paper of a flattened strip.
    private static let paperLevel: UInt8 = 240

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
                above: line > 0 ? free : nil, below: line + 1 < strips.count ? free : nil, to: Self.paperLevel)
            let characters = transcript.mrz.lines[line].characters
            let first = strip.origin + (Double(transcript.starts[line]) + 0.5) * strip.pitch
            let looks = try verifier.surroundings(
                at: image, firstMiddle: first - strip.pitch, count: characters.count + 2)
            var best = characters.indices.map { Self.claim(looks[$0 + 1], of: characters[$0]) }
            var ends = [looks[0].paper, looks[looks.count - 1].paper]
            let isWeak = best.contains { $0 < Self.minClaim } || ends.contains { $0 < Self.minClaim }
            for shift in isWeak ? Self.shifts : [] {
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
    private static func claim(_ look: GlyphLook, of character: MRZCharacter) -> Float {
        let round = [MRZCharacter(digit: 0), .letterO]
        guard round.contains(character) else { return look.logOdds[Int(character.index)] }
        return round.compactMap { $0 }.map { look.logOdds[Int($0.index)] }.max() ?? 0
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
