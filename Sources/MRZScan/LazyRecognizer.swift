import Imaging
import Recognition

/// A recogniser that is made when the first line is to be read: pictures without an MRZ never load its model.
final class LazyRecognizer: TextRecognizer {
    private let recognizer: MadeOnce<any TextRecognizer>

    init(_ make: @escaping () throws(RecognitionError) -> any TextRecognizer) { recognizer = MadeOnce(make) }

    func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] { try recognizer.value().recognize(line) }

    func recognize(_ lines: [GrayImage]) throws(RecognitionError) -> [[Glyph]] {
        try recognizer.value().recognize(lines)
    }
}

/// A verifier that is made when the first reading is to be verified.
final class LazyVerifier: GlyphVerifier {
    private let verifier: MadeOnce<any GlyphVerifier>

    init(_ make: @escaping () throws(RecognitionError) -> any GlyphVerifier) { verifier = MadeOnce(make) }

    func evidence(in line: GrayImage, firstMiddle: Double, count: Int) throws(RecognitionError) -> [CellEvidence] {
        try verifier.value().evidence(in: line, firstMiddle: firstMiddle, count: count)
    }

    func surroundings(
        at line: GrayImage, firstMiddle: Double, count: Int
    ) throws(RecognitionError) -> [CellEvidence] {
        try verifier.value().surroundings(at: line, firstMiddle: firstMiddle, count: count)
    }

    func likeness(of cell: GlyphCell, to others: [GlyphCell]) throws(RecognitionError) -> Float {
        try verifier.value().likeness(of: cell, to: others)
    }

    func alterationScores(
        of cell: GlyphCell, as character: Int
    ) throws(RecognitionError) -> [AlterationScore] {
        try verifier.value().alterationScores(of: cell, as: character)
    }
}

/// Something that is made when it is first asked for; what could not be made is tried again.
private final class MadeOnce<Value> {
    private let make: () throws(RecognitionError) -> Value
    private var made: Value?

    init(_ make: @escaping () throws(RecognitionError) -> Value) { self.make = make }

    func value() throws(RecognitionError) -> Value {
        if let made { return made }
        let value = try make()
        made = value
        return value
    }
}
