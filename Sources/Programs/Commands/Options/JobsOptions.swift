import ArgumentParser
import Threads

/// How much is done at the same time.
package struct JobsOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Pages read at the same time; by default one for each core.", valueName: "n"))
    package var jobs = processorCount

    package init() {}

    package func validate() throws {
        guard jobs >= 1 else { throw ValidationError("--jobs must be at least 1.") }
    }
}
