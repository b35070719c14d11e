import Foundation
import LoopbackClient
import Testing

/// `matrix.jsonl`: what the contracts ask of a host, one row a line. `docs/conformance.md` is made from it.
struct Row: CustomStringConvertible {
    struct Step {
        let send: Any
        /// What has to come for it, in whatever order.
        let get: [Any]
    }

    /// As STATUS.md counts the rows of the contracts.
    let number: Int
    let contract: String
    let what: String
    /// Nil for what another test shows.
    let dialect: String?
    let needs: Set<String>
    let steps: [Step]
    /// What may come in no step, and what the host's program may not hear.
    let never: [Any]
    /// What the host's program hears, in this order among other things.
    let events: [Any]
    /// What `launch` ends with.
    let outcome: Any?
    /// Why it is not to be had on Linux; the row then shows that the host says so.
    let linux: String?
    /// Where the row shows a host without a reader for chips: what one with a reader does in its place.
    let reader: String?
    let hosts: Set<String>
    /// The test that shows it.
    let test: String?

    var description: String { "row \(number), \(contract), \(what)" }

    static let file = ServedProgram.repository.appending(path: "Tests/HostConformance/matrix.jsonl")

    static func all() throws -> [Row] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
            try Row(#require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]))
        }
    }

    private init(_ json: [String: Any]) throws {
        number = try #require(json["row"] as? Int)
        contract = try #require(json["contract"] as? String)
        what = try #require(json["what"] as? String)
        dialect = json["dialect"] as? String
        needs = Set(json["needs"] as? [String] ?? [])
        steps = try (json["steps"] as? [[String: Any]] ?? []).map { step in
            Step(send: try #require(step["send"]), get: step["get"] as? [Any] ?? [])
        }
        never = json["never"] as? [Any] ?? []
        events = json["events"] as? [Any] ?? []
        outcome = json["outcome"]
        linux = json["linux"] as? String
        reader = json["reader"] as? String
        hosts = Set(json["hosts"] as? [String] ?? ["bridge", "serve", "launch"])
        test = json["by"] as? String
    }
}

/// What a message has to look like: an object with at least these keys. `*` is anything, `!` nothing at all, `/…/` a
/// text of that form, `$x` the same as the first `$x`, `@n` a text of so many letters.
struct Pattern {
    private(set) var values: [String: String] = [:]

    mutating func matches(_ message: Any, _ pattern: Any) -> Bool {
        var bound = self
        guard bound.fits(message, pattern) else { return false }
        self = bound
        return true
    }

    private mutating func fits(_ value: Any?, _ pattern: Any) -> Bool {
        switch pattern {
        case let object as [String: Any]:
            guard let value = value as? [String: Any] else { return false }
            return object.keys.sorted().allSatisfy { fits(value[$0], object[$0] ?? NSNull()) }
        case let list as [Any]:
            guard let value = value as? [Any], value.count == list.count else { return false }
            return zip(value, list).allSatisfy { fits($0, $1) }
        case let text as String: return fits(value, text: text)
        default:
            guard let value = value as? NSObject, let pattern = pattern as? NSObject else { return false }
            return value == pattern
        }
    }

    private mutating func fits(_ value: Any?, text: String) -> Bool {
        if text == "!" { return value == nil }
        guard let value else { return false }
        if text == "*" { return true }
        guard let value = value as? String else { return false }
        if text.hasPrefix("$") {
            if values[text] == nil { values[text] = value }
            return values[text] == value
        }
        if text.count > 1, text.hasPrefix("/"), text.hasSuffix("/") {
            return value.range(of: "^(?:\(text.dropFirst().dropLast()))$", options: .regularExpression) != nil
        }
        return value == Self.expanded(text)
    }

    /// What is sent for it: values that came before, and long texts and files by their short names.
    func filled(_ value: Any) throws -> Any {
        switch value {
        case let object as [String: Any]: return try object.mapValues { try filled($0) }
        case let list as [Any]: return try list.map { try filled($0) }
        case let text as String where text.hasPrefix("$"): return try #require(values[text], "\(text) has not come")
        case "%passport" as String:
            return try Data(contentsOf: URL(filePath: RunHost.passport)).base64EncodedString()
        case let text as String: return Self.expanded(text)
        default: return value
        }
    }

    private static func expanded(_ text: String) -> String {
        text.hasPrefix("@") ? String(repeating: "x", count: Int(text.dropFirst()) ?? 0) : text
    }
}
