import Isolation
import JSON
import Recognition

/// What a worker says first: JSON in a frame.
enum ReadyMessage {
    /// It is confined and waits for work.
    case ready(Sandbox)
    /// It has nothing to read with.
    case failed(RecognitionError)

    /// Longer messages are not looked at.
    static let maxBytes = 1 << 16

    var bytes: [UInt8] { Array(json.text.utf8) }

    private var json: JSONValue {
        switch self {
        case .ready(let sandbox):
            [
                "landlock": sandbox.landlock.map { .integer($0) } ?? .null,
                "systemCallFilter": .bool(sandbox.hasSystemCallFilter),
            ]
        case .failed(let error): JSONValue(failure: error.code.rawValue, error.message)
        }
    }

    /// What was sent as `bytes`; nil when it is no message.
    init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(reading: bytes) else { return nil }
        if let (code, message) = json.failure {
            self = .failed(RecognitionError(.init(rawValue: code), message))
        } else if case .bool(let hasFilter) = json["systemCallFilter"] {
            self = .ready(Sandbox(landlock: json["landlock"]?.integer, hasSystemCallFilter: hasFilter))
        } else {
            return nil
        }
    }
}

extension JSONValue {
    /// The object by which a process tells of a failure.
    init(failure code: String, _ message: String) { self = ["code": .string(code), "message": .string(message)] }

    /// The code and the sentence of a failure that another process tells of; nil of anything else.
    var failure: (code: String, message: String)? {
        guard let code = self["code"]?.string, let message = self["message"]?.string else { return nil }
        return (code, message)
    }
}
