import ImageDecoding
public import V4L2Capture

extension V4L2Camera {
    /// The camera at `path`, such as `/dev/video0`; Motion JPEG is decoded by the decoder of JPEG files.
    public init(path: String, request: CaptureRequest = CaptureRequest()) {
        self.init(path: path, request: request, decodingJPEG: .byFileDecoder)
    }
}

extension JPEGDecoding {
    /// The decoder of JPEG files.
    package static let byFileDecoder = JPEGDecoding(
        luma: { MotionJPEG.luma(of: $0) }, color: { MotionJPEG.color(of: $0) })
}
