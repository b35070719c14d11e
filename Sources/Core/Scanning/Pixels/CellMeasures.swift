import Imaging
import MRZDetection

/// Finds from where to where print reaches.
enum PrintExtent {
    /// The outermost places at which the ink of rows crosses half of what the darkest row has, in rows with fractions;
    /// nil where that has less than `minDarkest`, or the print reaches the edge.
    static func of(_ rows: [Double], minDarkest: Double) -> ClosedRange<Double>? {
        guard let darkest = rows.max(), darkest > minDarkest else { return nil }
        let half = darkest / 2
        guard let top = rows.firstIndex(where: { $0 >= half }), let bottom = rows.lastIndex(where: { $0 >= half }),
            top > 0, bottom < rows.count - 1
        else { return nil }
        let above = (rows[top] - half) / max(1, rows[top] - rows[top - 1])
        let below = (rows[bottom] - half) / max(1, rows[bottom] - rows[bottom + 1])
        return (Double(top) - above)...(Double(bottom) + below)
    }
}

/// How far each value of a line's cells is off the median of all, in one and a half times their median deviation or,
/// where that is less, in `minSpread`; nil where there is none.
func lineDeviations(of values: [Double?], minSpread: Double) -> [Double?] {
    let found = values.compactMap(\.self)
    let middle = median(found)
    let spread = max(minSpread, robustDeviation(of: found, from: middle))
    return values.map { $0.map { ($0 - middle) / spread } }
}

extension LineStrip {
    /// The ink in a cell, in pixels of full black; nil where there is next to none.
    func ink(ofColumn column: Int) -> Double? {
        let cell = pixelColumns(ofColumn: column)
        guard cell.count == Int(pitch) else { return nil }
        var ink = 0
        for y in 0..<image.height { for x in cell { ink += 255 - Int(image[x, y]) } }
        return ink < 255 * 8 ? nil : Double(ink) / 255
    }

    /// The share of a cell's pixels that are no lighter than what counts as its paper.
    private static let paperRank = 0.9

    /// How much of the ink in each of some cells is a shade of their paper, in pixels of full black: what makes that darker
    /// than the paper of most.
    func shades(ofColumns columns: Range<Int>) -> [Double] {
        let papers = columns.map { column in
            let cell = pixelColumns(ofColumn: column)
            var levels: [Double] = []
            for y in 0..<image.height { for x in cell { levels.append(Double(image[x, y])) } }
            return percentile(levels, Self.paperRank)
        }
        let usual = median(papers)
        return papers.map { max(0, usual - $0) / 255 * Double(image.height * Int(pitch)) }
    }
}

/// Where a point lies among the four pixels round it, the nearest ones beyond the edge: the same in all pictures of one
/// size.
struct PlaceBetweenPixels {
    /// The places of the upper pixels and of the lower ones in `GrayImage.pixels`; nil of a picture without any.
    fileprivate let corners: (Int, Int, Int, Int)?
    /// How far the point is from the left ones to the right ones, and from the upper ones to the lower ones, 0...1.
    fileprivate let across: Double
    fileprivate let down: Double

    init(_ point: Point, in image: GrayImage) {
        let (width, height) = (image.width, image.height)
        guard width > 0, height > 0 else {
            (corners, across, down) = (nil, 0, 0)
            return
        }
        let x = min(max(point.x, 0), Double(width - 1))
        let y = min(max(point.y, 0), Double(height - 1))
        let (left, top) = (Int(x), Int(y))
        let (right, bottom) = (min(left + 1, width - 1), min(top + 1, height - 1))
        corners = (top * width + left, top * width + right, bottom * width + left, bottom * width + right)
        (across, down) = (x - Double(left), y - Double(top))
    }
}

extension GrayImage {
    /// The light at a point between pixels, 0...255; beyond the edge that of the nearest pixel, and 0 of no pixels.
    func light(at point: Point) -> Double { light(at: PlaceBetweenPixels(point, in: self)) }

    /// The same, at a place in a picture of this size.
    func light(at place: PlaceBetweenPixels) -> Double {
        guard let corners = place.corners else { return 0 }
        let (across, down) = (place.across, place.down)
        let upper = Double(pixels[corners.0]) * (1 - across) + Double(pixels[corners.1]) * across
        let lower = Double(pixels[corners.2]) * (1 - across) + Double(pixels[corners.3]) * across
        return upper * (1 - down) + lower * down
    }
}
