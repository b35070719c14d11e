/// Where a text is no JSON.
public struct JSONError: Error, Sendable, Equatable {
    /// Bytes before the place.
    public let offset: Int

    public init(offset: Int) { self.offset = offset }
}

extension JSONValue {
    /// The value that `bytes` hold, and nothing beside it but white space. RFC 8259, UTF-8.
    ///
    /// Keys keep their order, also where one stands twice. A number that is no `Int` becomes a `number` with as many
    /// decimals as it is written with, or an `exact` one where that would lose something; one beyond every `Double` the
    /// nearest of them. Half of a surrogate pair, which browsers write where a text was cut, becomes U+FFFD.
    ///
    /// - Parameters:
    ///   - bytes: the whole text.
    ///   - maxDepth: arrays and objects that may stand inside each other.
    ///   - maxValues: values of all kinds.
    /// - Throws: `JSONError`, also for more than 64 values inside each other.
    public init(parsing bytes: [UInt8], maxDepth: Int = 64, maxValues: Int = .max) throws(JSONError) {
        var parser = JSONParser(bytes: bytes, maxDepth: maxDepth, maxValues: maxValues)
        self = try parser.document()
    }

    public init(parsing text: String) throws(JSONError) { try self.init(parsing: Array(text.utf8)) }

    /// What stands under `key`; nil where this is no object or has no such key.
    public subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    public var string: String? {
        guard case .string(let string) = self else { return nil }
        return string
    }

    public var integer: Int? {
        guard case .integer(let value) = self else { return nil }
        return value
    }

    /// A number, however it is written; nil of anything else.
    package var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value, _), .exact(let value): value
        default: nil
        }
    }

    public var array: [JSONValue]? {
        guard case .array(let values) = self else { return nil }
        return values
    }
}

private struct JSONParser {
    let bytes: [UInt8]
    let maxDepth: Int
    private var valuesLeft: Int
    private var offset = 0
    /// Values around the next one, that one included.
    private var depth = 0

    init(bytes: [UInt8], maxDepth: Int, maxValues: Int) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        valuesLeft = maxValues
    }

    private var failure: JSONError { JSONError(offset: offset) }
    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func document() throws(JSONError) -> JSONValue {
        let value = try value()
        guard next == nil else { throw failure }
        return value
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { offset += 1 }
    }

    /// Takes `byte` if it is the next one.
    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        offset += 1
        return true
    }

    private mutating func require(_ byte: UInt8) throws(JSONError) {
        guard take(byte) else { throw failure }
    }

    /// A value with the white space around it.
    private mutating func value() throws(JSONError) -> JSONValue {
        depth += 1
        guard depth <= 64, valuesLeft > 0 else { throw failure }
        valuesLeft -= 1
        skipSpace()
        if next == UInt8(ascii: "{") || next == UInt8(ascii: "[") {
            guard depth <= maxDepth else { throw failure }
        }
        let value: JSONValue
        switch next {
        case UInt8(ascii: "{"): value = .object(try members())
        case UInt8(ascii: "["): value = .array(try elements())
        case UInt8(ascii: "\""): value = .string(try string())
        case UInt8(ascii: "t"): value = try word("true", .bool(true))
        case UInt8(ascii: "f"): value = try word("false", .bool(false))
        case UInt8(ascii: "n"): value = try word("null", .null)
        default: value = try number()
        }
        skipSpace()
        depth -= 1
        return value
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
        for byte in word.utf8 { try require(byte) }
        return value
    }

    private mutating func elements() throws(JSONError) -> [JSONValue] {
        try require(UInt8(ascii: "["))
        skipSpace()
        if take(UInt8(ascii: "]")) { return [] }
        var elements = [try value()]
        while take(UInt8(ascii: ",")) { elements.append(try value()) }
        try require(UInt8(ascii: "]"))
        return elements
    }

    private mutating func members() throws(JSONError) -> [JSONValue.Member] {
        try require(UInt8(ascii: "{"))
        skipSpace()
        if take(UInt8(ascii: "}")) { return [] }
        var members: [JSONValue.Member] = []
        repeat {
            skipSpace()
            let key = try string()
            skipSpace()
            try require(UInt8(ascii: ":"))
            members.append(JSONValue.Member(key, try value()))
        } while take(UInt8(ascii: ","))
        try require(UInt8(ascii: "}"))
        return members
    }

    private mutating func string() throws(JSONError) -> String {
        try require(UInt8(ascii: "\""))
        var text: [UInt8] = []
        while true {
            guard let byte = next, byte >= 0x20 else { throw failure }
            offset += 1
            if byte == UInt8(ascii: "\"") { break }
            if byte == UInt8(ascii: "\\") { text += try escaped() } else { text.append(byte) }
        }
        guard let string = String(validating: text, as: UTF8.self) else { throw failure }
        return string
    }

    private mutating func escaped() throws(JSONError) -> [UInt8] {
        guard let byte = next else { throw failure }
        offset += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): break
        default: throw failure
        }
        var code = try hexadecimal()
        if (0xD800..<0xDC00).contains(code) {
            let behind = offset
            if take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = try lowSurrogate() {
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            } else {
                offset = behind
            }
        }
        return Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
    }

    private mutating func lowSurrogate() throws(JSONError) -> UInt32? {
        let code = try hexadecimal()
        return (0xDC00..<0xE000).contains(code) ? code : nil
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw failure }
            code = code << 4 + UInt32(digit)
            offset += 1
        }
        return code
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = offset
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var decimals = 0
        var (isWhole, hasExponent) = (true, false)
        if take(UInt8(ascii: ".")) {
            let first = offset
            try digits()
            decimals = offset - first
            isWhole = false
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
            (isWhole, hasExponent) = (false, true)
        }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if isWhole, let value = Int(text) { return .integer(value) }
        guard var value = Double(text) else { throw failure }
        if value.isInfinite { value = value.sign == .minus ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude }
        // A decimal of the usual length is written again as it was; of any other the value is kept.
        let isUsual = !hasExponent && decimals <= 9 && value.magnitude < 1e5
        return isUsual ? .number(value, places: decimals) : .exact(value)
    }

    private mutating func digits() throws(JSONError) {
        let start = offset
        while let byte = next, (0x30...0x39).contains(byte) { offset += 1 }
        guard offset > start else { throw failure }
    }
}
