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

    /// Whether nothing of the luma of a raw frame is missing.
    package func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
        size.width > 0 && size.height > 0
            && bytes.count >= stride * (size.height - 1) + Self.lineBytes(format, size.width)
    }

    /// The luma of a raw frame.
    ///
    /// - Returns: nil when the frame is too short, or JPEG data.
    package func luma(of bytes: UnsafeRawBufferPointer) -> GrayImage? {
        guard isWhole(bytes) else { return nil }
        switch format.luma {
        case .plane: return copied(bytes, first: 0, step: 1)
        case .packed(let first): return copied(bytes, first: first, step: 2)
        case .jpeg, nil: return nil
        }
    }

    /// The colours of a raw frame.
    ///
    /// - Parameter luma: of the same frame.
    /// - Returns: nil where the format has none, or its bytes are missing.
    package func color(of bytes: [UInt8], beside luma: GrayImage) -> ColorPlanes? {
        guard let chroma = format.chroma else { return nil }
        let across = (size.width + 1) / 2
        func planes(_ rows: Int, blue: Int, red: Int, step: Int, stride: Int) -> ChromaPlanes? {
            let last = max(blue, red) + stride * (rows - 1) + step * (across - 1)
            guard across > 0, rows > 0, last < bytes.count else { return nil }
            func plane(_ first: Int) -> GrayImage {
                GrayImage(width: across, height: rows) { target in
                    bytes.withUnsafeBufferPointer { bytes in
                        for y in 0..<rows {
                            let from = first &+ y &* stride
                            for x in 0..<across { target[y &* across &+ x] = bytes[from &+ x &* step] }
                        }
                    }
                }
            }
            return ChromaPlanes(blue: plane(blue), red: plane(red))
        }
        let behind = stride * size.height
        let found: ChromaPlanes?
        switch chroma {
        case .packed(let blue, let red):
            found = planes(size.height, blue: blue, red: red, step: 4, stride: stride)
        case .pairs(let isBlueFirst, let lines):
            let (blue, red) = isBlueFirst ? (behind, behind + 1) : (behind + 1, behind)
            found = planes((size.height + lines - 1) / lines, blue: blue, red: red, step: 2, stride: stride)
        case .planes(let isBlueFirst):
            let (rows, half) = ((size.height + 1) / 2, (stride + 1) / 2)
            let (first, second) = (behind, behind + half * rows)
            let (blue, red) = isBlueFirst ? (first, second) : (second, first)
            found = planes(rows, blue: blue, red: red, step: 1, stride: half)
        }
        return found.map { ColorPlanes(luma: luma, $0) }
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
