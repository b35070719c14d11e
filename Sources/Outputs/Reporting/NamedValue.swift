/// A name of the JSON contract and the text under it.
public struct NamedValue: Sendable, Equatable {
    public let name: String
    public let value: String

    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension NamedValue: CustomStringConvertible, CustomReflectable {
    /// The name only: the value may be personal data.
    public var description: String { "NamedValue(\(name))" }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
