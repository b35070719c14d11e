/// Tells the sessions of a host apart. Two are the same only if they are one object.
public final class SessionIdentity: Sendable {
    public init() {}
}
