package import ArgumentParser

/// The model that lines are read with.
package struct ModelOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The Tesseract model to read with instead of the built-in one: a file, or the name of an installed one \
            (eng).
            """,
            valueName: "file"), completion: .file())
    package var model: String?

    package init() {}
}
