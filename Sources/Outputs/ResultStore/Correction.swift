public import JSON
public import Reporting

/// What a person made of a result: a record of its own, beside the reading and never in its place.
public struct Correction: Sendable, Equatable {
    /// Who.
    public let clerk: String
    /// When, in milliseconds since 1970.
    public let time: Int
    /// The lines that had been read; none where no MRZ was.
    public let before: [String]
    /// What stands in the document: an object with `lines` and what they say. Without lines there is no MRZ.
    public let after: JSONValue

    public init(clerk: String, time: Int, before: [String], after: JSONValue) {
        self.clerk = clerk
        self.time = time
        self.before = before
        self.after = after
    }

    /// The object that stands under `correction` of a result: `docs/results.md`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("by", .string(clerk)), .init("at", .string(Self.text(of: time))),
            .init("before", .array(before.map { .string($0) })),
        ]
        if case .object(let more) = after { members += more }
        return .object(members)
    }
}

extension Correction: CustomStringConvertible, CustomReflectable {
    /// The name of the type alone: what it says is personal data.
    public var description: String { "Correction" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A result that somebody is to look at, or an input that has none.
public struct ReviewItem: Sendable {
    /// What it is called in this store; it changes when the input is read again.
    public let id: String
    /// The record with the name of the first input that has it.
    public let record: ResultRecord
    /// What it was read from.
    public let file: StoredFile
    /// What was made of it, the first one first.
    public let corrections: [Correction]
}
