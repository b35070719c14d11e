import ArgumentParser

/// Whether anybody is told anything.
package struct QuietOptions: ParsableArguments {
    @Flag(
        name: .shortAndLong,
        help: "Say nothing on standard error but errors that end the program, and what --statistics counts.")
    package var quiet = false

    package init() {}
}
