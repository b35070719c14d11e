/// Two texts laid beside each other so that as few characters as possible differ.
public struct Alignment: Sendable, Equatable {
    /// One place: a character of each text, or of one of them only.
    public struct Column: Sendable, Equatable {
        public var expected: Character?
        public var read: Character?

        public var isEqual: Bool { expected == read }
    }

    public let columns: [Column]

    /// Places where the texts differ: the edit distance of Levenshtein.
    public var edits: Int { columns.count { !$0.isEqual } }

    public init(expected: String, read: String) {
        let left = Array(expected)
        let right = Array(read)
        let distances = Self.distances(left, right)
        var columns: [Column] = []
        var (i, j) = (left.count, right.count)
        while i > 0 || j > 0 {
            let here = distances[i][j]
            if i > 0, j > 0, here == distances[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1) {
                columns.append(Column(expected: left[i - 1], read: right[j - 1]))
                (i, j) = (i - 1, j - 1)
            } else if i > 0, here == distances[i - 1][j] + 1 {
                columns.append(Column(expected: left[i - 1], read: nil))
                i -= 1
            } else {
                columns.append(Column(expected: nil, read: right[j - 1]))
                j -= 1
            }
        }
        self.columns = columns.reversed()
    }

    /// Edits between the first `i` characters of one text and the first `j` of the other, at `[i][j]`.
    private static func distances(_ left: [Character], _ right: [Character]) -> [[Int]] {
        var rows = [Array(0...right.count)]
        for (i, character) in left.enumerated() {
            var row = [i + 1]
            for (j, other) in right.enumerated() {
                row.append(min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (character == other ? 0 : 1)))
            }
            rows.append(row)
        }
        return rows
    }
}

extension Alignment {
    /// The lines of two MRZs, each beside its counterpart; a line without one stands beside nothing.
    public static func lines(expected: [String], read: [String]) -> [Alignment] {
        (0..<max(expected.count, read.count)).map { index in
            Alignment(
                expected: index < expected.count ? expected[index] : "", read: index < read.count ? read[index] : "")
        }
    }
}
