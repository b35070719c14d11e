import JSON

/// Why something could not be begun. The raw values are IDWise's: contract 003, error codes.
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
        case .invalidStepID: "The name of the step is empty, or neither text nor whole number."
        case .unexpected: "Something failed that should not."
        }
    }
}

/// An error as the caller is told of it.
struct IDWiseFailure: Error {
    let error: IDWiseError
    let message: String

    /// - Parameter message: that of the code, where nothing more is known.
    init(_ error: IDWiseError, _ message: String? = nil) {
        self.error = error
        self.message = message ?? error.message
    }

    var json: JSONValue { ["code": .integer(error.rawValue), "message": .string(message)] }
}
