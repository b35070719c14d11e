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
    /// It is looked at where a column has no more pixels: the dots of dithered paper are grey there.
    private static let maxPitch = 18.0

    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - line: from 0.
    ///   - columns: how many characters the line has.
    ///   - picture: that the band was found in.
    static func follows(_ band: Band, line: Int, columns: Int, in picture: ImagePyramid) -> Bool {
        let half = picture.halved(while: band.pitch, exceeds: maxPitch)
        func levels(_ column: Int) -> [Double] {
            across.flatMap { u in
                rises.map { rise in
                    let point = band.point(column: Double(column) + u, line: Double(line), rise: rise)
                    return half.image.light(at: half.place(of: point))
                }
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

    /// How often the light of the paper is looked at along the lines, in places a column.
    private static let placesPerColumn = 20
    /// A step is the difference of the light on both sides of a place, each the median of so many places: paper that
    /// ends within a column of the lines leaves most of them alone.
    private static let places = 13
    /// The nearest of them is so many places off: the edge itself may be soft.
    private static let gap = 3
    /// Where the edge may lie at the end of the lines, in places from the right end of the last cell.
    private static let nearEnd = -6...8
    /// In capital heights above and below the middle of each line.
    private static let besideLines = (-9...9).map { 0.1 * Double($0) }
    /// An edge is a step of so much of the light.
    private static let minEdge = 0.02
    /// It is also so many times the largest step near a border of two cells, in the median of those borders: paper with
    /// a pattern has steps everywhere. Of 328 untouched small visas (`Tests/Honesty`, seed `und-8`) two are doubted for
    /// what follows them, and of 318 large ones that are covered behind 36 columns (`visas-1`) six are verified.
    private static let edgeRatio = 2.6
    /// In one of the colours of a picture, of which files keep less than of its light, an edge is a step of so much.
    static let minColoredEdge = 0.05
    /// Darker paper counts as so light, of 255: a step of rounding is none of the light.
    private static let minLight = 8.0

    /// Whether the paper ends where the lines do, all along their height: something may lie over what follows.
    ///
    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - columns: how many characters a line has.
    ///   - picture: that the band was found in.
    static func endsAtEdge(_ band: Band, columns: Int, in picture: GrayImage) -> Bool {
        endsAtEdge(lines: band.lineCount, columns: columns, isLight: band.isLight, minEdge: minEdge) {
            column, line, rise in
            picture.light(at: band.point(column: column, line: Double(line), rise: rise))
        }
    }

    /// The same in any picture of the page.
    ///
    /// - Parameters:
    ///   - lines: of the zone.
    ///   - columns: how many characters a line has.
    ///   - isLight: whether the print is lighter than its paper.
    ///   - minEdge: the step that is an edge, as a share of the light.
    ///   - light: so many columns from the middle of the first cell of a line, and so many capital heights below its
    ///     middle, 0...255.
    static func endsAtEdge(
        lines: Int, columns: Int, isLight: Bool, minEdge: Double,
        light: (_ column: Double, _ line: Int, _ rise: Double) -> Double
    ) -> Bool {
        var known = [Double?](repeating: nil, count: columns * placesPerColumn + nearEnd.upperBound + gap + places)
        /// The light of the paper at a place, from the left end of the first cell on.
        func paper(at place: Int) -> Double {
            if let paper = known[place] { return paper }
            let column = Double(place) / Double(placesPerColumn) - 0.5
            let levels = (0..<lines).flatMap { line in besideLines.map { light(column, line, $0) } }
            let paper = percentile(levels, isLight ? 0.25 : 0.75)
            known[place] = paper
            return paper
        }
        /// The light of what begins at a place.
        func usualLight(from place: Int) -> Double { median((place..<place + places).map(paper)) }
        /// The largest step near the right end of so many cells.
        func step(after cells: Int) -> Double {
            nearEnd.map { offset in
                let place = cells * placesPerColumn + offset
                let before = usualLight(from: place - gap - places)
                return abs(usualLight(from: place + gap) - before) / max(minLight, before)
            }.max() ?? 0
        }
        let edge = step(after: columns)
        // Hardly any paper has one, and only then the rest of it is of interest.
        guard edge > minEdge else { return false }
        // The outermost have no room for both sides, or share it with the end.
        return edge > edgeRatio * median((2..<max(3, columns - 2)).map(step))
    }
}
