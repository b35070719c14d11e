import Imaging
import MRZDetection

/// Where the characters that were read stand beside the grid of their band.
///
/// A grid is fitted to blobs, and where those are few or joined, at the ends of small print above all, it may run off
/// by most of a cell. The recogniser reads what is there all the same, and says where: its glyphs mostly lie within a
/// hundredth of the middle of their characters.
struct GlyphPlaces {
    /// To the right of the middles of their cells, in columns.
    private let offsets: CellOffsets

    /// The grid runs off where characters stand off by so many columns.
    private static let maxOffset = 0.12
    /// By so many columns the recogniser is late on every grid: it is sure of a character once it has seen it.
    private static let lateness = 0.1
    /// An offset that is further from the median of those round about is a glyph's own.
    private static let maxOdd = 0.2

    init(_ lines: [LineReading], columns: Int) {
        offsets = CellOffsets(
            lines.map { line in (0..<columns).map { line.offset(ofColumn: $0).map { $0 - Self.lateness } } },
            maxOdd: Self.maxOdd)
    }

    /// Whether several characters side by side stand off the grid, all to the same side.
    var areOffGrid: Bool { offsets.areOff(by: Self.maxOffset) }

    /// `band` on a grid that follows its characters; nil where they settle none.
    ///
    /// Before the first character of a line that tells, and behind the last one, in the fillers above all, the line is
    /// as far off as there, but for what another line changes by from there on.
    func corrected(_ band: Band) -> Band? {
        let places = offsets.lines.indices.map { line in
            (0..<band.columnCount).map { column in offset(ofLine: line, at: column).map { Double(column) + $0 } }
        }
        return band.following(places)
    }

    private func offset(ofLine line: Int, at column: Int) -> Double? {
        let own = offsets.lines[line]
        guard own[column] == nil, let first = own.firstIndex(where: { $0 != nil }),
            let last = own.lastIndex(where: { $0 != nil }), column < first || column > last
        else { return own[column] }
        let end = column < first ? first : last
        let changes = offsets.lines.compactMap { other in
            other[end].flatMap { there in other[column].map { $0 - there } }
        }
        return own[end].map { $0 + (changes.isEmpty ? 0 : median(changes)) }
    }
}
