import Imaging
import MRZDetection
import MRZParsing

/// How far below or above the top of its line the print in a cell begins: a small letter begins lower than the capital
/// that has its shape, one with a stem or an accent higher.
struct CellTops {
    /// How far below the usual height every cell begins, line by line, against what its character has and in what the
    /// line's characters vary by; negative above that, nil of fillers and where there is next to no print. Of a letter
    /// the usual height is that of the line or that of its letters, whichever is nearer: in some faces digits are higher.
    let deviations: [[Double?]]
    /// How far below the top of its line every cell begins, as a share of the line's height, less what its character has.
    let offsets: [[Double?]]

    /// How far below the top of its line a character begins, as a share of the line's height, measured on 1,000
    /// undisturbed pictures of `Tests/Honesty`.
    private static let usual: [Character: Double] = [
        "0": -0.026, "1": 0, "2": -0.024, "3": -0.006, "4": 0.023, "5": -0.008, "6": 0.022, "7": -0.009, "8": -0.022,
        "9": -0.021, "A": 0.016, "B": 0.007, "C": -0.002, "D": 0.013, "E": 0, "F": 0.046, "G": -0.006, "H": 0.025,
        "I": 0.002, "J": 0.025, "K": 0.028, "L": 0.017, "M": 0.027, "N": 0.003, "O": -0.015, "P": 0.006, "Q": 0.010,
        "R": 0.004, "S": -0.019, "T": 0.004, "U": 0.014, "V": 0.023, "W": 0.037, "X": 0.048, "Y": 0.025, "Z": 0.013,
    ]
    /// What the characters of a line vary by at least, as a share of its height.
    private static let minSpread = 0.015
    /// The letters that a line must have for their median to say how high letters are.
    private static let minLetters = 3

    /// - Parameters:
    ///   - transcript: what is claimed.
    ///   - strips: its lines, plainly cut.
    init(of transcript: Transcript, on strips: [LineStrip]) {
        let offsets = zip(zip(transcript.mrz.lines, transcript.starts), strips).map { line, strip -> [Double?] in
            let text = Array(line.0.text)
            let extents = text.enumerated().map { column, character in
                Self.usual[character] == nil ? nil : strip.printExtent(ofColumn: line.1 + column)
            }
            let found = extents.compactMap(\.self)
            let height = max(1, median(found.map(\.upperBound)) - median(found.map(\.lowerBound)))
            return zip(text, extents).map { character, extent in
                guard let extent, let usual = Self.usual[character] else { return nil }
                return extent.lowerBound / height - usual
            }
        }
        self.offsets = offsets
        deviations = zip(transcript.mrz.lines, offsets).map { line, offsets in
            let text = Array(line.text)
            let deviations = lineDeviations(of: offsets, minSpread: Self.minSpread)
            let letters = zip(text, deviations).compactMap { $0.isLetter ? $1 : nil }
            guard letters.count >= Self.minLetters else { return deviations }
            let usual = median(letters)
            return zip(text, deviations).map { character, deviation in
                guard character.isLetter, let deviation else { return deviation }
                return abs(deviation - usual) < abs(deviation) ? deviation - usual : deviation
            }
        }
    }
}

extension LineStrip {
    /// The rows from which to which the print in a cell reaches, by the darkest pixel of each row.
    fileprivate func printExtent(ofColumn column: Int) -> ClosedRange<Double>? {
        let middle = middle(ofColumn: column)
        let left = Int((middle - 0.42 * pitch).rounded())
        let right = Int((middle + 0.42 * pitch).rounded())
        guard left >= 0, right <= image.width else { return nil }
        let rows = (0..<image.height).map { y in
            Double((left..<right).reduce(0) { max($0, 255 - Int(image[$1, y])) })
        }
        return PrintExtent.of(rows, minDarkest: 60)
    }
}
