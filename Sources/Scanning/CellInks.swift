import Imaging
import MRZDetection
import MRZParsing

/// How much ink stands in the cells of a document, against what the characters claimed there have in the same line.
///
/// A letter that was printed over another, or is half rubbed out, may have the shape of a third. It has more ink than that
/// one would have beside its neighbours, or less.
struct CellInks {
    /// The ink of each cell over that of the character claimed there, line by line; nil where nothing can be said: next to
    /// no ink, a filler, or a line with too few other characters.
    let ratios: [[Double?]]

    /// The ink of the characters 0 to 9 and A to Z in OCR-B, over the median of all: 96,777 cells of the pictures of
    /// `Tests/Honesty` that nothing was done to, in five cuts of the face.
    private static let usual = [
        1.14, 0.75, 1.01, 1.03, 0.88, 0.98, 1.04, 0.85, 1.23, 1.04, 0.99, 1.25, 0.87, 1.01, 1.02, 0.82, 1.07, 1.03,
        0.82,
        0.77, 1.00, 0.79, 1.25, 1.16, 1.05, 0.99, 1.09, 1.09, 0.99, 0.78, 1.03, 0.93, 1.15, 0.94, 0.79, 0.91,
    ]
    /// Characters besides fillers that a line needs.
    private static let minCharacters = 5

    /// - Parameters:
    ///   - transcript: what is claimed.
    ///   - strips: its lines, plainly cut.
    init(of transcript: Transcript, on strips: [LineStrip]) {
        ratios = transcript.mrz.lines.enumerated().map { line, text in
            let shares = text.characters.enumerated().map { column, character -> Double? in
                guard !character.isFiller else { return nil }
                return strips[line].ink(ofColumn: transcript.starts[line] + column)
                    .map { $0 / Self.usual[Int(character.index)] }
            }
            let sorted = shares.compactMap(\.self).sorted()
            guard sorted.count >= Self.minCharacters else { return shares.map { _ in nil } }
            let median = sorted[sorted.count / 2]
            return shares.map { $0.map { $0 / median } }
        }
    }
}

extension LineStrip {
    /// The ink in a cell, in pixels of full black; nil where there is next to none.
    func ink(ofColumn column: Int) -> Double? {
        let left = Int((origin + Double(column) * pitch).rounded())
        let right = left + Int(pitch)
        guard left >= 0, right <= image.width else { return nil }
        var ink = 0
        for y in 0..<image.height { for x in left..<right { ink += 255 - Int(image[x, y]) } }
        return ink < 255 * 8 ? nil : Double(ink) / 255
    }
}
