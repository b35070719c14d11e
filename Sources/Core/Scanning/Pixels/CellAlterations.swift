import MRZDetection
import MRZParsing
import Recognition

/// How much letters that no check digit protects look like others that were altered. A stroke that is erased with the
/// light, the tint and the grain of the paper leaves nothing over the print and nothing beside it, and one that is drawn
/// with a fine pen in the ink of the page is print to the networks; but an O without its right side is no C.
struct CellAlterations {
    /// The score of each such letter, by its place: below 0 for half of all whole letters, above 1 for three of ten
    /// thousand. Letters are left out where no other one can stand: no sex is an `E`, no State has the code `MOO`, and no
    /// passport begins with F.
    let scores: [MRZPosition: Float]

    /// A page's own print takes no more than this off a score.
    private static let maxUsual: Float = 0.5

    /// - Throws: `RecognitionError` when the verifier fails.
    init(
        of transcript: Transcript, on strips: [LineStrip], by verifier: any GlyphVerifier
    ) throws(RecognitionError) {
        var (erased, drawn) = (Kind(), Kind())
        for (place, character) in transcript.unprotectedLetters {
            let strip = strips[place.line]
            let middle = strip.middle(ofColumn: transcript.starts[place.line] + place.column)
            let cell = GlyphCell(line: strip.image, middle: middle)
            let found = try verifier.alterationScores(of: cell, as: Int(character.index))
            let possible = found.filter { score in
                MRZCharacter(index: score.other).map { Self.canStand($0, at: place, in: transcript.mrz) } ?? false
            }
            erased.add(
                found.filter { !$0.isDrawn }, possible: possible.filter { !$0.isDrawn }, at: place, of: character)
            drawn.add(found.filter(\.isDrawn), possible: possible.filter(\.isDrawn), at: place, of: character)
        }
        scores = erased.scores(asLeast: false).merging(drawn.scores(asLeast: true), uniquingKeysWith: max)
    }

    /// Whether another letter could have stood at a place: not one that makes a document code that the standard does not
    /// foresee of one that it does.
    private static func canStand(_ other: MRZCharacter, at place: MRZPosition, in mrz: MRZ) -> Bool {
        let isCode = mrz.format.documentCodeSpan.positions.contains(place)
        return mrz.admits(other, at: place)
            && !(isCode && mrz.hasStandardDocumentCode && !mrz.replacing(place, by: other).hasStandardDocumentCode)
    }

    /// Letters of which strokes were erased, or to which some were drawn.
    private struct Kind {
        /// The scores of letters that can be others, and what letters score that can be no other one: those are whole, and
        /// the page's typeface draws them so.
        private var suspects: [MRZCharacter: [(place: MRZPosition, score: Float)]] = [:]
        private var whole: [MRZCharacter: [Float]] = [:]

        mutating func add(
            _ found: [AlterationScore], possible: [AlterationScore], at place: MRZPosition, of character: MRZCharacter
        ) {
            if let score = possible.map(\.score).max() {
                suspects[character, default: []].append((place, score))
            } else if let score = found.map(\.score).max() {
                whole[character, default: []].append(score)
            }
        }

        /// The scores less what the page's own print takes off.
        ///
        /// - Parameter asLeast: whether the least of several is taken for whole where none has to be. A pen alters one at a
        ///   time; what wears a type, or a page, leaves the same of each.
        func scores(asLeast: Bool) -> [MRZPosition: Float] {
            let scores = suspects.flatMap { character, letters in
                let least = asLeast && letters.count > 1 ? letters.map(\.score).min() : nil
                let usual = whole[character].map { $0.reduce(0, +) / Float($0.count) } ?? least ?? 0
                return letters.map { ($0.place, $0.score - min(max(0, usual), CellAlterations.maxUsual)) }
            }
            return Dictionary(uniqueKeysWithValues: scores)
        }
    }
}
