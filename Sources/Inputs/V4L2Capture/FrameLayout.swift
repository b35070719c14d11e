package import Imaging

/// What the driver says of the frames to come. The corresponding ioctl is `VIDIOC_S_FMT`.
package struct FrameLayout: Sendable, Equatable {
    package let format: PixelFormat
    package let size: PixelSize
    /// Bytes from one line of the first plane to the next.
    package let stride: Int

    /// - Parameter bytesPerLine: as the driver has it; 0 where it does not say.
    package init(format: PixelFormat, size: PixelSize, bytesPerLine: Int) {
        self.format = format
        self.size = size
        stride = max(bytesPerLine, Self.lineBytes(format, size.width))
    }

    /// Bytes of one line without padding.
    private static func lineBytes(_ format: PixelFormat, _ width: Int) -> Int {
        if case .packed = format.luma { (width + 1) / 2 * 4 } else { width }
    }

    /// The luma of a raw frame, copied out of the driver's buffer.
    ///
    /// - Returns: nil when the frame is too short, or JPEG data.
    package func luma(of bytes: UnsafeRawBufferPointer) -> GrayImage? {
        let line = Self.lineBytes(format, size.width)
        guard size.width > 0, size.height > 0, bytes.count >= stride * (size.height - 1) + line else { return nil }
        switch format.luma {
        case .plane: return copied(bytes, first: 0, step: 1)
        case .packed(let first): return copied(bytes, first: first, step: 2)
        case .jpeg, nil: return nil
        }
    }

    private func copied(_ bytes: UnsafeRawBufferPointer, first: Int, step: Int) -> GrayImage {
        GrayImage(width: size.width, height: size.height) { target in
            guard let source = bytes.baseAddress, let target = target.baseAddress else { return }
            for y in 0..<size.height {
                let row = (source + y &* stride).assumingMemoryBound(to: UInt8.self)
                let out = target + y &* size.width
                if step == 1 {
                    out.update(from: row, count: size.width)
                } else {
                    for x in 0..<size.width { out[x] = row[2 &* x &+ first] }
                }
            }
        }
    }
}
