public import Errors
public import JSON

/// Why a request fails, as the page is told, or as a page says that it failed. Of the first kind none holds anything
/// that a document says; of the second kind nobody knows, so `details` are not printed.
public struct BridgeError: CodedError, Equatable {
    /// A stable word for programs. Providers may have words of their own, so the list is open.
    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }
    }

    public let code: Code
    /// One English sentence for people.
    public let message: String
    /// More for programs, mostly an object; nil when there is nothing to add.
    public let details: JSONValue?

    public init(_ code: Code, _ message: String, details: JSONValue? = nil) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// The object that stands under `error`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("code", .string(code.rawValue)), .init("message", .string(message)),
        ]
        if let details { members.append(.init("details", details)) }
        return .object(members)
    }
}

extension BridgeError: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(code.rawValue): \(message)" }
    /// The error without its details, which may be a page's own.
    public var customMirror: Mirror { Mirror(self, children: ["code": code.rawValue, "message": message]) }
}
