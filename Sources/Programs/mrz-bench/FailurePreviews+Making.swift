import Commands
import Evaluation
import ImageDecoding
import Imaging
import PreviewEncoding

extension FailurePreviews {
    /// The previews of a page; nil when it cannot be decoded.
    init?(of verdict: PageVerdict, path: String) {
        let picture: Picture
        do {
            picture = try EncodedImage(path: path, limits: .isolatingHEIF).picture(
                page: verdict.label.page - 1, longSide: 2000, color: true)
        } catch {
            // The report names the page and its failure; it has no picture to show.
            return nil
        }
        guard let whole = Preview(picture, x: 0..<picture.gray.width, y: 0..<picture.gray.height, longSide: 420) else {
            return nil
        }
        let quads = verdict.label.documents.compactMap(\.quad) + verdict.reading.zones.compactMap(\.quad)
        self.init(whole: whole, closeUp: Preview(picture, around: quads))
    }
}

extension Preview {
    /// A part of `picture`, whose pixels `x` and `y` count.
    fileprivate init?(_ picture: Picture, x: Range<Int>, y: Range<Int>, longSide: Int) {
        let part = picture.cut(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
        guard let jpeg = part.shrunk(toLongSide: longSide).jpeg(quality: 72) else { return nil }
        let scale = picture.reduction
        self.init(
            jpeg: jpeg, origin: Point(x: Double(x.lowerBound) * scale, y: Double(y.lowerBound) * scale),
            width: Double(x.count) * scale, height: Double(y.count) * scale)
    }

    /// The part of `picture` in which the quads stand, with a margin. They are in the source's pixels.
    fileprivate init?(_ picture: Picture, around quads: [Quad]) {
        let corners = quads.flatMap(\.corners)
        let (xs, ys) = (corners.map(\.x), corners.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max() else { return nil }
        let margin = 0.06 * max(right - left, bottom - top)
        func range(_ low: Double, _ high: Double, _ limit: Int) -> Range<Int> {
            let first = min(max(0, (low - margin) / picture.reduction), Double(limit - 1))
            let last = min(max(first + 1, (high + margin) / picture.reduction), Double(limit))
            return Int(first)..<max(Int(first) + 1, Int(last))
        }
        self.init(
            picture, x: range(left, right, picture.gray.width), y: range(top, bottom, picture.gray.height),
            longSide: 1000)
    }
}
