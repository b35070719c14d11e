/// How far the reading of a live picture has come, as identity SDKs count it.
public enum ScanProgress: Int, Sendable, CaseIterable, Comparable {
    /// No print that could be an MRZ.
    case noText = 0
    /// Fixed-pitch print, but no line of an MRZ is read yet.
    case textDetected = 1
    /// One line of an MRZ is read; of three lines, one or two.
    case oneMRZLine = 2
    /// All lines of an MRZ are read: two, or three of a TD1 card.
    case twoMRZLines = 3

    /// The name on the wire.
    public var name: String {
        switch self {
        case .noText: "NO_TEXT"
        case .textDetected: "TEXT_DETECTED"
        case .oneMRZLine: "ONE_MRZ_LINE"
        case .twoMRZLines: "TWO_MRZ_LINES"
        }
    }

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
