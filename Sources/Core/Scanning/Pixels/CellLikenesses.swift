import MRZDetection
import MRZParsing
import Recognition

/// How much cells look like other cells of their page that show the same character: a letter over another one, a half
/// or one of another face does not, however well it looks to somebody who has never seen that page's print.
struct CellLikenesses {
    /// The log odds that a cell shows the same, whole and clean, by its place; none where the page has its character
    /// nowhere else.
    let logOdds: [MRZPosition: Float]

    /// How many others a cell is held against: the nearest ones, those of its own line first.
    private static let maxOthers = 4

    /// - Parameters:
    ///   - places: of the cells in question.
    ///   - exemplars: of cells that show their character plainly enough for others to be held against them.
    /// - Throws: `RecognitionError` when the verifier fails.
    init(
        at places: [MRZPosition], beside exemplars: [MRZPosition], of transcript: Transcript, on strips: [LineStrip],
        by verifier: any GlyphVerifier
    ) throws(RecognitionError) {
        func cell(at place: MRZPosition) -> GlyphCell {
            let strip = strips[place.line]
            let column = transcript.starts[place.line] + place.column
            return GlyphCell(line: strip.image, middle: strip.middle(ofColumn: column))
        }
        var logOdds: [MRZPosition: Float] = [:]
        for place in places {
            func distance(_ other: MRZPosition) -> Int {
                abs(other.column - place.column) + (other.line == place.line ? 0 : .max / 2)
            }
            let character = transcript.mrz.character(at: place)
            let others = exemplars.filter { $0 != place && transcript.mrz.character(at: $0) == character }
                .sorted { (distance($0), $0) < (distance($1), $1) }
                .prefix(Self.maxOthers)
            if others.isEmpty { continue }
            logOdds[place] = try verifier.likeness(of: cell(at: place), to: others.map(cell))
        }
        self.logOdds = logOdds
    }
}
