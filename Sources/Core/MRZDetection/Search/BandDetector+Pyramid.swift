public import Imaging

extension BandDetector {
    /// The bands of a picture that is searched in another size, in the coordinates of the picture itself.
    ///
    /// - Parameters:
    ///   - picture: at its full size.
    ///   - pass: the size in which it is searched, and what counts as print.
    ///   - light: whether light print on a dark ground is searched too.
    ///   - known: places whose print does not count.
    public func bands(
        in picture: ImagePyramid, at pass: SearchPass, light: Bool = true, besides known: [Quad] = []
    ) -> [Band] {
        bands(on: picture.ground(at: pass), scale: 1 / pass.share, light: light, ink: pass.ink, besides: known)
    }
}
