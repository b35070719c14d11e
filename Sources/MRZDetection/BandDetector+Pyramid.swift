import Imaging

#if canImport(Glibc)
    import Glibc
#endif

extension BandDetector {
    /// The bands of a picture that is searched in another size, in the coordinates of the picture itself.
    ///
    /// - Parameters:
    ///   - picture: at its full size.
    ///   - size: the size in which it is searched, as a share of its own.
    ///   - light: whether light print on a dark ground is searched too.
    public func bands(in picture: ImagePyramid, atSize size: Double, light: Bool = true) -> [Band] {
        let base = picture.base
        // From the smallest of its halves that is no smaller: the strips of a large picture are cut from it too.
        let halvings = size < 1 ? Int(-log2(size)) : 0
        let searched = picture.image(at: halvings).image.resized(
            width: max(1, Int(Double(base.width) * size)), height: max(1, Int(Double(base.height) * size)))
        return bands(in: searched, scale: Double(base.width) / Double(searched.width), light: light)
    }
}
