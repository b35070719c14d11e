internal import FoundationEssentials
public import Reporting

extension JSONValue {
    /// What a text of somebody else's making may cost.
    public struct Limits: Sendable {
        public var maxBytes: Int
        /// Arrays and objects within each other.
        public var maxDepth: Int

        public init(maxBytes: Int = 1 << 20, maxDepth: Int = 32) {
            self.maxBytes = maxBytes
            self.maxDepth = maxDepth
        }
    }

    /// The one JSON value of a text; nil of any other text, and of one that exceeds the limits.
    ///
    /// Of a key that comes more than once, one value is taken. Keys come in alphabetical order.
    public init?(reading text: [UInt8], limits: Limits = Limits()) {
        guard let value = ReadJSON.decoded(ReadJSON.self, from: text, limits: limits) else { return nil }
        self = value.value
    }
}

/// A JSON value of which nothing is known beforehand.
struct ReadJSON: Decodable {
    let value: JSONValue

    init(from decoder: any Decoder) throws {
        let one = try decoder.singleValueContainer()
        // Of which kind a value is can only be tried out; the last attempt tells what is wrong.
        if one.decodeNil() {
            value = .null
        } else if let string = try? one.decode(String.self) {
            value = .string(string)
        } else if let object = try? one.decode([String: ReadJSON].self) {
            value = .object(object.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.value) })
        } else if let integer = try? one.decode(Int.self) {
            value = .integer(integer)
        } else if let number = try? one.decode(Double.self) {
            value = .exact(number)
        } else if let bool = try? one.decode(Bool.self) {
            value = .bool(bool)
        } else {
            value = .array(try one.decode([ReadJSON].self).map(\.value))
        }
    }

    /// Nil when the text is no such value or exceeds the limits.
    static func decoded<Value: Decodable>(_: Value.Type, from text: [UInt8], limits: JSONValue.Limits) -> Value? {
        guard text.count <= limits.maxBytes, depth(of: text) <= limits.maxDepth else { return nil }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(text))
        } catch {
            return nil
        }
    }

    /// How deep brackets stand within each other, strings left out. The parser goes down with them.
    private static func depth(of text: [UInt8]) -> Int {
        var (depth, deepest) = (0, 0)
        var (isInString, isEscaped) = (false, false)
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }
}
