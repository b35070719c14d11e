public import JSON
import MRZParsing

/// A result as it is written down: the object of `--format jsonl`, which can be stored, passed on and read again.
public struct ResultRecord: Sendable, Equatable {
    public private(set) var json: JSONValue
    public let status: ScanReport.Status
    /// Counts the MRZs of a page, from 0.
    public let index: Int

    public init(_ report: ScanReport) {
        json = report.json
        status = report.status
        index = report.index
    }

    /// The record that was written as `json`; nil when that is no result.
    public init?(_ json: JSONValue) {
        guard let status = json["status"]?.string.flatMap(ScanReport.Status.init), let index = json["index"]?.integer,
            json["source"]?.string != nil
        else { return nil }
        self.json = json
        self.status = status
        self.index = index
    }

    /// The input as it was named.
    public var source: String {
        get { json["source"]?.string ?? "" }
        set { json = json.setting("source", .string(newValue)) }
    }

    /// The page of the input, from 1; nil where none could be opened.
    public var page: Int? {
        get { json["page"]?.integer }
        set { if let newValue { json = json.setting("page", .integer(newValue)) } }
    }
    /// The name of the layout of an MRZ.
    public var format: String? { json["format"]?.string }
    /// Why the input could not be read: a stable word.
    public var errorCode: String? { json["error"]?["code"]?.string }
    /// Why the input could not be read, as an English sentence.
    public var errorMessage: String? { json["error"]?["message"]?.string }

    /// Whether the picture was decoded with damage.
    public var isDamaged: Bool { (json["warnings"]?.array ?? []).contains { $0.string == Warning.damaged.rawValue } }

    /// Milliseconds from the first byte of the page to the verdict.
    public var totalMilliseconds: Double? { json["timing"]?["totalMs"]?.double }

    /// How well the picture supports the characters on average, 0 to 1; nil where there is no MRZ.
    public var confidence: Double? { json["confidence"]?.double }
}

extension ResultRecord {
    /// The record with what a person made of it beside the reading.
    public func corrected(_ correction: JSONValue) -> ResultRecord {
        guard case .object(let members) = json else { return self }
        var record = self
        record.json = .object(members.filter { $0.key != "correction" } + [.init("correction", correction)])
        return record
    }
}

extension ResultRecord {
    /// What is left without the content of the document: the verdict, the layout, which checks hold, where the MRZ
    /// stands and how long it took.
    public var redacted: ResultRecord {
        guard case .object(let members) = json else { return self }
        var record = self
        record.json = .object(
            members.compactMap { member in
                // What a document is warned of is personal; what its file is warned of is not.
                if member.key == "warnings", isDamaged {
                    return .init("warnings", .array([.string(Warning.damaged.rawValue)]))
                }
                if member.key == "reasons" { return .init("reasons", Self.redacted(reasons: member.value)) }
                return Self.impersonal.contains(member.key) ? member : nil
            })
        return record
    }

    private static let impersonal: Set = [
        "schema", "source", "page", "textLine", "index", "status", "format", "checks", "confidence", "quad",
        "rotation", "mirrored", "quality", "timing", "error",
    ]

    /// The reasons without the characters of check digits.
    private static func redacted(reasons: JSONValue) -> JSONValue {
        .array(
            (reasons.array ?? []).map { reason in
                guard case .object(let members) = reason else { return reason }
                return .object(members.filter { ["code", "field", "line", "column"].contains($0.key) })
            })
    }
}

extension JSONValue {
    /// The object with that value under a key, which comes last where it had none.
    fileprivate func setting(_ key: String, _ value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        guard members.contains(where: { $0.key == key }) else { return .object(members + [Member(key, value)]) }
        return .object(members.map { $0.key == key ? Member(key, value) : $0 })
    }
}

extension ResultRecord: CustomStringConvertible, CustomReflectable {
    /// The verdict without its content, which is personal data.
    public var description: String { "ResultRecord(\(status.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["status": status.rawValue]) }
}
