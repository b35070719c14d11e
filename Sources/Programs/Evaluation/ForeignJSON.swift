import FoundationEssentials

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
        } else if let bool = try Self.decoded(Bool.self, in: value) {
            self = .bool(bool)
        } else if let number = try Self.decoded(Double.self, in: value) {
            self = .number(number)
        } else if let string = try Self.decoded(String.self, in: value) {
            self = .string(string)
        } else if let array = try Self.decoded([ForeignJSON].self, in: value) {
            self = .array(array)
        } else {
            self = .object(try value.decode([String: ForeignJSON].self))
        }
    }

    /// The value; nil when it is of another type.
    ///
    /// - Throws: what else is wrong with it.
    private static func decoded<Value: Decodable>(
        _ type: Value.Type, in container: any SingleValueDecodingContainer
    ) throws -> Value? {
        do {
            return try container.decode(type)
        } catch DecodingError.typeMismatch {
            return nil
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
