import MRZDetection
import MRZParsing
import Recognition

/// How much letters that no check digit protects look like what is left of larger ones. A stroke that is erased with
/// the light, the tint and the grain of the paper leaves nothing over the print and nothing beside it; but an O without its
/// right side is no C.
struct CellRemnants {
    /// The score of each such letter, by its place: below 0 for half of all whole letters, above 1 for three of ten
    /// thousand. Letters are left out where no larger one can stand: no sex is an `E`, and no State has the code `MOO`.
    let scores: [MRZPosition: Float]

    /// A page's own print takes no more than this off a score.
    private static let maxUsual: Float = 0.5

    /// - Throws: `RecognitionError` when the verifier fails.
    init(
        of transcript: Transcript, on strips: [LineStrip], by verifier: any GlyphVerifier
    ) throws(RecognitionError) {
        var scores: [MRZPosition: Float] = [:]
        /// What whole letters of the page score: its typeface draws them so.
        var whole: [MRZCharacter: [Float]] = [:]
        for (place, character) in transcript.unprotectedLetters {
            let strip = strips[place.line]
            let middle = strip.middle(ofColumn: transcript.starts[place.line] + place.column)
            let cell = GlyphCell(line: strip.image, middle: middle)
            let found = try verifier.remnantScores(of: cell, as: Int(character.index))
            let possible = found.filter { larger, _ in
                MRZCharacter(index: larger).map { transcript.mrz.admits($0, at: place) } ?? false
            }
            if let score = possible.values.max() {
                scores[place] = score
            } else if let score = found.values.max() {
                whole[character, default: []].append(score)
            }
        }
        self.scores = Dictionary(
            uniqueKeysWithValues: scores.map { place, score in
                let usual = whole[transcript.mrz.character(at: place)].map { $0.reduce(0, +) / Float($0.count) } ?? 0
                return (place, score - min(max(0, usual), Self.maxUsual))
            })
    }
}
