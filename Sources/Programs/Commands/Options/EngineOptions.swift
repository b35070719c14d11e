public import ArgumentParser
public import OCRModels
public import Recognition

extension OCRModel.Engine: ExpressibleByArgument {}
extension LineThreshold: ExpressibleByArgument {}

/// What reads the lines, and with which model.
package struct EngineOptions: ParsableArguments {
    @OptionGroup private var models: ModelOptions

    @Option(
        help: ArgumentHelp(
            """
            What reads the lines: network, the program's own; tesseract; or both, which have to agree. By default \
            network where it knows the model.
            """, valueName: "name"))
    package var engine: OCRModel.Engine?

    @Option(help: "How lines are made black and white before they are read: none, otsu, adaptive or sauvola.")
    package var threshold = LineThreshold.none

    package init() {}

    /// A file, or the name of an installed one; nil for the built-in one.
    package var model: String? { models.model }

    /// - Throws: `RecognitionError` when there is no such model.
    package func chosen() throws(RecognitionError) -> OCRModel {
        try .chosen(model, engine: engine, threshold: threshold)
    }

    /// The options as another process is given them.
    package var arguments: [String] {
        (model.map { ["--model=\($0)"] } ?? []) + (engine.map { ["--engine", $0.rawValue] } ?? [])
            + (threshold == .none ? [] : ["--threshold", threshold.rawValue])
    }
}
