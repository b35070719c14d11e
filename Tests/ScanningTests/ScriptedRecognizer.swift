import Imaging
import Recognition
import Scanning

/// A recogniser that sees what it is told to, whatever the strip shows: the lines one after the other, over and over.
///
/// It keeps to the strips of `MRZScanner.Configuration`: cells of 20 pixels behind a margin of two.
final class ScriptedRecognizer: TextRecognizer {
    private let lines: [[Glyph]]
    /// Strips seen.
    private(set) var calls = 0
    private let failure: RecognitionError?

    init(_ lines: [[Glyph]], failure: RecognitionError? = nil) {
        self.lines = lines
        self.failure = failure
    }

    func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] {
        if let failure { throw failure }
        defer { calls += 1 }
        return lines[calls % lines.count]
    }

    /// Glyphs read surely, one a cell.
    static func glyphs(_ line: String) -> [Glyph] {
        line.utf8.enumerated().map { column, character in
            Glyph(
                character: character, confidence: 0.995, left: Double(column + 2) * 20, right: Double(column + 3) * 20)
        }
    }

    /// A panel of such recognisers; one of them in every place unless told otherwise.
    static func panel(
        _ reader: ScriptedRecognizer, secondReader: ScriptedRecognizer? = nil, tieBreaker: ScriptedRecognizer? = nil,
        verifier: ScriptedVerifier = ScriptedVerifier()
    ) -> RecognizerPanel {
        RecognizerPanel(
            reader: reader, secondReader: secondReader ?? reader, tieBreaker: tieBreaker ?? reader, verifier: verifier)
    }
}

/// A verifier that is sure of nothing.
final class ScriptedVerifier: GlyphVerifier {
    func evidence(in line: GrayImage, firstMiddle: Double, count: Int) throws(RecognitionError) -> [CellEvidence] {
        Array(repeating: CellEvidence(logOdds: Array(repeating: 0, count: 37), paper: 0), count: count)
    }

    func surroundings(
        at line: GrayImage, firstMiddle: Double, count: Int
    ) throws(RecognitionError) -> [CellEvidence] {
        try evidence(in: line, firstMiddle: firstMiddle, count: count)
    }

    func likeness(of cell: GlyphCell, to others: [GlyphCell]) throws(RecognitionError) -> Float { 0 }

    func alterationScores(of cell: GlyphCell, as character: Int) throws(RecognitionError) -> [AlterationScore] { [] }
}
