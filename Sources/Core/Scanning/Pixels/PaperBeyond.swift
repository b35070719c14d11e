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
}
