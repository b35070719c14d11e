/// A place in an MRZ. Lines and columns count from 0, where Doc 9303 counts from 1.
public struct MRZPosition: Sendable, Hashable, Comparable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (left: MRZPosition, right: MRZPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// Neighbouring columns of one line.
public struct MRZSpan: Sendable, Hashable {
    public let line: Int
    public let columns: Range<Int>

    public init(line: Int, _ columns: Range<Int>) {
        self.line = line
        self.columns = columns
    }

    /// The places from left to right.
    public var positions: [MRZPosition] { columns.map { MRZPosition(line: line, column: $0) } }
}
