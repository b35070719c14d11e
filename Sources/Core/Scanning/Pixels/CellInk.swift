import MRZDetection
import MRZParsing

#if canImport(Glibc)
    import Glibc
#endif

/// How much more ink a cell has than the cells about it: a letter that is printed over another is bolder than its
/// neighbours, however plainly it shows.
///
/// The largest of the neighbours decides, not the usual one: ink grows along a line where light falls off, and then
/// grows in neighbours as well. The same is asked of a letter that has less ink: of another face, a small one, or half
/// of one.
struct CellInk {
    /// The logarithm of the ink in every cell over that of the boldest of its neighbours, line by line, each measured
    /// against what its character has; nil of fillers, and where there are too few neighbours.
    let excess: [[Double?]]
    /// How far the ink in every cell falls below what its character has, line by line, in what the line's characters
    /// vary by: below the line's median or that of the neighbours, whichever it is nearer; 0 above them, nil of
    /// fillers.
    let deficits: [[Double?]]
    /// The logarithm of the ink in every cell over what its character has, line by line; nil of fillers.
    let logarithms: [[Double?]]

    /// How many neighbours count, the nearest ones to either side where the line does not end, and how many of them
    /// must have ink.
    private static let neighbours = 10
    private static let minNeighbours = 4
    /// What the ink of a line's characters varies by at least, and that of neighbours, as logarithms.
    private static let minSpread = 0.04
    private static let spreadOfNeighbours = 0.05
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
    ///   - shades: of each line how much of that is a shade of the paper; see `LineStrip.shades(ofColumns:)`. A character
    ///     is not bolder for it.
    init(of lines: [MRZLine], inks: [[Double?]], shades: [[Double]]) {
        let texts = lines.map { Array($0.text) }
        func relative(_ inks: [[Double?]]) -> [[Double?]] {
            zip(texts, inks).map { text, inks in
                zip(text, inks).map { character, ink in
                    guard let ink, ink > 0, let usual = Self.usual[character] else { return nil }
                    return log(ink / usual)
                }
            }
        }
        let logs = relative(inks)
        let unshaded = zip(inks, shades).map { inks, shades in
            zip(inks, shades).map { ink, shade in ink.map { $0 - shade } }
        }
        excess = zip(texts, zip(logs, relative(unshaded))).map { text, inks in
            let (logs, unshaded) = inks
            return text.indices.map { column in
                guard text[column] != "<", let own = unshaded[column] else { return nil }
                let first = max(0, min(column - Self.neighbours / 2, text.count - 1 - Self.neighbours))
                let others = (first...min(text.count - 1, first + Self.neighbours))
                    .filter { $0 != column }.compactMap { logs[$0] }
                guard others.count >= Self.minNeighbours, let boldest = others.max() else { return nil }
                return own - boldest
            }
        }
        logarithms = zip(texts, logs).map { text, logs in zip(text, logs).map { $0 == "<" ? nil : $1 } }
        deficits = logarithms.map { found in
            let deviations = lineDeviations(of: found, minSpread: Self.minSpread)
            return found.indices.map { column in
                guard let own = found[column], let deviation = deviations[column] else { return nil }
                let first = max(0, column - Self.neighbours / 2)
                let others = (first...min(found.count - 1, column + Self.neighbours / 2))
                    .filter { $0 != column }.compactMap { found[$0] }
                let beside = others.isEmpty ? deviation : (own - median(others)) / Self.spreadOfNeighbours
                return max(0, -max(deviation, beside))
            }
        }
    }
}
