import Imaging

#if canImport(Glibc)
    import Glibc
#endif

extension ImagePyramid {
    /// The picture in the size of a search; made once for all passes of that size.
    func ground(at pass: SearchPass) -> InkGround {
        if let known = grounds.first(where: { $0.share == pass.share && $0.isCubic == pass.isCubic }) {
            return known.ground
        }
        // From the smallest of its halves that is no smaller: the strips of a large picture are cut from it too.
        let source = halved(times: pass.share < 1 ? Int(-log2(pass.share)) : 0)
        let share = pass.share / source.scale
        let isCubic = pass.isCubic && share > 1 && min(base.width, base.height) >= 4
        let searched = isCubic ? source.image.enlarged(by: share) : source.image.resized(by: share)
        let ground = InkGround(of: searched)
        grounds.append((pass.share, pass.isCubic, ground))
        return ground
    }
}
