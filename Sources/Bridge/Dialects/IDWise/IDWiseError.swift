import Reporting

/// Why something could not be begun. The raw values are IDWise's.
enum IDWiseError: Int, Error, CaseIterable {
    /// A parameter is empty, or not what it should be.
    case invalidParameter = 11
    case notInitialized = 22
    /// There is no journey to resume under an empty name.
    case emptyJourneyID = 44
    case fileTooLarge = 45
    /// The method needs a running journey, or this host does not have it.
    case unsupportedMethod = 55
    case unknownStep = 66
    case invalidStepID = 70
    case unexpected = -101

    var message: String {
        switch self {
        case .invalidParameter: "A parameter is empty or not what it should be."
        case .notInitialized: "The host has not been initialized."
        case .emptyJourneyID: "The name of the journey is empty."
        case .fileTooLarge: "The file has more than \(IDWiseDialect.maxFileBytes) bytes."
        case .unsupportedMethod: "This host can't do that now."
        case .unknownStep: "The journey has no such step."
        case .invalidStepID: "The name of the step is empty or no text."
        case .unexpected: "Something failed that should not."
        }
    }
}
