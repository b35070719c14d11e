/// A JSON value whose objects keep the order of their keys, so that results read alike and compare byte for byte.
public indirect enum JSONValue: Sendable, Equatable {
    case string(String)
    case integer(Int)
    /// Written in decimal notation with at most `places` decimals and no zeros at the end.
    case number(Double, places: Int)
    /// Written with as many digits as it takes to read the same value back.
    case exact(Double)
    case bool(Bool)
    case null
    case array([JSONValue])
    case object([Member])

    /// A key and what stands under it.
    public struct Member: Sendable, Equatable {
        public let key: String
        public let value: JSONValue

        public init(_ key: String, _ value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// The value on one line, without blanks. RFC 8259; slashes are not escaped, all text is UTF-8.
    public var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .string(let string): Self.write(string, to: &text)
        case .integer(let value): text += String(value)
        case .number(let value, let places): text += Self.decimal(value, places: places)
        case .exact(let value): text += Self.exact(value)
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .array(let values):
            Self.write(values, between: ("[", "]"), to: &text) { value, text in value.write(to: &text) }
        case .object(let members):
            Self.write(members, between: ("{", "}"), to: &text) { member, text in
                Self.write(member.key, to: &text)
                text += ":"
                member.value.write(to: &text)
            }
        }
    }

    private static func write<Element>(
        _ elements: [Element], between brackets: (String, String), to text: inout String,
        _ body: (Element, inout String) -> Void
    ) {
        text += brackets.0
        for (i, element) in elements.enumerated() {
            if i > 0 { text += "," }
            body(element, &text)
        }
        text += brackets.1
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // U+2028 and U+2029 end a line in JavaScript, where results may be pasted.
            case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }

    /// The shortest decimal that reads back as `value`; 0 when it is no number.
    private static func exact(_ value: Double) -> String {
        // A zero below zero would be read back as one that is not.
        guard value.isFinite, value != 0 else { return "0" }
        let text = value.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// `value` rounded to `places` decimals; 0 when it is no number, for JSON has no other way to say so.
    package static func decimal(_ value: Double, places: Int) -> String {
        var unit = 1
        for _ in 0..<places { unit *= 10 }
        let scaled = (value * Double(unit)).rounded()
        guard scaled.magnitude < 1e15 else { return "0" }
        let whole = Int(scaled.magnitude)
        var fraction = String(whole % unit)
        fraction = String(repeating: "0", count: max(0, places - fraction.count)) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let sign = scaled < 0 ? "-" : ""
        return sign + String(whole / unit) + (fraction.isEmpty ? "" : "." + fraction)
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}
