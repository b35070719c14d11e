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
    case unreadable
    case reading
    case unknownState
    case checkDigitFails
    case impossibleField
    case characterObscured
    case otherTypeface
    case unclearCharacter
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
        case .unreadable: "No machine-readable zone can be read here: show it closer, flat and still."
        case .reading: "Reading; hold still."
        case .unknownState: "The State printed here is in no list: this cannot be verified."
        case .checkDigitFails: "A check digit does not hold: hold the document flat and still."
        case .impossibleField: "A field holds what it may not hold: hold the document flat and still."
        case .characterObscured: "Something covers a character or lies over it: uncover the machine-readable zone."
        case .otherTypeface: "The print is not that of travel documents: this cannot be verified."
        case .unclearCharacter: "A character is not clear: move closer and hold still."
        case .done: "Done."
        }
    }
}
