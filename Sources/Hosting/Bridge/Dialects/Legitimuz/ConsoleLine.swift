import JSON
import Reporting

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
    /// Digits are `#`; words in capitals, with the digits and fillers in them, `*`: numbers, names and whole lines of
    /// documents come so.
    public let content: String

    /// One line for people: `[warning] text`, as contract 004 shows it. Nothing in it steers a terminal.
    public var text: String {
        let word = kind == .warn ? "warning" : kind.rawValue
        return "[\(word)] " + String(content.map { $0.isWhitespace ? " " : $0 }).printable()
    }

    /// Reads a message of a page: of a console's kind, with `content` or `arguments`; `uncaught` with `message`,
    /// `source` and `line`; `unhandledrejection` with `reason`. The last two may have `content` or `arguments` as well.
    /// Nil when it is none of them.
    init?(_ message: BridgeParameters) {
        switch message.string("type") {
        case "uncaught":
            let place = [message["source"], message["line"]].compactMap { $0?.consoleText }.joined(separator: ":")
            let text = Self.text(of: message, "message") ?? ""
            self.init(.error, "\(Self.uncaught): \(text)" + (place.isEmpty ? "" : " at \(place)"))
        case "unhandledrejection":
            self.init(.error, "UNHANDLED PROMISE: \(Self.text(of: message, "reason") ?? "Unknown Promise Error")")
        case let type?:
            guard let kind = Kind(rawValue: type) else { return nil }
            self.init(kind, Self.text(of: message) ?? "")
        case nil: return nil
        }
    }

    /// A message to the handler of consoles alone, which takes every kind it does not know for a log.
    init(ofAnyKind message: BridgeParameters) {
        self.init(.log, Self.text(of: message) ?? "")
    }

    /// What stands under a key of its own, and whatever else is said; nil where nothing is.
    private static func text(of message: BridgeParameters, _ key: String? = nil) -> String? {
        var texts = key.flatMap { message[$0] }.map { [$0.consoleText] } ?? []
        if case .array(let arguments)? = message["arguments"] {
            texts += arguments.map(\.consoleText)
        } else if let content = message["content"] {
            texts.append(content.consoleText)
        }
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    private init(_ kind: Kind, _ text: String) {
        self.kind = kind
        // Where an error was thrown is nobody's secret: its line, and its column.
        let place = text.hasPrefix(Self.uncaught) ? text.firstMatch(of: /(?::[0-9]{1,5}){1,2}$/)?.0 ?? "" : ""
        content = Self.masked(String(text.dropLast(place.count))) + place
    }

    private static let uncaught = "UNCAUGHT ERROR"

    /// What stands in documents is in capitals and digits, and in lines of them with fillers.
    static func masked(_ text: String) -> String {
        var masked = ""
        var run = ""
        func endRun() {
            let hasCapitals = run.contains { $0.isUppercase }
            if !hasCapitals {
                masked += run.map { $0.isNumber ? "#" : $0 }
            } else {
                masked += run.count > 1 && !known.contains(run) ? "*" : run
            }
            run = ""
        }
        for character in text {
            if character.isUppercase || character.isNumber || (!run.isEmpty && character == "<") {
                run.append(character)
                continue
            }
            endRun()
            masked.append(character)
        }
        endRun()
        return masked
    }

    /// Words in capitals that are nobody's.
    private static let known: Set<String> = ["UNCAUGHT", "ERROR", "UNHANDLED", "PROMISE"]
}

extension JSONValue {
    /// The value as a console shows it: texts as they are, all else as JSON.
    fileprivate var consoleText: String {
        if case .string(let text) = self { return text }
        return text
    }
}
