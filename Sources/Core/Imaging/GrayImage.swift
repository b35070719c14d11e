/// A gray picture: one byte a pixel, 0 black to 255 white, rows from the top, no padding.
public struct GrayImage: Sendable, Equatable {
    /// Columns, in pixels.
    public let width: Int
    /// Rows, in pixels.
    public let height: Int
    /// `width * height` bytes; the pixel (x, y) is at `y * width + x`.
    public let pixels: [UInt8]

    /// - Precondition: `pixels` holds exactly `width * height` bytes and neither side is negative.
    public init(width: Int, height: Int, pixels: [UInt8]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height, "pixels do not fill the picture")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// A picture whose pixels are written by `body` into uninitialised memory of `width * height` bytes.
    public init(width: Int, height: Int, filledBy body: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
        self.init(
            width: width, height: height,
            pixels: [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
                body(UnsafeMutableBufferPointer(rebasing: buffer[..<(width * height)]))
                count = width * height
            })
    }

    /// The pixel in column `x` of row `y`.
    @inlinable
    public subscript(x: Int, y: Int) -> UInt8 {
        pixels[y * width + x]
    }
}

extension GrayImage: CustomStringConvertible, CustomReflectable {
    /// The size only: a picture of a document is personal data.
    public var description: String { "GrayImage \(width)×\(height)" }
    public var customMirror: Mirror { Mirror(self, children: ["width": width, "height": height]) }
}
