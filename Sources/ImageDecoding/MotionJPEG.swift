import CJPEG
public import Imaging

/// Single frames of cameras that compress them.
///
/// Unlike a file, a frame that is damaged is given up: the next one comes at once. What cameras leave out (the tables
/// of T.81 annex K) and what they add (bytes between the markers) does no harm.
public enum MotionJPEG {
    /// The largest frame that is decoded, in pixels.
    static let maxPixels: UInt64 = 50_000_000

    /// Decodes luma only, at full size, writing nothing to standard error.
    ///
    /// - Parameter bytes: one JPEG picture.
    /// - Returns: nil when data is missing or damaged.
    public static func luma(of bytes: [UInt8]) -> GrayImage? {
        bytes.withUnsafeBufferPointer { bytes in
            var (width, height): (UInt32, UInt32) = (0, 0)
            guard let start = bytes.baseAddress, cjpeg_read_size(start, bytes.count, &width, &height),
                UInt64(width) * UInt64(height) <= maxPixels
            else { return nil }
            var isWhole = false
            let image = GrayImage(width: Int(width), height: Int(height)) { pixels in
                // An empty picture has no pixels to write to.
                guard let target = pixels.baseAddress else { return }
                pixels.initialize(repeating: 0)
                isWhole = cjpeg_decode_luma(start, bytes.count, width, height, target)
            }
            return isWhole ? image : nil
        }
    }
}
