public import Imaging

/// Pixels that a program has in memory already, as cameras and image libraries hold them: row after row from the top.
///
/// It looks at memory that is not its own: that has to stay where it is, and as it is, while the buffer is used.
public struct PixelBuffer: RowSource {
    let bytes: UnsafeRawBufferPointer
    let layout: Layout
    public let width: Int
    public let height: Int
    /// Bytes from one row to the next.
    let stride: Int

    /// What stands in a row.
    public enum Layout: Sendable, CaseIterable {
        /// One byte of luma a pixel.
        case gray
        /// Three bytes a pixel.
        case rgb
        case bgr
        /// Four bytes a pixel, the last its opacity. What can be seen through is laid over white.
        case rgba
        case bgra
        /// Two pixels in four bytes, luma in the first and the third; only luma is read. An odd row ends with a whole
        /// pair.
        case yuyv
        /// A plane of luma, then one of colour; only luma is read, and only its plane has to be there.
        case nv12
    }

    /// Nil where the bytes do not hold such a picture.
    ///
    /// - Parameters:
    ///   - bytes: the first row first; bytes behind the last row are ignored.
    ///   - layout: what stands in a row.
    ///   - width: pixels of a row, at least 1.
    ///   - height: rows, at least 1.
    ///   - stride: bytes from one row to the next; 0 where nothing lies between them.
    public init?(_ bytes: UnsafeRawBufferPointer, layout: Layout, width: Int, height: Int, stride: Int = 0) {
        let line = layout.bytes(ofPixels: width)
        let stride = stride == 0 ? line : stride
        guard (1...Self.maxSide).contains(width), (1...Self.maxSide).contains(height),
            (line...Self.maxStride).contains(stride), bytes.count >= stride * (height - 1) + line
        else { return nil }
        self.bytes = bytes
        self.layout = layout
        self.width = width
        self.height = height
        self.stride = stride
    }

    /// Pixels of a side at the most: far beyond what limits of pixels allow.
    private static let maxSide = 1 << 24
    /// Bytes from one row to the next at the most. No product of both overflows.
    private static let maxStride = 1 << 32

    /// The picture: luma, and colours where the layout has them and they are wanted. One that is more than twice as
    /// long as `longSide` is averaged by a whole factor, as files are.
    ///
    /// - Parameters:
    ///   - longSide: pixels that the longer side needs, at least 1; nil for all there are.
    ///   - color: whether the colour planes are wanted besides luma.
    ///   - limits: of which that of pixels counts.
    /// - Throws: `too_many_pixels` or `out_of_memory`.
    public func picture(
        longSide: Int? = nil, color: Bool = false, limits: DecodingLimits = DecodingLimits()
    ) throws(DecodingError) -> Picture {
        let size = PixelSize(width: width, height: height)
        let (pixels, isBeyond) = width.multipliedReportingOverflow(by: height)
        guard !isBeyond, pixels <= limits.maxPixels else {
            throw DecodingError(.tooManyPixels, "The picture has \(size) pixels, more than \(limits.maxPixels).")
        }
        guard FreeMemory.has(pixels * (color ? 4 : 1)) else {
            throw DecodingError(.outOfMemory, "The system has not the memory for \(size) pixels.")
        }
        let factor = size.blocks(leaving: longSide.map { max(1, $0) })
        return picture(factor: factor, orientation: .upright, color: color, reduction: Double(factor))
    }

    /// Works out the colours of the picture when they are asked for, from a copy of its bytes; nil where the layout has
    /// none.
    public var detachedColor: (@Sendable () -> ColorPlanes?)? {
        guard isColored else { return nil }
        let (copy, layout, width, height, stride) = (Array(bytes), layout, width, height, stride)
        return {
            copy.withUnsafeBytes { bytes in
                PixelBuffer(bytes, layout: layout, width: width, height: height, stride: stride)?
                    .picture(factor: 1, orientation: .upright, color: true, reduction: 1).color
            }
        }
    }

    var isColored: Bool { layout.colors != nil }
    var paddedWidth: Int { width }

    func readGray(_ y: Int, into gray: UnsafeMutablePointer<UInt8>) {
        guard let row = row(y) else { return }
        guard let colors = layout.colors else {
            let step = layout == .yuyv ? 2 : 1
            if step == 1 {
                gray.update(from: row, count: width)
            } else {
                for x in 0..<width { gray[x] = row[step &* x] }
            }
            return
        }
        if colors.hasOpacity {
            for x in 0..<width {
                let pixel = row + 4 &* x
                let opacity = pixel[3]
                gray[x] = luma(
                    overWhite(pixel[colors.red], opacity), overWhite(pixel[1], opacity),
                    overWhite(pixel[colors.blue], opacity))
            }
        } else {
            let (red, blue) = (colors.red, colors.blue)
            for x in 0..<width { gray[x] = luma(row[3 &* x &+ red], row[3 &* x &+ 1], row[3 &* x &+ blue]) }
        }
    }

    func readColor(_ y: Int, into row: borrowing RowBuffers) {
        guard let source = self.row(y), let colors = layout.colors else { return }
        let step = colors.hasOpacity ? 4 : 3
        for x in 0..<width {
            let pixel = source + step &* x
            let opacity = colors.hasOpacity ? pixel[3] : 255
            row.red[x] = overWhite(pixel[colors.red], opacity)
            row.green[x] = overWhite(pixel[1], opacity)
            row.blue[x] = overWhite(pixel[colors.blue], opacity)
        }
        readGray(y, into: row.gray)
    }

    private func row(_ y: Int) -> UnsafePointer<UInt8>? {
        bytes.baseAddress.map { ($0 + y * stride).assumingMemoryBound(to: UInt8.self) }
    }
}

extension PixelBuffer.Layout {
    /// Where red and blue stand in a pixel, green being between them; nil of layouts that are read as luma only.
    fileprivate var colors: (red: Int, blue: Int, hasOpacity: Bool)? {
        switch self {
        case .rgb: (0, 2, false)
        case .bgr: (2, 0, false)
        case .rgba: (0, 2, true)
        case .bgra: (2, 0, true)
        case .gray, .yuyv, .nv12: nil
        }
    }

    /// Bytes of a row without what may lie behind it.
    fileprivate func bytes(ofPixels width: Int) -> Int {
        switch self {
        case .gray, .nv12: width
        case .rgb, .bgr: 3 &* width
        case .rgba, .bgra: 4 &* width
        case .yuyv: (width &+ 1) / 2 &* 4
        }
    }
}

extension PixelBuffer: CustomStringConvertible, CustomReflectable {
    /// The size only: a picture of a document is personal data.
    public var description: String { "PixelBuffer \(width)×\(height)" }
    public var customMirror: Mirror { Mirror(self, children: ["width": width, "height": height]) }
}
