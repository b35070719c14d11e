import Imaging
import MRZDetection
import MRZParsing
import Recognition

/// What the verifier of cells sees in one line.
struct LineEvidence {
    /// What every cell of the layout shows.
    let cells: [CellEvidence]
    /// The log odds that each cell shows what is claimed there, at the best of a few places beside each other.
    let claims: [Float]
    /// The log odds that a cell shows its letter as in a mirror; nil where that is no other sign, or not in question.
    let mirrors: [Float?]
    /// What the cells before the line and behind it show.
    let beyond: [CellEvidence]

    /// How far a cell may stand beside its place in the grid, in pixels of the strip: at the ends of a bent line.
    static let shifts = [-3.0, 3.0]
    /// The log odds of what is claimed below which a cell is looked at there too.
    static let minClaim: Float = 0
    /// How far below the median of its line what is claimed of a letter is when it is looked at in a mirror as well.
    private static let mirrorFall: Float = 2
    /// Letters that are another sign in a mirror, or none.
    private static let asymmetric = Set("BCDEFGJKLNPQRSZ".utf8.compactMap { MRZCharacter(ascii: $0) })

    /// - Parameters:
    ///   - start: the column of the strip's grid in which `characters` begin.
    ///   - characters: what is claimed.
    ///   - heights: how high the print stands in each cell; see `CellHeights`.
    /// - Throws: `RecognitionError` when the verifier fails.
    init(
        at strip: LineStrip, from start: Int, of characters: [MRZCharacter], heights: [Double?],
        by verifier: any GlyphVerifier
    ) throws(RecognitionError) {
        let endCells = PixelEvidence.endCells
        let middle = strip.middle(ofColumn: start - endCells)
        let all = try verifier.evidence(in: strip.image, firstMiddle: middle, count: characters.count + 2 * endCells)
        var cells = Array(all[endCells..<(endCells + characters.count)])
        func claim(_ cell: CellEvidence, at column: Int) -> Float {
            Self.claim(cell, of: characters[column], height: heights[column])
        }
        var best = cells.indices.map { claim(cells[$0], at: $0) }
        let weak = best.map { $0 < Self.minClaim }
        for shift in Self.shifts where weak.contains(true) {
            let beside = try verifier.evidence(
                in: strip.image, firstMiddle: middle + shift + Double(endCells) * strip.pitch, count: characters.count)
            for column in weak.indices where weak[column] && claim(beside[column], at: column) > best[column] {
                best[column] = claim(beside[column], at: column)
                // A line that runs beside its grid does so over several cells. Of one cell alone another look may say
                // that it is clean, but not which of two characters it is.
                if [column - 1, column + 1].contains(where: { weak.indices.contains($0) && weak[$0] }) {
                    cells[column] = beside[column]
                }
            }
        }
        self.cells = cells
        claims = best
        mirrors = try Self.mirrors(at: strip, from: start, of: characters, claims: best, by: verifier) {
            claim($0, at: $1)
        }
        beyond = Array(all.prefix(endCells) + all.suffix(endCells))
    }

    /// The letters of a line that are little plain and another sign in a mirror, looked at in one.
    ///
    /// - Parameter claim: the log odds that a cell shows what is claimed in a column.
    private static func mirrors(
        at strip: LineStrip, from start: Int, of characters: [MRZCharacter], claims: [Float],
        by verifier: any GlyphVerifier, claim: (CellEvidence, Int) -> Float
    ) throws(RecognitionError) -> [Float?] {
        let low = claims.sorted()[claims.count / 2] - mirrorFall
        let questionable = claims.indices.filter { claims[$0] < low && asymmetric.contains(characters[$0]) }
        var mirrors = [Float?](repeating: nil, count: claims.count)
        if questionable.isEmpty { return mirrors }
        let image = strip.image.mirrored
        for column in questionable {
            let middle = strip.middle(ofColumn: start + column)
            let seen = try verifier.evidence(in: image, firstMiddle: Double(image.width) - middle, count: 1)
            mirrors[column] = seen.first.map { claim($0, column) }
        }
        return mirrors
    }

    /// The log odds that a cell shows `character` whole and clean. In some faces a letter O has the shape that others
    /// give a zero: where it is plainly lower than the document's zeros, either shape will do.
    private static func claim(_ cell: CellEvidence, of character: MRZCharacter, height: Double?) -> Float {
        let own = cell.logOdds[Int(character.index)]
        guard character == .letterO, let zero = MRZCharacter.zero, let height, height < CellHeights.minZero
        else { return own }
        return max(own, cell.logOdds[Int(zero.index)])
    }
}
