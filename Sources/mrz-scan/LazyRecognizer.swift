import Imaging
import OCRModels
import Recognition
import TesseractRecognition

/// A Tesseract recogniser that is made when the first line is to be read: pictures without an MRZ never load a model.
final class LazyRecognizer: TextRecognizer {
    private let model: OCRModel
    private let alternatives: Bool
    private var recognizer: TesseractRecognizer?

    /// - Parameter alternatives: whether glyphs carry other readings too: the decoder wants them, the witness does not.
    init(model: OCRModel, alternatives: Bool) {
        self.model = model
        self.alternatives = alternatives
    }

    func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] {
        if let recognizer { return try recognizer.recognize(line) }
        let made = try TesseractRecognizer(model: model, alternatives: alternatives)
        recognizer = made
        return try made.recognize(line)
    }
}
