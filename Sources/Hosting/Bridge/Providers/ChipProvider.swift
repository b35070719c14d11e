public import JSON
public import MRZParsing
public import Reporting

/// Reads chips as the dialects of the bridge need it: with progress, an end, and a result of the contracts' shape.
/// Contracts 000, 3E, and 001, domain nfc.
public protocol ChipProvider: NFCProvider {
    /// Waits for a document on the reader and reads it. One reading at a time.
    ///
    /// - Parameters:
    ///   - request: what opens the chip, and what is wanted of it.
    ///   - session: who asks, and who alone may stop it.
    ///   - update: hears of every step.
    /// - Throws: `NFC_NOT_SUPPORTED` without a reader, `NFC_SCAN_FAILED` with the reason under `details.code`.
    func read(
        _ request: ChipRequest, for session: SessionIdentity, update: @escaping @Sendable (ChipUpdate) -> Void
    ) async throws(BridgeError) -> ChipCapture

    /// Ends the reading of a session; does nothing when that session has none.
    func cancel(for session: SessionIdentity) async
}

extension ChipProvider {
    /// Reads a chip for a page that wants no progress.
    public func scan(_ parameters: BridgeParameters) async throws(BridgeError) -> JSONValue {
        guard isSupported else { throw BridgeError.noReader }
        return try await read(try ChipRequest(parameters), for: SessionIdentity(), update: { _ in }).passport
    }
}

/// What opens a chip, and what is wanted of it. Contract 001, NFC scan params.
public struct ChipRequest: Sendable {
    /// Number, birth and expiry; nil when the card access number is to open the chip.
    public var keys: BACKeyMaterial?
    /// The digits of the card access number, when it is to be used.
    public var cardAccessNumber: String?
    public var skipsPACE = false
    public var skipsChipAuthentication = false
    /// Whether long answers are asked for where the chip says that it gives them.
    public var isExtended = false
    /// Whether the face is wanted.
    public var wantsFace = false
    /// The lines that were read optically; nil when there are none.
    public var optical: MRZ?
    /// How long the document may take to come; pages wait 120 seconds for everything.
    public var timeout: Duration = .seconds(60)

    /// The request for the chip of a document that was read.
    ///
    /// Nil when documents of that layout have no chip of this kind.
    public init?(_ document: VerifiedMRZ) {
        guard let keys = BACKeyMaterial(document) else { return nil }
        self.keys = keys
        optical = document.mrz
    }

    /// What a page asks for. `usePacePolling`, `sessionId` and `userId` mean nothing to a reader on a desk.
    ///
    /// - Throws: `MISSING_PARAM` when there is nothing that opens a chip, `INVALID_DATA` when it can't.
    public init(_ parameters: BridgeParameters) throws(BridgeError) {
        let number = parameters.text("canNumber") ?? parameters.text("can")
        if let number, !number.isEmpty, parameters.bool("useCan") ?? (parameters["passportNumber"] == nil) {
            // Doc 9303-11, 4.4.1: mostly six digits.
            guard (4...16).contains(number.utf8.count), number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
                throw BridgeError(.invalidData, "A card access number has 4 to 16 digits.")
            }
            cardAccessNumber = number
        }
        func required(_ key: String) throws(BridgeError) -> String {
            guard let text = parameters.text(key), !text.isEmpty else {
                throw BridgeError(.missingParameter, "The parameter '\(key)' is missing.")
            }
            return text
        }
        if cardAccessNumber == nil || parameters["passportNumber"] != nil {
            let (number, birth, expiry) = (
                try required("passportNumber"), try required("dateOfBirth"), try required("dateOfExpiry")
            )
            do {
                keys = try BACKeyMaterial(documentNumber: number, dateOfBirth: birth, dateOfExpiry: expiry)
            } catch {
                throw BridgeError(.invalidData, "Number and dates are those of an MRZ: digits, letters and <.")
            }
        }
        skipsPACE = parameters.bool("skipPACE") ?? false
        skipsChipAuthentication = parameters.bool("skipCA") ?? false
        isExtended = parameters.bool("extendedMode") ?? false
    }
}

extension ChipRequest: CustomStringConvertible, CustomReflectable {
    /// Nothing of what opens a chip.
    public var description: String { "ChipRequest" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A step of a reading. Contract 000, chunk 3E; contract 001, domain nfc.
public enum ChipUpdate: Sendable, Equatable {
    /// A document lies there.
    case discovered
    /// The state 0 to 7, percent and a sentence.
    case progress(state: Int, percent: Int, message: String)

    /// The event by which a page hears of it.
    var event: String {
        switch self {
        case .discovered: "tagDiscovered"
        case .progress: "scanProgress"
        }
    }

    var members: [JSONValue.Member] {
        switch self {
        case .discovered: []
        case .progress(let state, let percent, let message):
            [
                .init("stateIndex", .integer(state)), .init("percent", .integer(percent)),
                .init("message", .string(message)),
            ]
        }
    }
}

/// What came from a chip.
public struct ChipCapture: Sendable {
    /// `{"passportData": …}`. Contract 001, NFC scan result.
    public let passport: JSONValue
    /// What was proved and what was not: no personal data.
    public let proof: JSONValue
    /// The MRZ of DG1; nil when it could not be read.
    public let document: MRZReport?
    /// What else the chip says, by IDWise's names. Contract 003, NFC extracted fields.
    public let details: [NamedValue]
    /// The data groups that were read: `DG1`.
    public let groups: [String]
    /// The face as the chip has it; nil when it was not wanted, or is not there.
    public let face: Face?

    public struct Face: Sendable {
        public let mimeType: String
        public let bytes: [UInt8]

        public init(mimeType: String, bytes: [UInt8]) {
            self.mimeType = mimeType
            self.bytes = bytes
        }
    }

    public init(
        passport: JSONValue, proof: JSONValue, document: MRZReport?, details: [NamedValue], groups: [String],
        face: Face?
    ) {
        self.passport = passport
        self.proof = proof
        self.document = document
        self.details = details
        self.groups = groups
        self.face = face
    }
}

extension ChipCapture: CustomStringConvertible, CustomReflectable {
    /// The data groups; their content is personal data.
    public var description: String { "ChipCapture(\(groups.joined(separator: ", ")))" }
    public var customMirror: Mirror { Mirror(self, children: ["groups": groups]) }
}
