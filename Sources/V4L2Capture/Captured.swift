import CV4L2
import Imaging

/// A frame copied out of its buffer, not decoded.
struct Captured {
    enum Content {
        case luma(GrayImage)
        case jpeg([UInt8])
        /// The driver says so, or bytes are missing.
        case damaged
    }

    let number: Int
    /// When it was taken, by CLOCK_MONOTONIC.
    let time: Duration
    let content: Content

    /// - Parameters:
    ///   - bytes: what the frame uses of its buffer.
    ///   - now: the time of frames on which the driver puts none by this clock.
    init(_ bytes: UnsafeRawBufferPointer, _ buffer: v4l2_buffer, _ layout: FrameLayout, number: Int, now: Duration) {
        self.number = number
        let isMonotonic =
            buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        time =
            isMonotonic
            ? .seconds(buffer.timestamp.tv_sec) + .microseconds(Int64(buffer.timestamp.tv_usec)) : now
        if buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 {
            content = .damaged
        } else if layout.format.isJPEG {
            content = JPEGFrame.whole(bytes).map(Content.jpeg) ?? .damaged
        } else {
            content = layout.luma(of: bytes).map(Content.luma) ?? .damaged
        }
    }
}
