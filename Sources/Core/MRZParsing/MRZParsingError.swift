/// Why lines cannot be read through a layout at all. It holds places and lengths, never characters.
public enum MRZParsingError: Error, Sendable, Hashable {
    /// The layout has another number of lines.
    case lineCount(expected: Int, actual: Int)
    /// A line has another length; `line` counts from 0, lengths are in characters.
    case lineLength(line: Int, expected: Int, actual: Int)
    /// A character is none of the 37; `line` and `column` count from 0.
    case illegalCharacter(line: Int, column: Int)
}

extension MRZParsingError: CustomStringConvertible {
    /// A sentence for people; lines and columns count from 1 as in the standard.
    public var description: String {
        switch self {
        case .lineCount(let expected, let actual):
            "The format has \(expected) lines, not \(actual)."
        case .lineLength(let line, let expected, let actual):
            "Line \(line + 1) has \(actual) characters instead of \(expected)."
        case .illegalCharacter(let line, let column):
            "Line \(line + 1) holds a character in column \(column + 1) that no MRZ may hold."
        }
    }
}
