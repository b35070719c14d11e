import Bridge
import Imaging
import JSON
import LiveScanning
import Recognition
import Reporting

/// What a process says that reads a visitor's frames: JSON in frames.
enum VisitorMessage {
    case update(ScanUpdate)
    /// The document that was asked for.
    case result(ResultRecord)
    /// What came was no frame.
    case noFrame
    /// It can read nothing.
    case failed(RecognitionError)

    /// Longer messages are not looked at. A result has a few thousand bytes.
    static let maxBytes = 4 << 20

    var bytes: [UInt8] { Array(json.text.utf8) }

    private var json: JSONValue {
        switch self {
        case .update(let update):
            [
                "stateIndex": .integer(update.progress.rawValue), "hint": .string(update.hint.rawValue),
                "rejection": update.rejection.map { .string($0.rawValue) } ?? .null,
                "outline": update.outline.map { .array($0.corners.flatMap { [.exact($0.x), .exact($0.y)] }) } ?? .null,
            ]
        case .result(let record): ["result": record.json]
        case .noFrame: ["noFrame": .bool(true)]
        case .failed(let error): JSONValue(failure: error.code.rawValue, error.message)
        }
    }

    /// What was sent as `bytes`, which may come from a process that a frame has taken over; nil when it is no message.
    init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(reading: bytes) else { return nil }
        if let result = json["result"] {
            guard let record = ResultRecord(result) else { return nil }
            self = .result(record)
        } else if let index = json["stateIndex"]?.integer {
            guard let update = ScanUpdate(index, json) else { return nil }
            self = .update(update)
        } else if json["noFrame"] != nil {
            self = .noFrame
        } else if let (code, message) = json.failure {
            self = .failed(RecognitionError(.init(rawValue: code), message))
        } else {
            return nil
        }
    }
}

extension ScanUpdate {
    fileprivate init?(_ index: Int, _ json: JSONValue) {
        guard let progress = ScanProgress(rawValue: index),
            let hint = json["hint"]?.string.flatMap(ScanHint.init)
        else { return nil }
        self.init(progress: progress, hint: hint, rejection: json["rejection"]?.string.flatMap(ScanRejection.init))
        guard let numbers = json["outline"]?.array?.compactMap(\.double), numbers.count == 8,
            numbers.allSatisfy({ (0...1).contains($0) })
        else { return }
        let corners = stride(from: 0, to: 8, by: 2).map { Point(x: numbers[$0], y: numbers[$0 + 1]) }
        outline = Quad(topLeft: corners[0], topRight: corners[1], bottomRight: corners[2], bottomLeft: corners[3])
    }
}
