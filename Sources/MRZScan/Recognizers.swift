import NetworkRecognition
package import OCRModels
package import Recognition
package import Scanning
import TesseractRecognition

/// The recognisers of the program, chosen in one place.
package enum Recognizers {
    /// Reads with `model`.
    ///
    /// - Throws: `RecognitionError` when there is no model to read with.
    package static func reader(_ model: OCRModel) throws(RecognitionError) -> any TextRecognizer {
        let reader: any TextRecognizer =
            switch model.engine {
            case .network: try NetworkRecognizer(model: model)
            case .tesseract: try TesseractRecognizer(model: model)
            case .both: try network(model)
            }
        return model.threshold == .none ? reader : ThresholdedRecognizer(reader, model.threshold)
    }

    /// Everybody who reads with `model`, its reader made at once.
    ///
    /// - Throws: `RecognitionError` when there is no model to read with.
    package static func panel(_ model: OCRModel) throws(RecognitionError) -> RecognizerPanel {
        panel(model, try reader(model))
    }

    /// Everybody who reads with `model`, each made when it is first asked: pictures without an MRZ load no model, and a
    /// model that is missing is told by the first line.
    package static func lazyPanel(_ model: OCRModel) -> RecognizerPanel {
        panel(model, LazyRecognizer { () throws(RecognitionError) in try reader(model) })
    }

    /// The program's own runtime with `model`, or with the built-in one where only Tesseract knows its layers.
    private static func network(_ model: OCRModel) throws(RecognitionError) -> NetworkRecognizer {
        do throws(RecognitionError) {
            return try NetworkRecognizer(model: model)
        } catch {
            guard error.code == .modelUnsupported else { throw error }
            return try NetworkRecognizer(model: .builtIn)
        }
    }

    private static func panel(_ model: OCRModel, _ reader: any TextRecognizer) -> RecognizerPanel {
        // Of the built-in models Tesseract has the other one: two networks that agree say more than one run twice.
        let second = model.hasBytes(of: .secondReader) ? OCRModel.builtIn : .secondReader
        let other = model.engine == .both && !model.isBuiltIn ? model : second
        var panel = RecognizerPanel(
            reader: reader,
            secondReader: LazyRecognizer { () throws(RecognitionError) in try NetworkRecognizer(model: second) },
            tieBreaker: LazyRecognizer { () throws(RecognitionError) in
                try TesseractRecognizer(model: other, alternatives: false)
            },
            verifier: LazyVerifier { () throws(RecognitionError) in try CellVerifier(model: .verifier) })
        panel.demandsAgreement = model.engine == .both
        // Who chooses a model or Tesseract wants that one to read.
        if model.engine == .network, model.isBuiltIn, model.threshold == .none {
            panel.typefaceReader = LazyRecognizer { () throws(RecognitionError) in
                try NetworkRecognizer(model: .typefaces)
            }
        }
        return panel
    }
}
