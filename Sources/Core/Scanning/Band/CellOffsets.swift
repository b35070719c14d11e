import MRZDetection

/// How far the characters of each line of a band stand off the grid, by column; nil where nothing tells.
struct CellOffsets {
    let lines: [[Double?]]

    /// So many characters side by side tell that the grid runs off.
    private static let minTelling = 2

    /// - Parameters:
    ///   - measured: of each line.
    ///   - maxOdd: what is further from the median of those round about is a character's own, and tells nothing.
    init(_ measured: [[Double?]], maxOdd: Double) {
        lines = measured.map { line in
            line.indices.map { column in
                let near = line[max(0, column - 2)...min(line.count - 1, column + 2)].compactMap(\.self)
                return line[column].flatMap { abs($0 - median(near)) <= maxOdd ? $0 : nil }
            }
        }
    }

    /// Whether several characters side by side stand off the grid by more than `limit`, all to the same side.
    func areOff(by limit: Double) -> Bool {
        lines.contains { line in
            let told = line.compactMap(\.self)
            return told.indices.dropLast(Self.minTelling - 1).contains { first in
                let run = told[first..<(first + Self.minTelling)]
                return run.allSatisfy { $0 > limit } || run.allSatisfy { $0 < -limit }
            }
        }
    }
}
