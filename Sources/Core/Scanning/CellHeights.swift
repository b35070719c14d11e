import Imaging
import MRZDetection
import MRZParsing

/// How high the print stands in the cells of a document, against the zeros that it prints for certain.
///
/// In OCR-B a zero is as high as every digit and a letter O is lower, by about a twelfth (ISO 1073-2). In blur that is all
/// that tells them apart, and it is relative to the page: a recogniser that sees one line at a time has to guess.
struct CellHeights {
    /// The height of each cell over that of the certain zeros, of which two in three are no higher, line by line; nil where
    /// nothing can be said: too little print, or a page with fewer than two certain digits of full height.
    let ratios: [[Double?]]

    /// The ratio below which a cell shows a letter O, whatever it looks like: no zero is so low.
    static let minZero = 0.925

    private static let zero = MRZAlphabet(literal: "0")
    /// Digits as high as a zero, for documents with fewer than two certain zeros.
    private static let tall = MRZAlphabet(literal: "02368")

    /// - Parameters:
    ///   - transcript: what is claimed.
    ///   - strips: its lines, plainly cut.
    init(of transcript: Transcript, on strips: [LineStrip]) {
        let lines = transcript.mrz.lines
        let heights = lines.indices.map { line in
            lines[line].characters.indices.map { strips[line].printHeight(ofColumn: transcript.starts[line] + $0) }
        }
        func certain(_ wanted: MRZAlphabet) -> [Double] {
            lines.indices.flatMap { line in
                lines[line].characters.indices.compactMap { column in
                    let alphabet = transcript.format.alphabet(line: line, column: column)
                    guard alphabet.intersection(.letters) == .none,
                        wanted.contains(lines[line].characters[column])
                    else { return nil }
                    return heights[line][column]
                }
            }
        }
        var references = certain(Self.zero)
        if references.count < 2 { references = certain(Self.tall) }
        guard references.count > 1 else {
            ratios = heights.map { $0.map { _ in nil } }
            return
        }
        // Rather high than low: where letters O are printed in a date, they are among the certain zeros.
        let reference = references.sorted()[references.count * 2 / 3]
        ratios = heights.map { $0.map { $0.map { $0 / reference } } }
    }
}

extension LineStrip {
    /// How high the print in the middle half of a cell stands, in pixels with fractions: between the outermost places at
    /// which the ink crosses half of what its darkest row has. Nil where there is next to no ink.
    fileprivate func printHeight(ofColumn column: Int) -> Double? {
        let middle = origin + (Double(column) + 0.5) * pitch
        let left = Int((middle - pitch / 4).rounded())
        let right = left + Int(pitch / 2)
        guard left >= 0, right <= image.width else { return nil }
        let rows = (0..<image.height).map { y -> Double in
            Double((left..<right).reduce(0) { $0 + 255 - Int(image[$1, y]) }) / Double(right - left)
        }
        guard let most = rows.max(), most > 40 else { return nil }
        let half = most / 2
        guard let top = rows.firstIndex(where: { $0 >= half }), let bottom = rows.lastIndex(where: { $0 >= half }),
            top > 0, bottom < rows.count - 1
        else { return nil }
        let above = (rows[top] - half) / max(1, rows[top] - rows[top - 1])
        let below = (rows[bottom] - half) / max(1, rows[bottom] - rows[bottom + 1])
        return Double(bottom - top) + above + below
    }
}
