import ArgumentParser
import Frames
import Playback

/// Where frames come from, on the command line: the one place that chooses a `FrameSource`.
struct FrameSourceArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp("Play pictures or a folder of pictures as frames. Repeatable.", valueName: "path"))
    var images: [String] = []

    @Option(help: ArgumentHelp("Frames a second.", valueName: "n"))
    var fps: Double?

    @Option(help: ArgumentHelp("With --images: frames for which each picture stays.", valueName: "frames"))
    var hold: Int = 10

    /// Whether there is a source at all.
    var isGiven: Bool { !images.isEmpty }

    /// What results call it.
    var name: String { images.joined(separator: " ") }

    func validate() throws {
        if hold < 1 { throw ValidationError("--hold must be at least 1.") }
        if let fps, !(fps > 0 && fps <= 1000) { throw ValidationError("--fps must be above 0 and at most 1000.") }
        if !isGiven, fps != nil { throw ValidationError("--fps is for live scans: give --images as well.") }
    }

    /// The source that was asked for; nil when none was.
    var source: (any FrameSource)? {
        guard isGiven else { return nil }
        return PicturePlayback(images, options: .init(rate: fps ?? 30, hold: hold))
    }
}
