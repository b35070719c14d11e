/// Why a document that was read is not the answer to a scan. The raw value is the word on the wire.
public enum ScanRejection: String, Sendable, CaseIterable {
    /// Another kind of document than the one that is asked for.
    case otherDocumentType
    /// A document of another State than the one that is asked for.
    case otherCountry
    /// Something about it does not hold, or could not be read surely.
    case notVerified

    /// One short English sentence.
    public var sentence: String {
        switch self {
        case .otherDocumentType: "This is another kind of document than the one that is asked for."
        case .otherCountry: "This document is of another country than the one that is asked for."
        case .notVerified: "This document could not be verified: show it again, flat and without glare."
        }
    }
}
