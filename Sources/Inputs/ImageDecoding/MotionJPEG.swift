public import Imaging

/// Single frames of cameras that compress them.
///
/// Unlike a file, a frame that is damaged is given up: the next one comes at once. What cameras leave out (the tables
/// of T.81 annex K) and what they add (bytes between the markers) does no harm.
public enum MotionJPEG {
    /// The largest frame that is decoded, in pixels.
    private static let maxPixels = 50_000_000

    /// Decodes luma only, at full size, writing nothing to standard error.
    ///
    /// - Parameter bytes: one JPEG picture.
    /// - Returns: nil when data is missing or damaged.
    public static func luma(of bytes: [UInt8]) -> GrayImage? {
        do throws(DecodingError) {
            let decoder = try JPEGDecoder()
            let image = try decoder.luma(of: bytes, maxPixels: maxPixels)
            return decoder.sawDamage ? nil : image
        } catch {
            return nil
        }
    }

    /// Decodes the colours of a frame, of the size of its luma.
    ///
    /// - Parameter bytes: one JPEG picture.
    /// - Returns: nil when it is gray, or damaged.
    public static func color(of bytes: [UInt8]) -> ColorPlanes? {
        do throws(DecodingError) {
            let decoder = try JPEGDecoder()
            let page = try decoder.page(of: bytes, maxPixels: maxPixels)
            let picture = decoder.picture(of: bytes, page, longSide: nil, color: true, walk: nil)
            return picture?.damage == PictureDamage.none ? picture?.color : nil
        } catch {
            return nil
        }
    }
}
