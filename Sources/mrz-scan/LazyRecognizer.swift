import Imaging
import Recognition

/// A recogniser that is made when the first line is to be read: pictures without an MRZ never load its model.
final class LazyRecognizer: TextRecognizer {
    private let make: () throws(RecognitionError) -> any TextRecognizer
    private var recognizer: (any TextRecognizer)?

    init(_ make: @escaping () throws(RecognitionError) -> any TextRecognizer) {
        self.make = make
    }

    func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] { try made().recognize(line) }

    func recognize(_ lines: [GrayImage]) throws(RecognitionError) -> [[Glyph]] { try made().recognize(lines) }

    private func made() throws(RecognitionError) -> any TextRecognizer {
        if let recognizer { return recognizer }
        let made = try make()
        recognizer = made
        return made
    }
}
