import NetworkRecognition
import OCRModels
import Scanning
import TesseractRecognition

extension RecognizerPanel {
    /// The program's own: every reader with the model that it is built with.
    static func builtIn() throws -> RecognizerPanel {
        RecognizerPanel(
            reader: try NetworkRecognizer(model: .builtIn),
            secondReader: try NetworkRecognizer(model: .secondReader),
            tieBreaker: try TesseractRecognizer(model: .secondReader, alternatives: false),
            verifier: try CellVerifier(model: .verifier))
    }
}
