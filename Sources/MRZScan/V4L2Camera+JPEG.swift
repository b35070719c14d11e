import ImageDecoding
public import V4L2Capture

extension V4L2Camera {
    /// The camera at `path`, such as `/dev/video0`; Motion JPEG is decoded by the decoder of JPEG files.
    public init(path: String, request: CaptureRequest = CaptureRequest()) {
        self.init(path: path, request: request) { MotionJPEG.luma(of: $0) }
    }
}
