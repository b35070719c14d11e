import FoundationEssentials
import JSON

/// JSON of somebody else's making, of which nothing is known beforehand.
enum ForeignJSON: Decodable {
    case object([String: ForeignJSON])
    case array([ForeignJSON])
    case string(String)
    case bool(Bool)
    case number(Double)
    case null

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Of which kind a value is can only be tried out.
        if value.decodeNil() {
            self = .null
        } else if let bool = try value.decodeIfOfKind(Bool.self) {
            self = .bool(bool)
        } else if let number = try value.decodeIfOfKind(Double.self) {
            self = .number(number)
        } else if let string = try value.decodeIfOfKind(String.self) {
            self = .string(string)
        } else if let array = try value.decodeIfOfKind([ForeignJSON].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: ForeignJSON].self))
        }
    }

    /// The values of a text that is one JSON value, or one a line; nil of any other text.
    static func values(in text: String) -> [ForeignJSON]? {
        guard let first = text.first(where: { !$0.isWhitespace }), "{[".contains(first) else { return nil }
        if let whole = value(text) { return [whole] }
        let lines = text.split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }
        let values = lines.compactMap { value(String($0)) }
        return values.count == lines.count ? values : nil
    }

    private static func value(_ text: String) -> ForeignJSON? {
        do {
            return try JSONDecoder().decode(ForeignJSON.self, from: Data(text.utf8))
        } catch {
            return nil
        }
    }
}
