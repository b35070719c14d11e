public import ArgumentParser
public import OCRModels
public import Recognition

extension OCRModel.Engine: ExpressibleByArgument {}
extension LineThreshold: ExpressibleByArgument {}

/// What reads the lines, and with which model.
struct EngineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The Tesseract model to read with instead of the built-in one: a file, or the name of an installed one (eng).",
            valueName: "file"), completion: .file())
    var model: String?

    @Option(
        help: ArgumentHelp(
            """
            What reads the lines: network, the program's own; tesseract; or both, which have to agree. By default network \
            where it knows the model.
            """, valueName: "name"))
    var engine: OCRModel.Engine?

    @Option(help: "How lines are made black and white before they are read: none, otsu, adaptive or sauvola.")
    var threshold = LineThreshold.none

    /// - Throws: `RecognitionError` when there is no such model.
    func chosen() throws(RecognitionError) -> OCRModel {
        try .chosen(model, engine: engine, threshold: threshold)
    }

    /// The options as another process is given them.
    var arguments: [String] {
        (model.map { ["--model=\($0)"] } ?? []) + (engine.map { ["--engine", $0.rawValue] } ?? [])
            + (threshold == .none ? [] : ["--threshold", threshold.rawValue])
    }
}
