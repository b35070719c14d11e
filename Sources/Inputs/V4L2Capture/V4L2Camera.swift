public import Frames
import Threads

/// A camera at a device file. The newest frame wins.
public struct V4L2Camera: FrameSource {
    /// How long stopping waits for the camera to be let go of, so that it can be opened again at once.
    private static let closeTimeout = Duration.seconds(2)

    private let path: String
    private let request: CaptureRequest
    private let decoding: JPEGDecoding
    private let system: any V4L2System

    /// - Parameters:
    ///   - path: the device file, such as `/dev/video0`.
    ///   - request: the mode that is wished for.
    ///   - decodingJPEG: decodes the frames of cameras that compress them.
    public init(path: String, request: CaptureRequest = CaptureRequest(), decodingJPEG: JPEGDecoding) {
        self.init(path: path, request: request, decodingJPEG: decodingJPEG, system: LibV4L2())
    }

    package init(path: String, request: CaptureRequest, decodingJPEG: JPEGDecoding, system: any V4L2System) {
        self.path = path
        self.request = request
        decoding = decodingJPEG
        self.system = system
    }

    /// Opens the camera, sets it up and lets frames flow.
    ///
    /// - Throws: `camera_not_found`, `camera_permission_denied`, `not_a_camera`, `unsupported_mode`, `camera_busy`,
    ///   `camera_lost`, `camera_io`. What fails later comes out of the feed.
    public func start() throws(CaptureError) -> FrameFeed { try startCapture().feed }

    /// Starts the camera as `start` does, and says in which mode the driver captures.
    public func startCapture() throws(CaptureError) -> (feed: FrameFeed, mode: CaptureMode) {
        let feed = FrameFeed(.live)
        let waker = Waker()
        let opened = Monitor(Result<CaptureMode, CaptureError>?.none)
        let isClosed = Monitor(false)
        // The device is opened by the thread that reads it: nobody else ever touches it.
        let isStarted = startedThread {
            do throws(CaptureError) {
                let stream = try Self.open(path, request, system)
                let mode = stream.mode
                opened.update { $0 = .success(mode) }
                let loop = CaptureLoop(
                    stream, to: feed, waker: waker, timeout: request.timeout, decodingJPEG: decoding)
                try loop.run()
                feed.finish()
            } catch {
                opened.update { if $0 == nil { $0 = .failure(error) } }
                feed.fail(error)
            }
            isClosed.update { $0 = true }
        }
        guard isStarted else { throw .noThread }
        let mode = try opened.wait { $0 }.get()
        feed.onStop {
            waker.wake()
            _ = isClosed.wait(atMost: Self.closeTimeout) { $0 ? true : nil }
        }
        return (feed, mode)
    }

    package static func open(
        _ path: String, _ request: CaptureRequest, _ system: any V4L2System
    ) throws(CaptureError) -> CaptureStream {
        let selection = ModeSelection(request: request)
        let device = try V4L2Device(path: path, converts: false, system: system)
        let modes = try device.modes()
        if let best = selection.best(of: modes) { return try stream(device, best, selection) }
        return try converting(path, selection, modes, system)
    }

    /// What no format of the device's offers, libv4l2 may convert: Bayer patterns, RGB, the formats of old webcams.
    private static func converting(
        _ path: String, _ selection: ModeSelection, _ native: [CaptureMode], _ system: any V4L2System
    ) throws(CaptureError) -> CaptureStream {
        let device = try V4L2Device(path: path, converts: true, system: system)
        let modes = try device.modes()
        guard let best = selection.best(of: modes) else { throw selection.refusal(path: path, modes: native + modes) }
        return try stream(device, best, selection)
    }

    private static func stream(
        _ device: consuming V4L2Device, _ mode: CaptureMode, _ selection: ModeSelection
    ) throws(CaptureError) -> CaptureStream {
        let (layout, given) = try device.set(mode, selection)
        try device.setControls()
        return try CaptureStream(device, layout, given)
    }
}
