import Imaging
import MRZDetection

/// Where the characters that were read stand beside the grid of their band.
///
/// A grid is fitted to blobs, and where those are few or joined, at the ends of small print above all, it may run off
/// by most of a cell. The recogniser reads what is there all the same, and says where: its glyphs mostly lie within a
/// hundredth of the middle of their characters.
struct GlyphPlaces {
    /// Of each line of the band how far the character of each column stands to the right of its cell's middle, in
    /// columns; nil where nothing tells.
    private let offsets: [[Double?]]

    /// So many characters side by side tell that the grid runs off, where all of them stand off by more than
    /// `maxOffset` columns.
    private static let minTelling = 2
    private static let maxOffset = 0.12
    /// By so many columns the recogniser is late on every grid: it is sure of a character once it has seen it.
    private static let lateness = 0.1
    /// An offset that is further from the median of those round about is a glyph's own.
    private static let maxOdd = 0.2

    init(_ lines: [LineReading], columns: Int) {
        offsets = lines.map { line in
            let measured = (0..<columns).map { line.offset(ofColumn: $0).map { $0 - Self.lateness } }
            return measured.indices.map { column in
                let near = measured[max(0, column - 2)...min(columns - 1, column + 2)].compactMap(\.self)
                return measured[column].flatMap { abs($0 - median(near)) <= Self.maxOdd ? $0 : nil }
            }
        }
    }

    /// Whether several characters side by side stand off the grid, all to the same side.
    var areOffGrid: Bool {
        offsets.contains { line in
            let told = line.compactMap(\.self)
            return told.indices.dropLast(Self.minTelling - 1).contains { first in
                let run = told[first..<(first + Self.minTelling)]
                return run.allSatisfy { $0 > Self.maxOffset } || run.allSatisfy { $0 < -Self.maxOffset }
            }
        }
    }

    /// `band` on a grid that follows its characters; nil where they settle none.
    ///
    /// Before the first character of a line that tells, and behind the last one, in the fillers above all, the line is
    /// as far off as there, but for what another line changes by from there on.
    func corrected(_ band: Band) -> Band? {
        let places = offsets.indices.map { line in
            (0..<band.columnCount).map { column in offset(ofLine: line, at: column).map { Double(column) + $0 } }
        }
        return band.following(places)
    }

    private func offset(ofLine line: Int, at column: Int) -> Double? {
        let own = offsets[line]
        guard own[column] == nil, let first = own.firstIndex(where: { $0 != nil }),
            let last = own.lastIndex(where: { $0 != nil }), column < first || column > last
        else { return own[column] }
        let end = column < first ? first : last
        let changes = offsets.compactMap { other in
            other[end].flatMap { there in other[column].map { $0 - there } }
        }
        return own[end].map { $0 + (changes.isEmpty ? 0 : median(changes)) }
    }
}
