/// How far a reading has come. The numbers are those of contract 000: 0 to 7, each at least as high as the one before.
public enum ChipProgress: Int, Sendable, CaseIterable {
    case waiting = 0
    case connecting = 1
    case authenticating = 2
    case readingData = 3
    case readingSecurity = 4
    case authenticatingChip = 5
    case finalizing = 6
    case complete = 7

    /// One English sentence for people.
    public var message: String {
        switch self {
        case .waiting: "Lay the document on the reader."
        case .connecting: "The document is there."
        case .authenticating: "The chip is being opened."
        case .readingData: "The data are being read."
        case .readingSecurity: "The signature is being read."
        case .authenticatingChip: "The chip is proving itself."
        case .finalizing: "The remaining files are being read and proved."
        case .complete: "Done."
        }
    }

    /// How much of the whole is done when it begins, 0 to 100, by the time that a usual document takes.
    public var percent: Int { [0, 2, 5, 15, 20, 30, 40, 100][rawValue] }
}
