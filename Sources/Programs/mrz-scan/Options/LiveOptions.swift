import ArgumentParser
import Commands

/// Where a live scan looks, and when it ends.
struct LiveOptions: ParsableArguments {
    @OptionGroup(title: "Live options")
    var source: FrameSourceArgument

    @Option(
        help: ArgumentHelp(
            "End when no document was read for so long: 120 s if not given, never with --continuous.",
            valueName: "seconds"))
    var timeout: Double?

    @Option(help: ArgumentHelp("Read so many documents, each taken away before the next.", valueName: "n"))
    var count: Int = 1

    @Flag(help: "Read document after document until interrupted.")
    var continuous = false

    @Flag(help: "Wait for a camera that was unplugged.")
    var reconnect = false

    @Option(
        help: ArgumentHelp(
            "Write the frame of the latest result as a JPEG file, readable for this user only. It shows the document.",
            valueName: "file"), completion: .file())
    var saveFrame: String?

    @Flag(help: "Say at the end how many frames were looked at, dropped and damaged.")
    var statistics = false

    func validate() throws {
        try validateOutput(saveFrame, "--save-frame")
        if count < 1 { throw ValidationError("--count must be at least 1.") }
        if let timeout, !(timeout > 0 && timeout <= 1e6) {
            throw ValidationError("--timeout must be above 0 and at most 1000000.")
        }
        if continuous, count > 1 { throw ValidationError("Give --count or --continuous, not both.") }
        guard !source.isGiven else { return }
        for (name, isGiven) in [
            ("timeout", timeout != nil), ("count", count > 1), ("continuous", continuous), ("reconnect", reconnect),
            ("save-frame", saveFrame != nil), ("statistics", statistics),
        ] where isGiven {
            throw ValidationError("--\(name) is for live scans: give --device or --images as well.")
        }
    }

    /// How long no document may be read; nil for as long as it takes.
    var timeLimit: Duration? {
        if let timeout { return .seconds(timeout) }
        return continuous ? nil : .seconds(120)
    }
}
