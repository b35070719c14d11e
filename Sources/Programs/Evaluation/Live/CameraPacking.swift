import CJPEG
import Glibc
public import Imaging
public import V4L2Capture

/// Packs pictures as a camera delivers them, so that they can go the way of a camera's frames.
public struct CameraPacking: Sendable {
    /// How webcams compress, about.
    private static let quality: Int32 = 80

    public let format: PixelFormat

    /// The formats in which pictures are packed.
    public static let formats: [PixelFormat] = [.grey, .yuyv, .mjpg]

    /// - Returns: nil for any other format than those.
    public init?(_ format: PixelFormat) {
        guard Self.formats.contains(format) else { return nil }
        self.format = format
    }

    /// The bytes of a frame, without padding.
    ///
    /// - Parameters:
    ///   - luma: at least one pixel.
    ///   - chroma: with the rows of `luma` and half the columns, rounded up: 4:2:2.
    /// - Returns: nil when the library for JPEG cannot.
    public func bytes(of luma: GrayImage, _ chroma: ChromaPlanes) -> [UInt8]? {
        switch format {
        case .grey: luma.pixels
        case .yuyv: Self.pairs(luma, chroma)
        default: Self.jpeg(Self.pairs(luma, chroma), luma)
        }
    }

    /// Y Cb Y Cr for every two pixels of a row; an odd one is its own neighbour.
    private static func pairs(_ luma: GrayImage, _ chroma: ChromaPlanes) -> [UInt8] {
        let across = (luma.width + 1) / 2
        precondition(
            chroma.blue.width == across && chroma.blue.height == luma.height, "the chroma is not that of the luma")
        return [UInt8](unsafeUninitializedCapacity: 4 * across * luma.height) { target, count in
            luma.pixels.withUnsafeBufferPointer { luminances in
                chroma.blue.pixels.withUnsafeBufferPointer { blues in
                    chroma.red.pixels.withUnsafeBufferPointer { reds in
                        for pair in 0..<(across &* luma.height) {
                            let (x, row) = (pair % across &* 2, pair / across &* luma.width)
                            target[4 &* pair] = luminances[row &+ x]
                            target[4 &* pair &+ 1] = blues[pair]
                            target[4 &* pair &+ 2] = luminances[row &+ min(x &+ 1, luma.width &- 1)]
                            target[4 &* pair &+ 3] = reds[pair]
                        }
                    }
                }
            }
            count = 4 * across * luma.height
        }
    }

    private static func jpeg(_ pairs: [UInt8], _ picture: GrayImage) -> [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        let isWritten = cjpeg_encode_yuyv(
            pairs, UInt32(picture.width), UInt32(picture.height), quality, &bytes, &count)
        guard isWritten, let bytes else { return nil }
        defer { free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }
}
