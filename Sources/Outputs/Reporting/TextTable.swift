/// Columns of text for people, as wide as what stands in them.
package enum TextTable {
    /// The rows one under the other, two spaces between the columns.
    ///
    /// - Parameter right: the columns that are set to the right, as numbers are.
    package static func text(_ rows: [[String]], right: Set<Int> = []) -> String {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            var line = row.enumerated().map { column, cell in
                right.contains(column) ? cell.pushed(to: widths[column]) : cell.padded(to: widths[column])
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}

extension String {
    fileprivate func pushed(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
