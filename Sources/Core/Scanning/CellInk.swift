import MRZParsing

#if canImport(Glibc)
    import Glibc
#endif

/// How much more ink a cell has than the cells about it: a letter that is printed over another is bolder than its neighbours,
/// however plainly it shows.
///
/// The largest of the neighbours decides, not the usual one: ink grows along a line where light falls off, and then grows in
/// neighbours as well.
struct CellInk {
    /// Of each line the logarithm of the ink in every cell over that of the boldest of its neighbours, each measured against
    /// what its character has; nil of fillers, and where there are too few neighbours.
    let excess: [[Double?]]

    /// How many neighbours count, the nearest ones to either side where the line does not end, and how many of them must have
    /// ink.
    private static let neighbours = 10
    private static let minNeighbours = 4
    /// The ink of each character against that of all, measured on 348 undisturbed pictures of `Tests/Honesty`.
    private static let usual: [Character: Double] = [
        "0": 1.29, "1": 0.85, "2": 1.14, "3": 1.16, "4": 0.99, "5": 1.10, "6": 1.18, "7": 0.95, "8": 1.39, "9": 1.17,
        "<": 0.86, "A": 1.12, "B": 1.40, "C": 0.98, "D": 1.14, "E": 1.15, "F": 0.92, "G": 1.20, "H": 1.16, "I": 0.93,
        "J": 0.87, "K": 1.12, "L": 0.89, "M": 1.39, "N": 1.30, "O": 1.19, "P": 1.11, "Q": 1.21, "R": 1.23, "S": 1.12,
        "T": 0.88, "U": 1.16, "V": 1.05, "W": 1.30, "X": 1.06, "Y": 0.88, "Z": 1.03,
    ]

    /// - Parameters:
    ///   - lines: what the lines are read as.
    ///   - inks: of each line the ink in every cell, as `LineStrip.ink(ofColumn:)` measures it.
    init(of lines: [MRZLine], inks: [[Double?]]) {
        excess = zip(lines, inks).map { line, inks in
            let text = Array(line.text)
            let logs = zip(text, inks).map { character, ink -> Double? in
                guard let ink, let usual = Self.usual[character] else { return nil }
                return log(ink / usual)
            }
            return text.indices.map { column in
                guard text[column] != "<", let own = logs[column] else { return nil }
                let first = max(0, min(column - Self.neighbours / 2, text.count - 1 - Self.neighbours))
                let others = (first...min(text.count - 1, first + Self.neighbours))
                    .filter { $0 != column }.compactMap { logs[$0] }
                guard others.count >= Self.minNeighbours, let boldest = others.max() else { return nil }
                return own - boldest
            }
        }
    }
}
