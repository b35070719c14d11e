import NetworkRecognition
import OCRModels
import Recognition
import TesseractRecognition

/// The recognisers of the program, chosen in one place.
enum Recognizers {
    /// Reads with `model`.
    ///
    /// - Throws: `RecognitionError` when there is no model to read with.
    static func reader(_ model: OCRModel) throws(RecognitionError) -> any TextRecognizer {
        try NetworkRecognizer(model: model)
    }

    /// Reads once more what is about to be called verified, with another network.
    static var witness: any TextRecognizer {
        LazyRecognizer { () throws(RecognitionError) in try NetworkRecognizer(model: .witness) }
    }

    /// Reads once more what was in doubt before it is called verified: Tesseract, with the other network.
    static var arbiter: any TextRecognizer {
        LazyRecognizer { () throws(RecognitionError) in try TesseractRecognizer(model: .witness, alternatives: false) }
    }
}
