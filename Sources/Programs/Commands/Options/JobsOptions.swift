import ArgumentParser
import Threads

/// How much is done at the same time.
package struct JobsOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How many pages, or uploads of serve, are read at the same time; by default one for each core.",
            valueName: "n"))
    package var jobs = processorCount

    package init() {}

    package func validate() throws {
        guard (1...1024).contains(jobs) else { throw ValidationError("--jobs must be between 1 and 1024.") }
    }
}
