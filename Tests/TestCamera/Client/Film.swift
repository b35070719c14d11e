public import Foundation
public import Imaging

/// A film of gray pictures, for the test camera: YUV4MPEG2 in the colour space mono.
public struct Film {
    private var bytes: Data

    /// - Parameters:
    ///   - size: that of every frame.
    ///   - rate: frames a second; the test camera keeps its own.
    public init(size: PixelSize, rate: Int = 30) {
        bytes = Data("YUV4MPEG2 W\(size.width) H\(size.height) F\(rate):1 Ip A1:1 Cmono\n".utf8)
    }

    /// Adds a frame.
    public mutating func append(_ image: GrayImage) {
        bytes += Data("FRAME\n".utf8) + Data(image.pixels)
    }

    /// Writes it to a file.
    public func write(to file: URL) throws { try bytes.write(to: file) }
}
