public import JSON

/// What a request says beyond its method. Keys that nobody asks for are passed over.
public struct BridgeParameters: Sendable, Equatable {
    public let members: [JSONValue.Member]

    public init(_ members: [JSONValue.Member] = []) { self.members = members }

    /// The members of an object; nil when it is something else.
    init?(_ value: JSONValue?) {
        guard case .object(let members)? = value else { return nil }
        self.init(members)
    }

    /// The value of a key; nil when it is absent or null.
    public subscript(key: String) -> JSONValue? {
        guard let value = members.first(where: { $0.key == key })?.value, value != .null else { return nil }
        return value
    }

    /// A text; nil when it is absent or something else.
    public func string(_ key: String) -> String? {
        guard case .string(let text)? = self[key] else { return nil }
        return text
    }

    /// A text, or the text of a number or of true or false, as the SDKs' hosts read any primitive of JSON; nil when it
    /// is absent or something else. Contract 000, chunk 3B.
    public func text(_ key: String) -> String? {
        switch self[key] {
        case .string(let text)?: text
        case nil, .null?, .array?, .object?: nil
        case let primitive?: primitive.text
        }
    }

    /// True or false; nil when it is absent or something else.
    public func bool(_ key: String) -> Bool? {
        guard case .bool(let bool)? = self[key] else { return nil }
        return bool
    }
}

extension BridgeParameters: CustomStringConvertible, CustomReflectable {
    /// How many there are: they may be personal data.
    public var description: String { "BridgeParameters(\(members.count))" }
    public var customMirror: Mirror { Mirror(self, children: ["count": members.count]) }
}
