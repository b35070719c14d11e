import Imaging
import Recognition

/// A recogniser that is made when the first line is to be read: pictures without an MRZ never load its model.
final class LazyRecognizer: TextRecognizer {
    private let make: () throws(RecognitionError) -> any TextRecognizer
    private var recognizer: (any TextRecognizer)?

    init(_ make: @escaping () throws(RecognitionError) -> any TextRecognizer) {
        self.make = make
    }

    func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] {
        if let recognizer { return try recognizer.recognize(line) }
        let made = try make()
        recognizer = made
        return try made.recognize(line)
    }
}
