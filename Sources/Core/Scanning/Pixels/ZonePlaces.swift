import Imaging
import MRZDetection

/// Where the cells of a zone lie in a picture.
struct ZonePlaces {
    /// The characters of each line.
    let lengths: [Int]
    private let zone: Quad
    private let band: Band?
    /// The corner of the band that `zone.topLeft` is, and pixels of the picture for one of the picture that the band is
    /// of.
    private let origin: Point
    private let scale: Double

    /// The height of capitals over the distance of two lines (ICAO Doc 9303-3, 4.4).
    private static let capShare = 0.61

    init(_ zone: Quad, bentAs band: Band?, lengths: [Int]) {
        self.zone = zone
        self.band = band
        self.lengths = lengths
        let own = band?.quad ?? zone
        origin = own.topLeft
        scale = (zone.topRight - zone.topLeft).length / max(1e-6, (own.topRight - own.topLeft).length)
    }

    /// The place on the middle of a line so many columns from the middle of its first one, and the step from there
    /// down by half of the height of capitals.
    func column(_ column: Double, line: Int) -> (middle: Point, down: Point) {
        if let band {
            let points = [0, 0.5].map { rise in
                zone.topLeft + (band.point(column: column, line: Double(line), rise: rise) - origin) * scale
            }
            return (points[0], points[1] - points[0])
        }
        let last = Double(lengths.count - 1)
        let half = Self.capShare / (last + Self.capShare) / 2
        let middle = last == 0 ? 0.5 : half + (1 - 2 * half) * Double(line) / last
        let along = (column + 0.5) / Double(lengths.max() ?? 1)
        let point = zone.point(along: along, down: middle)
        return (point, zone.point(along: along, down: middle + half) - point)
    }

    /// The place so many columns from the middle of the first one, and so many heights of capitals below the middle of
    /// the line.
    func point(column: Double, line: Int, rise: Double) -> Point {
        let (middle, down) = self.column(column, line: line)
        return middle + down * (2 * rise)
    }
}

extension Quad {
    /// The point so far along the upper and lower edge, and so far down from the one to the other, 0...1.
    fileprivate func point(along: Double, down: Double) -> Point {
        let upper = topLeft + (topRight - topLeft) * along
        let lower = bottomLeft + (bottomRight - bottomLeft) * along
        return upper + (lower - upper) * down
    }
}
