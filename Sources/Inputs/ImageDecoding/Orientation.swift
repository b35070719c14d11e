/// How the stored rows and columns lie on the page: the eight values of the TIFF and EXIF tag 274.
///
/// TIFF 6.0, Orientation; EXIF 2.32, 4.6.4 A.
package enum Orientation: Int, Sendable, CaseIterable {
    case upright = 1
    case mirrored, upsideDown, flipped, transposed, turnLeft, transversed, turnRight

    /// Whether the page is as wide as the stored picture is high.
    var swapsSides: Bool { rawValue >= 5 }

    /// Where the pixels of a stored picture of `width` by `height` go: the pixel (x, y) belongs at
    /// `origin + x * columnStep + y * rowStep` of the page.
    func placement(width: Int, height: Int) -> (origin: Int, columnStep: Int, rowStep: Int) {
        switch self {
        case .upright: (0, 1, width)
        case .mirrored: (width - 1, -1, width)
        case .upsideDown: (width * height - 1, -1, -width)
        case .flipped: ((height - 1) * width, 1, -width)
        case .transposed: (0, height, 1)
        case .turnLeft: (height - 1, height, -1)
        case .transversed: (width * height - 1, -height, -1)
        case .turnRight: ((width - 1) * height, -height, 1)
        }
    }
}
