package import ArgumentParser

/// Limits of a process that decodes one kind of input for the same program.
package struct ConfinedDecodingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The most that a file may have.", valueName: "bytes"))
    package var maxBytes: Int

    @Option(help: ArgumentHelp("Address space.", valueName: "bytes"))
    package var memory: Int

    package init() {}
}
