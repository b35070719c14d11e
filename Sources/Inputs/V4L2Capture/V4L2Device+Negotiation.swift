import CV4L2
import Frames
import Glibc
import Imaging

extension V4L2Device {
    /// No camera's sides or lines are longer, in pixels and bytes.
    private static var longest: UInt32 { 1 << 17 }
    /// Drivers are asked for thousandths of frames a second, and none is faster.
    private static var rates: ClosedRange<Double> { 0.001...100_000 }

    /// What a buffer may hold: the lines of a frame in their order, whichever field each is of. Some drivers do not say.
    /// `enum v4l2_field`.
    private static var wholeFrames: [UInt32] {
        [
            V4L2_FIELD_NONE, V4L2_FIELD_ANY, V4L2_FIELD_INTERLACED, V4L2_FIELD_INTERLACED_TB,
            V4L2_FIELD_INTERLACED_BT,
        ].map(\.rawValue)
    }

    /// Sets a mode and says what the driver made of it.
    ///
    /// - Throws: `unsupported_mode` when that is not what was asked for or not read; `camera_busy`, `camera_lost`,
    ///   `camera_io`.
    func set(
        _ mode: CaptureMode, _ selection: ModeSelection
    ) throws(CaptureError) -> (layout: FrameLayout, mode: CaptureMode) {
        var format = v4l2_format()
        format.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        format.fmt.pix.pixelformat = mode.format.rawValue
        format.fmt.pix.width = UInt32(clamping: mode.size.width)
        format.fmt.pix.height = UInt32(clamping: mode.size.height)
        format.fmt.pix.field = V4L2_FIELD_ANY.rawValue
        try perform(.setFormat, &format)

        let given = format.fmt.pix
        let size = PixelSize(width: Int(given.width), height: Int(given.height))
        let pixels = PixelFormat(rawValue: given.pixelformat)
        guard pixels.isRead, (1...Self.longest).contains(given.width), (1...Self.longest).contains(given.height),
            given.bytesperline <= Self.longest, selection.isAllowed(size),
            (selection.request.format ?? pixels) == pixels
        else {
            throw CaptureError(
                .unsupportedMode, "The camera \(path) was asked for \(mode) but gives \(pixels) \(size).",
                operation: Ioctl.setFormat.name)
        }
        guard Self.wholeFrames.contains(given.field) else {
            throw CaptureError(
                .unsupportedMode, "The camera \(path) gives the fields of a frame one by one.",
                operation: Ioctl.setFormat.name)
        }
        let rate = try set(rate: mode.rate ?? selection.request.rate)
        return (
            FrameLayout(format: pixels, size: size, bytesPerLine: Int(given.bytesperline)),
            CaptureMode(format: pixels, size: size, rate: rate)
        )
    }

    /// Asks for a rate. Many drivers have only one, so none has to grant it.
    ///
    /// - Returns: the rate that the driver says it keeps; nil when it does not say.
    /// - Throws: `camera_lost`.
    private func set(rate: Double?) throws(CaptureError) -> Double? {
        var parameters = v4l2_streamparm()
        parameters.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        let known = answer(.getParameters, &parameters)
        if known == ENODEV { throw .system(Ioctl.getParameters.name, known, path: path) }
        guard known == 0 else { return nil }
        if let rate, Self.rates.contains(rate),
            parameters.parm.capture.capability & UInt32(V4L2_CAP_TIMEPERFRAME) != 0
        {
            var wanted = parameters
            wanted.parm.capture.timeperframe = v4l2_fract(
                numerator: 1000, denominator: UInt32(clamping: Int((rate * 1000).rounded())))
            let failure = answer(.setParameters, &wanted)
            if failure == ENODEV { throw .system(Ioctl.setParameters.name, failure, path: path) }
            if failure == 0 { parameters = wanted }
        }
        return Self.rate(parameters.parm.capture.timeperframe)
    }
}
