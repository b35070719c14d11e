import MRZDetection
import MRZParsing
import Recognition

/// How much letters that no check digit protects look like what is left of larger ones. A stroke that is erased with
/// the light, the tint and the grain of the paper leaves nothing over the print and nothing beside it; but an O without its
/// right side is no C.
struct CellRemnants {
    /// The score of each such letter, by its place: below 0 for half of all whole letters, above 1 for three of ten
    /// thousand.
    let scores: [MRZPosition: Float]

    /// - Throws: `RecognitionError` when the verifier fails.
    init(
        of transcript: Transcript, on strips: [LineStrip], by verifier: any GlyphVerifier
    ) throws(RecognitionError) {
        var scores: [MRZPosition: Float] = [:]
        for (place, character) in transcript.unprotectedLetters {
            let strip = strips[place.line]
            let middle = strip.middle(ofColumn: transcript.starts[place.line] + place.column)
            let cell = GlyphCell(line: strip.image, middle: middle)
            scores[place] = try verifier.remnantScore(of: cell, as: Int(character.index))
        }
        self.scores = scores
    }
}
