public import Imaging

/// A place in a picture where the lines of an MRZ seem to lie, cell by cell. All coordinates are the picture's pixels.
///
/// Columns and lines are counted from 0 at the first character as the band is read; 0.5 is half a cell further on.
public struct Band: Sendable {
    /// Lines of print: 1, 2 or 3.
    public let lineCount: Int
    /// Characters a line, as the geometry has it: 30, 36 or 44. The recogniser may know better.
    public let columnCount: Int
    /// Larger is more like an MRZ. Comparable between bands of one search; good ones reach 5 to 10.
    public let score: Double
    /// `score` as a share of what a perfect band of this many characters reaches: true bands mostly above 0.6.
    public var quality: Double { score / Double(lineCount * columnCount).squareRoot() }
    /// Light print on a dark ground.
    public let isLight: Bool
    /// Read from the other end: the page is upside down with respect to the search.
    public let isTurned: Bool
    /// Read as in a mirror.
    public let isMirrored: Bool

    private var fit: FittedBand
    /// The column of the fitted shape that comes first in it.
    private let firstColumn: Int
    /// The line of the fitted shape that comes first in it.
    private let firstLine: Int
    /// Pixels of the picture for one of the searched picture.
    private let scale: Double

    init(_ fit: FittedBand, isLight: Bool, scale: Double) {
        self.init(
            fit, columns: fit.start..<(fit.start + fit.columns), lines: 0..<fit.lines, isLight: isLight, scale: scale,
            isTurned: false, isMirrored: false)
    }

    private init(
        _ fit: FittedBand, columns: Range<Int>, lines: Range<Int>, isLight: Bool, scale: Double, isTurned: Bool,
        isMirrored: Bool
    ) {
        self.fit = fit
        self.scale = scale
        self.isLight = isLight
        self.isTurned = isTurned
        self.isMirrored = isMirrored
        firstColumn = columns.lowerBound
        columnCount = columns.count
        firstLine = lines.lowerBound
        lineCount = lines.count
        score = fit.score
    }

    /// The band read upside down.
    public var turned: Band { read(isTurned: !isTurned, isMirrored: isMirrored) }

    /// The band read as in a mirror.
    public var mirrored: Band { read(isTurned: isTurned, isMirrored: !isMirrored) }

    private func read(isTurned: Bool, isMirrored: Bool) -> Band {
        Band(
            fit, columns: firstColumn..<(firstColumn + columnCount), lines: firstLine..<(firstLine + lineCount),
            isLight: isLight, scale: scale, isTurned: isTurned, isMirrored: isMirrored)
    }

    /// Another window of the same grid: `columns` and `lines`, counted as the band is read, may lie outside it.
    public func window(columns: Range<Int>, lines: Range<Int>) -> Band {
        let column = isTurned != isMirrored ? columnCount - columns.upperBound : columns.lowerBound
        let line = isTurned ? lineCount - lines.upperBound : lines.lowerBound
        return Band(
            fit, columns: (firstColumn + column)..<(firstColumn + column + columns.count),
            lines: (firstLine + line)..<(firstLine + line + lines.count), isLight: isLight, scale: scale,
            isTurned: isTurned, isMirrored: isMirrored)
    }

    /// The same columns and lines on a grid that follows what stands in them; nil where that settles none.
    ///
    /// - Parameters:
    ///   - places: of each line where the character of each column of the band stands, in columns: its own number where
    ///     it stands in the middle of its cell; nil where nothing tells.
    ///   - rises: how far below the middle of its cell it stands, in capital heights; 0 by default.
    package func following(_ places: [[Double?]], rises: [[Double?]] = []) -> Band? {
        let marks = places.enumerated().flatMap { line, places in
            let across = shapeLine(Double(line))
            return places.enumerated().compactMap { column, place in
                place.map {
                    let rise = rises.isEmpty ? 0 : rises[line][column] ?? 0
                    return BandShape.Mark(
                        column: Int(shapeColumn(Double(column))), line: Int(across),
                        point: shapePoint(column: shapeColumn($0), line: across, rise: rise), blob: 0)
                }
            }
        }
        return fit.refitted(to: marks).map {
            var followed = self
            followed.fit = $0
            return followed
        }
    }

    /// Whether `other` has the same lines and columns and its corners lie within so many pitches of this one's.
    package func isSame(as other: Band, within pitches: Double) -> Bool {
        guard lineCount == other.lineCount, columnCount == other.columnCount, isLight == other.isLight else {
            return false
        }
        let reach = pitches * min(pitch, other.pitch)
        return zip(quad.corners, other.quad.corners).allSatisfy { ($0 - $1).length <= reach }
    }

    /// Pixels from one column to the next in the middle of the band.
    public var pitch: Double { fit.pitch * scale }

    /// The same where it is least: perspective makes print smaller towards one end.
    package var minPitch: Double {
        [0, Double(columnCount - 1)].flatMap { column in
            (0..<lineCount).map { line in
                let ends = [-0.5, 0.5].map { point(column: column + $0, line: Double(line), rise: 0) }
                return (ends[1] - ends[0]).length
            }
        }.reduce(pitch, min)
    }

    /// Height of the capitals, in pixels.
    public var capHeight: Double { fit.capHeight * scale }

    /// From one line to the next, in capital heights: 1.5 on many cards, 2.2 in passports.
    public var lineSpacing: Double { fit.spacing / fit.capHeight }

    /// The point `rise` capital heights below the middle of the characters at `column` of `line`.
    public func point(column: Double, line: Double, rise: Double = 0) -> Point {
        let p = shapePoint(column: shapeColumn(column), line: shapeLine(line), rise: rise)
        return Point(x: (p.x + 0.5) * scale - 0.5, y: (p.y + 0.5) * scale - 0.5)
    }

    /// The point `rise` capital heights below the middle of a cell of the fitted shape, as the band is read, in pixels of the
    /// searched picture.
    private func shapePoint(column: Double, line: Double, rise: Double) -> Point {
        let lift = (isTurned ? -rise : rise) * fit.capHeight / fit.spacing
        return fit.shape.point(column: column, line: line) + fit.shape.step(at: column) * lift
    }

    /// The column of the fitted shape that is `column` of the band as it is read.
    private func shapeColumn(_ column: Double) -> Double {
        (isTurned != isMirrored ? Double(columnCount - 1) - column : column) + Double(firstColumn)
    }

    /// The line of the fitted shape that is `line` of the band as it is read.
    private func shapeLine(_ line: Double) -> Double {
        (isTurned ? Double(lineCount - 1) - line : line) + Double(firstLine)
    }

    /// The corners round the outer edges of the characters, as the band is read.
    public var quad: Quad { quad(from: 0, columns: columnCount) }

    /// The corners round `columns` columns from `first`, which need not lie inside `0..<columnCount`.
    public func quad(from first: Int, columns: Int) -> Quad {
        let left = Double(first) - 0.5
        let right = Double(first + columns) - 0.5
        let bottom = Double(lineCount - 1)
        return Quad(
            topLeft: point(column: left, line: 0, rise: -0.5), topRight: point(column: right, line: 0, rise: -0.5),
            bottomRight: point(column: right, line: bottom, rise: 0.5),
            bottomLeft: point(column: left, line: bottom, rise: 0.5))
    }
}

extension Band: CustomStringConvertible {
    public var description: String {
        "Band of \(lineCount) × \(columnCount) at \(Int(quad.center.x)), \(Int(quad.center.y))"
    }
}
