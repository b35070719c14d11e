import CV4L2
package import Frames

/// A frame copied out of its buffer as it is: who takes it works out what is seen in it.
package struct Captured: Sendable {
    package enum Content: Sendable {
        case raw([UInt8], FrameLayout)
        case jpeg([UInt8])
        /// The driver says so, or bytes are missing.
        case damaged
    }

    package let number: Int
    /// When it was taken, by CLOCK_MONOTONIC.
    package let time: Duration
    package let content: Content

    /// - Parameter bytes: what the frame uses of its buffer.
    package init(_ bytes: UnsafeRawBufferPointer, _ layout: FrameLayout, number: Int, time: Duration) {
        let content: Content? =
            if layout.format.isJPEG {
                JPEGFrame.whole(bytes).map(Content.jpeg)
            } else {
                layout.isWhole(bytes) ? .raw(Array(bytes), layout) : nil
            }
        self.init(content ?? .damaged, number: number, time: time)
    }

    /// - Parameters:
    ///   - buffer: what the driver says of the frame.
    ///   - now: the time of frames on which the driver puts none by this clock.
    init(_ bytes: UnsafeRawBufferPointer, _ buffer: v4l2_buffer, _ layout: FrameLayout, number: Int, now: Duration) {
        let isMonotonic =
            buffer.flags & UInt32(V4L2_BUF_FLAG_TIMESTAMP_MASK) == UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
        let time =
            isMonotonic
            ? .seconds(buffer.timestamp.tv_sec) + .microseconds(Int64(buffer.timestamp.tv_usec)) : now
        if buffer.flags & UInt32(V4L2_BUF_FLAG_ERROR) != 0 {
            self.init(.damaged, number: number, time: time)
        } else {
            self.init(bytes, layout, number: number, time: time)
        }
    }

    private init(_ content: Content, number: Int, time: Duration) {
        self.content = content
        self.number = number
        self.time = time
    }

    /// The frame, decoded now; nil when it is damaged.
    package func frame(decodingJPEG decoding: JPEGDecoding) -> Frame? {
        switch content {
        case .damaged: nil
        case .raw(let bytes, let layout):
            bytes.withUnsafeBytes(layout.luma).map { luma in
                Frame(sequence: number, time: time, image: luma) { layout.color(of: bytes, beside: luma) }
            }
        case .jpeg(let bytes):
            decoding.luma(bytes).map { luma in
                Frame(sequence: number, time: time, image: luma, jpeg: bytes) { decoding.color(bytes) }
            }
        }
    }
}
