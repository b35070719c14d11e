import FoundationEssentials
import JSON

/// What became of every page in one run, to compare another with: accuracy only, so that it is the same on every
/// machine and can be kept with the sources.
public struct Baseline: Sendable, Equatable {
    /// The version of the shape of its JSON.
    static let schema = 1

    /// The outcomes by the name of the page: one word for each document, or one for a page without, and
    /// `false-verified` after them where the reader vouched for what does not stand there.
    public let outcomes: [String: [String]]
    private let total: Score

    /// The word for a negative on which nothing was reported.
    static let silent = "silent"
    /// The word for a negative on which an MRZ was reported.
    static let reported = "reported"
    static let falseVerified = "false-verified"

    public init(_ evaluation: Evaluation) {
        total = evaluation.total
        outcomes = Dictionary(
            evaluation.verdicts.map { ($0.label.name, Self.words(for: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    private static func words(for verdict: PageVerdict) -> [String] {
        var words = verdict.documents.map(\.outcome.rawValue)
        if verdict.label.isNegative {
            words = [
                verdict.isFalseReport
                    ? reported : verdict.reading.failure == nil ? silent : DocumentVerdict.Outcome.failed.rawValue
            ]
        }
        return words + (verdict.falseVerified.isEmpty ? [] : [falseVerified])
    }

    /// Reads what `--save-baseline` or `--json` wrote; nil when it is neither.
    public init?(json text: String) {
        struct Record: Decodable {
            let schema: Int
            let outcomes: [String: [String]]
        }
        do {
            let record = try JSONDecoder().decode(Record.self, from: Data(text.utf8))
            guard record.schema == Self.schema else { return nil }
            outcomes = record.outcomes
            total = Score()
        } catch {
            // Why it is no baseline helps nobody: these files are not written by hand.
            return nil
        }
    }

    /// The outcomes as JSON, by name.
    var members: [JSONValue.Member] {
        outcomes.sorted { $0.key < $1.key }.map { name, words in
            JSONValue.Member(name, .array(words.map { .string($0) }))
        }
    }

    /// The file: one page a line, by name, so that a change of one page is a change of one line.
    public var text: String {
        let head = JSONValue.object([.init("schema", .integer(Self.schema)), .init("total", total.json)]).text
            .dropLast()
        let lines = members.map { String(JSONValue.object([$0]).text.dropFirst().dropLast()) }
        return head + ",\"outcomes\":{\n" + lines.joined(separator: ",\n") + "\n}}\n"
    }
}
