import Imaging
import MRZDetection

/// Whether paper follows the last characters of a line: a page that is cut off there, by its own edge or by another
/// page, may have had more of them.
enum PaperBeyond {
    /// Where the first cell beyond a line is looked at, in columns from its middle and in capital heights.
    private static let across = (-4...6).map { 0.075 * Double($0) }
    private static let rises = (-6...6).map { 0.075 * Double($0) }
    /// In a cell with nothing but paper no more than this share of the samples differs from the line's paper by so much
    /// of the contrast: of 224 small visas of `Tests/Honesty` none has more, but for two of a strong pattern. A filler
    /// is a fifth, the tip of one that is cut off a twentieth.
    private static let maxStrange = 0.03
    private static let strange = 0.5

    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - line: from 0.
    ///   - columns: how many characters the line has.
    ///   - picture: that the band was found in.
    static func follows(_ band: Band, line: Int, columns: Int, in picture: GrayImage) -> Bool {
        func levels(_ column: Int) -> [Double] {
            across.flatMap { u in
                rises.map { picture.light(at: band.point(column: Double(column) + u, line: Double(line), rise: $0)) }
            }
        }
        let own = (0..<columns).flatMap(levels).sorted()
        guard !own.isEmpty else { return true }
        let paper = own[band.isLight ? own.count / 4 : own.count * 3 / 4]
        let ink = own[band.isLight ? own.count * 19 / 20 : own.count / 20]
        let beyond = levels(columns)
        let strangers = beyond.count { abs($0 - paper) > strange * abs(paper - ink) }
        return Double(strangers) <= maxStrange * Double(beyond.count)
    }

    /// Where the end of the lines is looked at for an edge: in columns from the right end of the last cell, two places
    /// so far apart at a time; and in capital heights above and below the middle of each line.
    private static let nearEnd = stride(from: -0.3, through: 0.55, by: 0.05).map(\.self)
    private static let apart = 0.25
    private static let besideLines = (-9...9).map { 0.1 * Double($0) }
    /// An edge is a step of so much of the light, and of so many times what nineteen of twenty steps between cells are.
    private static let minEdge = 0.03
    private static let edgeRatio = 1.5

    /// Whether the paper ends where the lines do, all along their height: something may lie over what follows.
    ///
    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - columns: how many characters a line has.
    ///   - picture: that the band was found in.
    static func endsAtEdge(_ band: Band, columns: Int, in picture: GrayImage) -> Bool {
        /// The light of the paper at a place along the lines.
        func paper(_ column: Double) -> Double {
            let levels = (0..<band.lineCount).flatMap { line in
                besideLines.map { picture.light(at: band.point(column: column, line: Double(line), rise: $0)) }
            }
            return percentile(levels, band.isLight ? 0.25 : 0.75)
        }
        func step(_ column: Double) -> Double {
            let light = paper(column)
            return abs(paper(column + apart) - light) / max(8, light)
        }
        let usual = percentile((1..<max(2, columns - 1)).map { step(Double($0) + 0.5 - apart / 2) }, 0.95)
        let end = Double(columns) - 0.5
        return nearEnd.contains { step(end + $0) > max(minEdge, edgeRatio * usual) }
    }
}
