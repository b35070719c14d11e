import ArgumentParser
import Commands
import Frames
import ImageDecoding
import Imaging
import MRZScan
import Playback
import V4L2Capture

/// Where frames come from, on the command line: the one place that chooses a `FrameSource`.
struct FrameSourceArgument: ParsableArguments {
    @Option(
        help: ArgumentHelp("Read live from a camera, such as /dev/video0; see mrz-scan devices.", valueName: "path"),
        completion: .file())
    var device: String?

    @Option(
        help: ArgumentHelp("Play pictures or a folder of pictures as frames instead. Repeatable.", valueName: "path"),
        completion: .file())
    var images: [String] = []

    @Option(help: ArgumentHelp("With --device: the size of frames. By default the best is chosen.", valueName: "wxh"))
    var size: PixelSize?

    @Option(
        help: ArgumentHelp("Frames a second: what a camera is asked for; of pictures 30 by default.", valueName: "n"))
    var fps: Double?

    @Option(help: ArgumentHelp("With --device: the pixel format, such as MJPG or YUYV.", valueName: "name"))
    var pixelFormat: PixelFormat?

    @Option(help: ArgumentHelp("With --images: frames for which each picture stays.", valueName: "frames"))
    var hold: Int = Self.usualHold

    private static let usualHold = 10
    private static let rates = PicturePlayback.Options.minRate...1000

    /// Whether there is a source at all.
    var isGiven: Bool { device != nil || !images.isEmpty }

    /// What results call it.
    var name: String { device ?? images.joined(separator: " ") }

    func validate() throws {
        if device != nil, !images.isEmpty { throw ValidationError("Give --device or --images, not both.") }
        if hold < 1 { throw ValidationError("--hold must be at least 1.") }
        if let fps, !Self.rates.contains(fps) {
            throw ValidationError("--fps must be \(Self.rates.lowerBound) to \(Int(Self.rates.upperBound)).")
        }
        if fps != nil, !isGiven { throw ValidationError("--fps is for live scans: give --device or --images as well.") }
        for (name, isGiven) in [("size", size != nil), ("pixel-format", pixelFormat != nil)]
        where isGiven && device == nil {
            throw ValidationError("--\(name) is for cameras: give --device as well.")
        }
        if hold != Self.usualHold, images.isEmpty {
            throw ValidationError("--hold is for pictures: give --images as well.")
        }
    }

    /// The source that was asked for; nil when none was.
    var source: (any FrameSource)? {
        if let device {
            return V4L2Camera(
                path: device, request: CaptureRequest(size: size, rate: fps, format: pixelFormat))
        }
        guard !images.isEmpty else { return nil }
        return PicturePlayback(images, options: .init(rate: fps ?? 30, hold: hold, limits: .isolatingHEIF))
    }
}
