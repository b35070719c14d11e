import Imaging

#if canImport(Glibc)
    import Glibc
#endif

extension BandDetector {
    /// The bands of a picture that is searched in another size, in the coordinates of the picture itself.
    ///
    /// - Parameters:
    ///   - picture: at its full size.
    ///   - pass: the size in which it is searched, and what counts as print.
    ///   - light: whether light print on a dark ground is searched too.
    public func bands(in picture: ImagePyramid, at pass: SearchPass, light: Bool = true) -> [Band] {
        let base = picture.base
        // From the smallest of its halves that is no smaller: the strips of a large picture are cut from it too.
        let halvings = pass.share < 1 ? Int(-log2(pass.share)) : 0
        let source = picture.image(at: halvings).image
        let width = max(1, Int(Double(base.width) * pass.share))
        let height = max(1, Int(Double(base.height) * pass.share))
        let isCubic = pass.isCubic && pass.share > 1 && min(base.width, base.height) >= 4
        let searched =
            isCubic ? source.enlarged(width: width, height: height) : source.resized(width: width, height: height)
        return bands(
            in: searched, scale: Double(base.width) / Double(searched.width), light: light,
            ink: pass.ink)
    }
}
