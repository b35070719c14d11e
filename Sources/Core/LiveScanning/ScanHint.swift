/// What the person with the document in hand can do.
public enum ScanHint: String, Sendable, CaseIterable {
    case showDocument
    case moveCloser
    case moveAway
    case holdStill
    case moreLight
    case lessGlare
    case showWholeZone
    case showOtherLines
    case reading
    case done

    /// One short English sentence.
    public var sentence: String {
        switch self {
        case .showDocument: "Hold the machine-readable zone before the camera; any way up is fine."
        case .moveCloser: "Move closer."
        case .moveAway: "Move away a little."
        case .holdStill: "Hold still."
        case .moreLight: "Too dark: more light, please."
        case .lessGlare: "Glare on the machine-readable zone: tilt the document a little."
        case .showWholeZone: "Show the whole machine-readable zone."
        case .showOtherLines: "One line can be read: show all of them."
        case .reading: "Reading; hold still."
        case .done: "Done."
        }
    }
}
