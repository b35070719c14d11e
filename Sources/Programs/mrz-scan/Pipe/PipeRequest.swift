import FoundationEssentials
import ImageDecoding
import JSON
import Processes

/// What one line of `pipe` asks for.
struct PipeRequest {
    /// The code of a line that is no request.
    static let badRequest = "bad_request"

    /// What the answer is to carry: a text or a whole number.
    private(set) var id: JSONValue?
    let image: Image

    enum Image {
        case path(String)
        case bytes([UInt8])
        /// The line is of no use; one English sentence.
        case none(String)
    }

    /// What results call the input.
    var source: String {
        if case .path(let path) = image { path } else { "-" }
    }

    init(_ line: InputLines.Line) {
        guard case .bytes(let bytes) = line else {
            image = .none("The line is longer than the largest picture.")
            return
        }
        guard bytes.first == UInt8(ascii: "{") else {
            image = Self.image(ofPlain: bytes)
            return
        }
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue(parsing: bytes)
        } catch {
            image = .none("The line is no JSON object: byte \(error.offset + 1) is not as it should be.")
            return
        }
        switch json["id"] {
        case nil, .null: break
        case .string, .integer: id = json["id"]
        default:
            image = .none("The id is neither a text nor a whole number.")
            return
        }
        image = Self.image(of: json)
    }

    private static func image(of json: JSONValue) -> Image {
        switch (json["path"], json["image"]) {
        case (.string(let path), nil): image(at: path)
        case (nil, .string(let text)):
            decoded(Array(text.utf8)).map(Image.bytes) ?? .none("The image is no base64.")
        default: .none("The object must have either a path or an image, which is a text.")
        }
    }

    /// A picture in base64 is told from a path by what it decodes to.
    private static func image(ofPlain bytes: [UInt8]) -> Image {
        if bytes.isEmpty { return .none("The line is empty.") }
        if bytes.starts(with: "data:".utf8) {
            return decoded(bytes).map(Image.bytes) ?? .none("The data: URL holds no base64.")
        }
        if bytes.count >= 64, let image = decoded(bytes), EncodedImage.isKnown(image) { return .bytes(image) }
        // What is too long for a path may be somebody's picture: it does not become a name.
        guard bytes.count <= 4096 else { return .none("The line is neither a path nor a picture in base64.") }
        guard let path = String(validating: bytes, as: UTF8.self) else { return .none("The path is not UTF-8.") }
        return image(at: path)
    }

    private static func image(at path: String) -> Image {
        if path.isEmpty { return .none("The path is empty.") }
        // To the system a path ends there: it would be another file's.
        return path.utf8.contains(0) ? .none("The path has a zero byte in it.") : .path(path)
    }

    /// The bytes of a text in base64, after the head of a `data:` URL if it has one.
    private static func decoded(_ text: [UInt8]) -> [UInt8]? {
        var text = text[...]
        if text.starts(with: "data:".utf8) {
            guard let comma = text.prefix(256).firstIndex(of: UInt8(ascii: ",")),
                text[..<comma].suffix(7).elementsEqual(";base64".utf8)
            else { return nil }
            text = text[(comma + 1)...]
        }
        return Data(base64Encoded: Data(text)).map { Array($0) }
    }
}
