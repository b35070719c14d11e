import Hexadecimal

/// A secret that is made anew at every start. Who knows it may use a server that others can reach.
public struct AccessToken: Sendable {
    /// 32 hexadecimal digits.
    public let text: String

    /// 128 bits from the system's generator.
    public init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimal()
    }

    /// Whether that is the token. The time this takes does not depend on where they differ.
    package func matches(_ candidate: some StringProtocol) -> Bool {
        let (own, given) = (Array(text.utf8), Array(candidate.utf8))
        guard own.count == given.count else { return false }
        return zip(own, given).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
    /// It is a secret.
    public var description: String { "AccessToken" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
