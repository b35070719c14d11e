/// Why the server could not start.
public struct ServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The address that could not be listened on.
    public let address: String
    /// What the system says about it.
    public let reason: String

    public var description: String { "Cannot listen on \(address): \(reason)." }
}
