import ImageDecoding
import JSON

/// What is said to a process that takes an archive apart, and by it: JSON in frames. The content of a file is the frame
/// after its name.
enum UnpackMessage {
    /// What the archive is called, and the only file that is wanted of it; nil for all.
    case wanted(archive: String, only: String?)
    case file(path: String)
    case failed(path: String, DecodingError)
    /// There is no more.
    case end

    /// Longer messages are not looked at. Names in tar archives have no limit of their own.
    static let maxBytes = 1 << 20

    var bytes: [UInt8] { Array(json.text.utf8) }

    private var json: JSONValue {
        switch self {
        case .wanted(let archive, let only):
            ["archive": .string(archive), "only": only.map { .string($0) } ?? .null]
        case .file(let path): ["path": .string(path)]
        case .failed(let path, let error):
            ["path": .string(path), "code": .string(error.code.rawValue), "message": .string(error.message)]
        case .end: [:]
        }
    }

    /// What was sent as `bytes`, which may come from a process that an archive has taken over; nil when it is no
    /// message.
    init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(reading: bytes) else { return nil }
        if let archive = json["archive"]?.string {
            self = .wanted(archive: archive, only: json["only"]?.string)
        } else if let path = json["path"]?.string {
            guard let (code, message) = json.failure else {
                self = .file(path: path)
                return
            }
            self = .failed(path: path, DecodingError(.init(rawValue: code), message))
        } else {
            self = .end
        }
    }
}
