import Isolation
import JSON
import Recognition
import Reporting

/// What a worker process says: JSON in frames.
enum WorkerMessage {
    /// It is confined and waits for pictures.
    case ready(Sandbox)
    case page(DirectReader.Page)
    /// It can read nothing.
    case failed(RecognitionError)

    /// Longer messages are not looked at. A page has 16 MRZs at most, each with a few thousand bytes.
    static let maxBytes = 4 << 20

    var bytes: [UInt8] { Array(json.text.utf8) }

    private var json: JSONValue {
        switch self {
        case .ready(let sandbox): sandbox.json
        case .page(let page): ["pages": .integer(page.count), "results": .array(page.records.map(\.json))]
        case .failed(let error): ["code": .string(error.code.rawValue), "message": .string(error.message)]
        }
    }

    /// What was sent as `bytes`, which may come from a process that a picture has taken over; nil when it is no
    /// message.
    init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(message: bytes) else { return nil }
        if let count = json["pages"]?.integer, let results = json["results"]?.array {
            let records = results.compactMap(ResultRecord.init)
            guard count > 0, records.count == results.count, !records.isEmpty else { return nil }
            self = .page(.init(count: count, records: records))
        } else if let (code, message) = json.failure {
            self = .failed(RecognitionError(.init(rawValue: code), message))
        } else if let sandbox = Sandbox(json) {
            self = .ready(sandbox)
        } else {
            return nil
        }
    }
}

extension JSONValue {
    /// The code and the sentence of a failure that another process tells of; nil of anything else.
    var failure: (code: String, message: String)? {
        guard let code = self["code"]?.string, let message = self["message"]?.string else { return nil }
        return (code, message)
    }

    /// nil of what is no JSON: a process that a file has taken over may say anything.
    init?(message bytes: [UInt8]) {
        do throws(JSONError) {
            self = try JSONValue(parsing: bytes)
        } catch {
            return nil
        }
    }
}

extension Sandbox {
    /// The object by which worker processes tell of it.
    var json: JSONValue {
        ["landlock": landlock.map { .integer($0) } ?? .null, "systemCallFilter": .bool(hasSystemCallFilter)]
    }

    /// nil when it is no such message.
    init?(_ json: JSONValue) {
        guard case .bool(let hasFilter) = json["systemCallFilter"] else { return nil }
        self.init(landlock: json["landlock"]?.integer, hasSystemCallFilter: hasFilter)
    }
}
