public import Chip
public import JSON
public import MRZParsing
public import Reporting

/// A reading of a chip as results show it: `json` and `text`. `docs/chip.md` describes them.
public struct ChipReport: Sendable {
    /// What every field of a reading is protected by that the chip confirms: more than any check digit.
    public static let assurance = "chip"

    public let reading: ChipReading
    /// The reader or the folder that it comes from.
    public let source: String
    /// DG1 as a result; nil when it could not be read.
    public let document: MRZReport?
    /// How long it took; nil for files that were read before.
    public let duration: Duration?

    /// - Parameters:
    ///   - today: for the centuries of two-digit years.
    ///   - reading: what the chip gave and proved.
    ///   - source: what the report calls the reader.
    ///   - duration: from the first command to the last; nil where nobody measured it.
    public init(_ reading: ChipReading, source: String, duration: Duration? = nil, asOf today: CalendarDay) {
        self.reading = reading
        self.source = source
        self.duration = duration
        document = reading.mrz.map { MRZReport($0, asOf: today) }
    }

    /// Whether the chip vouches for every field of the MRZ: it is signed, and nothing speaks against it, the printed
    /// lines included where they were read.
    public var confirms: Bool { reading.verdict == .genuine && document != nil }

    /// The report as an object, with the MRZ and, under `details`, what else the chip says in words.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", .integer(ScanReport.schema)), .init("type", .string("chip")),
            .init("source", .string(source)), .init("status", .string(reading.verdict.rawValue)),
            .init("clonable", .bool(reading.isClonable)),
        ]
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(.init(key, value)) }
        }
        add("access", reading.access.map { .string($0.name) })
        add("facts", facts)
        add("differences", differences)
        add("document", document.map { .object(self.members(of: $0)) })
        if !reading.details.isEmpty { add("details", details) }
        add("files", .array(files))
        if !reading.unread.isEmpty { add("unread", unread) }
        add("face", reading.face.map { ["format": .string($0.format.rawValue), "bytes": .integer($0.bytes.count)] })
        if reading.commands > 0 { add("commands", .integer(reading.commands)) }
        add("seconds", duration.map { .number($0 / .seconds(1), places: 3) })
        return .object(members)
    }

    private var facts: JSONValue {
        .object(
            reading.facts.map { fact in
                var members: [JSONValue.Member] = [.init("outcome", .string(fact.outcome.rawValue))]
                if let reason = fact.reason { members.append(.init("reason", .string(reason.rawValue))) }
                if !fact.groups.isEmpty { members.append(.init("groups", .array(fact.groups.map { .integer($0) }))) }
                members.append(.init("message", .string(fact.sentence)))
                return .init(fact.kind.rawValue, .object(members))
            })
    }

    /// The places that differ, counted from 1 as Doc 9303 does; nil where nothing was compared.
    private var differences: JSONValue? {
        reading.comparison.map { comparison in
            .array(
                comparison.differences.map { ["line": .integer($0.line + 1), "column": .integer($0.column + 1)] })
        }
    }

    /// The members of the result of a text, with what the chip vouches for.
    private func members(of report: MRZReport) -> [JSONValue.Member] {
        report.members.map { member in
            guard member.key == "assurance", confirms, case .object(let fields) = member.value else { return member }
            return .init(member.key, .object(fields.map { .init($0.key, .string(Self.assurance)) }))
        }
    }

    /// The details by kind; what may be said several times is a list.
    private var details: JSONValue {
        .object(
            ChipDetail.Kind.allCases.compactMap { kind in
                let texts = reading.details.filter { $0.kind == kind }.map { JSONValue.string($0.text) }
                return texts.isEmpty ? nil : .init(kind.rawValue, .array(texts))
            })
    }

    private var files: [JSONValue] {
        reading.files.sorted { $0.key < $1.key }.map { file, bytes in
            ["name": .string(file.name), "bytes": .integer(bytes.count)]
        }
    }

    private var unread: JSONValue {
        .object(
            reading.unread.sorted { $0.key < $1.key }.map { .init("DG\($0.key)", .string($0.value.rawValue)) })
    }

    /// The report for people, several lines with a line feed at the end of each.
    public var text: String {
        // A reader may have any name; this one goes to a terminal.
        var lines = ["\(verdict)  \(source.printable())"]
        if let access = reading.access { lines[0] += "  \(access.name)" }
        lines += reading.mrz?.lines.map { "  " + $0.text } ?? []
        let width = Fact.Kind.allCases.map(\.title.count).max() ?? 0
        lines += reading.facts.map { fact in
            let title = fact.kind.title + String(repeating: " ", count: width - fact.kind.title.count)
            return "  \(mark(fact.outcome))  \(title)  \(fact.sentence)"
        }
        lines += reading.details.map { "  \($0.kind.rawValue): \($0.text.printable())" }
        if reading.isClonable { lines.append("  Nothing proves that the chip is not a copy.") }
        return lines.map { $0 + "\n" }.joined()
    }

    private var verdict: String {
        switch reading.verdict {
        case .genuine: reading.isClonable ? "GENUINE DATA" : "GENUINE     "
        case .unproved: "NOT PROVED  "
        case .refused: "REFUSED     "
        }
    }

    private func mark(_ outcome: Fact.Outcome) -> String {
        switch outcome {
        case .proved: "proved     "
        case .failed: "FAILED     "
        case .notPresent: "not present"
        case .notChecked: "not checked"
        }
    }
}

extension ChipReport: CustomStringConvertible, CustomReflectable {
    /// The verdict; the content is personal data.
    public var description: String { "ChipReport(\(reading.verdict.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["status": reading.verdict.rawValue]) }
}
