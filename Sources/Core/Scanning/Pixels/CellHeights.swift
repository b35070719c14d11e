import Imaging
import MRZDetection
import MRZParsing

/// How high the print stands in the cells of a document, against the zeros that it prints for certain.
///
/// In OCR-B a zero is as high as every digit and a letter O is lower, by about a twelfth (ISO 1073-2). In blur that is
/// all that tells them apart, and it is relative to the page: a recogniser that sees one line at a time has to guess.
struct CellHeights {
    /// The height of each cell over that of the certain zeros, of which two in three are no higher, line by line; nil
    /// where nothing can be said: too little print, or a page with fewer than two certain digits of full height.
    let ratios: [[Double?]]
    /// How far the height of each letter is off what its letter has, beside the median of the page's letters, in
    /// standard deviations or, where those of the page are larger, in the page's own; nil of characters whose height
    /// says nothing, or where there are too few letters.
    let deviations: [[Double?]]

    /// The height of each cell over what its character has; nil of characters whose height says nothing.
    let relative: [[Double?]]

    /// The height over a zero's of the letters that are as wide at their top and foot as anywhere, measured on 4,800
    /// undisturbed pictures of `Tests/Honesty`; and its standard deviation.
    private static let usual: [Character: Double] = [
        "B": 0.886, "C": 0.911, "D": 0.850, "E": 0.910, "G": 0.917, "I": 0.907, "O": 0.905, "Q": 0.834, "S": 0.915,
        "Z": 0.908,
    ]
    private static let spread = 0.0135
    /// How many letters a page must have for their median to say what its face has.
    private static let minLetters = 5

    /// The ratio below which a cell shows a letter O, whatever it looks like: no zero is so low.
    static let minZero = 0.925

    private static let zero = MRZAlphabet(literal: "0")
    /// Digits as high as a zero, for documents with fewer than two certain zeros.
    private static let tall = MRZAlphabet(literal: "02368")
    /// Those of them that are as high in the middle of their cell in every face: of some a 6 is not.
    private static let full = MRZAlphabet(literal: "0238")

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
            deviations = ratios
            relative = ratios
            return
        }
        // Rather high than low: where letters O are printed in a date, they are among the certain zeros.
        let reference = references.sorted()[references.count * 2 / 3]
        let ratios = heights.map { $0.map { $0.map { $0 / reference } } }
        self.ratios = ratios
        deviations = Self.deviations(of: ratios, lines)
        relative = zip(ratios, lines).map { ratios, line in
            zip(ratios, line.characters).map { ratio, character in
                let usual = Self.full.contains(character) ? 1 : Self.usual[Character([character].text)]
                return ratio.flatMap { ratio in usual.map { ratio / $0 } }
            }
        }
    }

    private static func deviations(of ratios: [[Double?]], _ lines: [MRZLine]) -> [[Double?]] {
        let all = zip(ratios, lines).map { ratios, line in
            zip(ratios, line.text).map { ratio, character -> Double? in
                guard let ratio, let usual = usual[character] else { return nil }
                return (ratio - usual) / spread
            }
        }
        let sorted = all.joined().compactMap { $0 }.sorted()
        guard sorted.count >= minLetters else { return all.map { $0.map { _ in nil } } }
        // Faces differ, and so does what blur leaves of them.
        let median = sorted[sorted.count / 2]
        let off = sorted.map { abs($0 - median) }.sorted()
        // Five of six are within 1.4 standard deviations.
        let scale = max(1, off[off.count * 5 / 6] / 1.4)
        return all.map { $0.map { $0.map { ($0 - median) / scale } } }
    }
}

extension LineStrip {
    /// How high the print in the middle half of a cell stands, in pixels with fractions: between the outermost places
    /// at which the ink crosses half of what its darkest row has. Nil where there is next to no ink.
    fileprivate func printHeight(ofColumn column: Int) -> Double? {
        let middle = middle(ofColumn: column)
        let left = Int((middle - pitch / 4).rounded())
        let right = left + Int(pitch / 2)
        guard left >= 0, right <= image.width else { return nil }
        let rows = (0..<image.height).map { y -> Double in
            Double((left..<right).reduce(0) { $0 + 255 - Int(image[$1, y]) }) / Double(right - left)
        }
        return PrintExtent.of(rows, minDarkest: 40).map { $0.upperBound - $0.lowerBound }
    }
}
