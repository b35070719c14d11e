/// The shapes of the zones that are looked for: how many lines, and how many columns in each.
public struct ZoneShapes: Sendable, Equatable {
    /// Columns of the longest line by number of lines, the largest number of columns first.
    private let columnsByLines: [Int: [Int]]
    /// Characters of first lines that are shorter than those below them.
    let shortFirstLines: [Int]

    /// - Parameter lineLengths: the characters in each line of each layout, from the top; layouts of one to three lines
    ///   are found.
    public init(_ lineLengths: some Sequence<[Int]>) {
        var columns: [Int: Set<Int>] = [:]
        var short = Set<Int>()
        for lengths in lineLengths {
            guard let first = lengths.first, let longest = lengths.max() else { continue }
            columns[lengths.count, default: []].insert(longest)
            if first < longest { short.insert(first) }
        }
        columnsByLines = columns.mapValues { $0.sorted(by: >) }
        shortFirstLines = short.sorted()
    }

    /// Doc 9303-4 to -7, the old French identity card, the French and the Swiss driving licence.
    public static let standard = ZoneShapes([[30, 30, 30], [36, 36], [44, 44], [30], [9, 30, 30]])

    /// How many columns a zone of so many lines may have, most first; empty where there is none.
    public func columns(ofLines lines: Int) -> [Int] { columnsByLines[lines] ?? [] }

    /// How many columns any line may have, most first.
    var allColumns: [Int] { Set(columnsByLines.values.joined()).sorted(by: >) }
}
