import JSON

/// What a page says on its console, without what is printed in documents. What it says of people in other words stays.
public struct ConsoleLine: Sendable, Equatable {
    public enum Kind: String, Sendable, CaseIterable {
        case log
        case error
        case warn
        case info
        case debug
    }

    public let kind: Kind
    /// Digits are `#`, words in capitals `*`: numbers and names of documents come so.
    public let content: String

    /// One line for people: `[warning] text`, as contract 004 shows it.
    public var text: String {
        let word = kind == .warn ? "warning" : kind.rawValue
        return "[\(word)] " + String(content.map { $0.isNewline ? " " : $0 })
    }

    /// Reads a message of a page: of a console's kind, with `content` or `arguments`; `uncaught` with `message`,
    /// `source` and `line`; `unhandledrejection` with `reason`. Nil when it is none of them.
    init?(_ message: BridgeParameters) {
        switch message.string("type") {
        case "uncaught":
            let place = [message["source"], message["line"]].compactMap { $0?.said }.joined(separator: ":")
            self.init(.error, "\(Self.uncaught): \(message["message"]?.said ?? "") at \(place)")
        case "unhandledrejection":
            self.init(.error, "UNHANDLED PROMISE: \(message["reason"]?.said ?? "")")
        case let type?:
            guard let kind = Kind(rawValue: type) else { return nil }
            if case .array(let arguments)? = message["arguments"] {
                self.init(kind, arguments.map(\.said).joined(separator: " "))
            } else {
                self.init(kind, message["content"]?.said ?? "")
            }
        case nil: return nil
        }
    }

    private init(_ kind: Kind, _ text: String) {
        self.kind = kind
        // Where an error was thrown is nobody's secret: its line, and its column.
        let place = text.hasPrefix(Self.uncaught) ? text.firstMatch(of: /(?::[0-9]{1,5}){1,2}$/)?.0 ?? "" : ""
        content = Self.masked(String(text.dropLast(place.count))) + place
    }

    private static let uncaught = "UNCAUGHT ERROR"

    /// What stands in documents is in capitals and digits.
    static func masked(_ text: String) -> String {
        var masked = ""
        var capitals = ""
        func endWord() {
            masked += capitals.count > 1 && !known.contains(capitals) ? "*" : capitals
            capitals = ""
        }
        for character in text {
            if character.isUppercase || (!capitals.isEmpty && character == "<") {
                capitals.append(character)
                continue
            }
            endWord()
            masked.append(character.isNumber ? "#" : character)
        }
        endWord()
        return masked
    }

    /// Words in capitals that are nobody's.
    private static let known: Set<String> = ["UNCAUGHT", "ERROR", "UNHANDLED", "PROMISE"]
}

extension JSONValue {
    /// The value as a console shows it: texts as they are, all else as JSON.
    fileprivate var said: String {
        if case .string(let text) = self { return text }
        return text
    }
}
