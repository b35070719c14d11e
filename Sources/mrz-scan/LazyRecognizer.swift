import Imaging
import Recognition
import TesseractRecognition

/// A Tesseract recogniser that is made when the first line is to be read: pictures without an MRZ never load a model.
final class LazyRecognizer: TextRecognizer {
    private let model: OCRModel
    private var recognizer: TesseractRecognizer?

    init(model: OCRModel) { self.model = model }

    func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] {
        if let recognizer { return try recognizer.recognize(line) }
        let made = try TesseractRecognizer(model: model)
        recognizer = made
        return try made.recognize(line)
    }
}
