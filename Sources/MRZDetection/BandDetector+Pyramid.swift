import Imaging

extension BandDetector {
    /// The bands of a picture that is searched in another size, in the coordinates of the picture itself.
    ///
    /// - Parameters:
    ///   - picture: at its full size.
    ///   - size: the size in which it is searched, as a share of its own.
    ///   - light: whether light print on a dark ground is searched too.
    public func bands(in picture: ImagePyramid, atSize size: Double, light: Bool = true) -> [Band] {
        let base = picture.base
        let searched = base.resized(
            width: max(1, Int(Double(base.width) * size)), height: max(1, Int(Double(base.height) * size)))
        return bands(in: searched, scale: Double(base.width) / Double(searched.width), light: light)
    }
}
