/// A document that a client sent.
public struct Upload: Sendable {
    /// What results call it: the name that the form gave the file, or `upload`.
    public let source: String
    /// A picture or a PDF, as it came.
    public let bytes: [UInt8]

    public init(source: String, bytes: [UInt8]) {
        self.source = source
        self.bytes = bytes
    }
}

extension Upload: CustomStringConvertible, CustomReflectable {
    /// The upload's size: the rest is personal data.
    public var description: String { "Upload(\(bytes.count) bytes)" }
    public var customMirror: Mirror { Mirror(self, children: ["count": bytes.count]) }
}

/// What came of reading it.
public struct UploadAnswer: Sendable {
    /// The best result in it; the raw values are those of `status` in results.
    public enum Outcome: String, Sendable, CaseIterable {
        case verified, unverified
        case notFound = "not_found"
        /// It could not be read as a document.
        case error
        /// The reader itself failed.
        case failed
    }

    public let outcome: Outcome
    /// The results as `--format jsonl` writes them, one a line.
    public let lines: String

    public init(outcome: Outcome, lines: String) {
        self.outcome = outcome
        self.lines = lines
    }
}

extension UploadAnswer: CustomStringConvertible, CustomReflectable {
    public var description: String { "UploadAnswer(\(outcome.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["outcome": outcome]) }
}
