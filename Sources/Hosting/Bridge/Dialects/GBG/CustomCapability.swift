public import JSON
import Threads

/// What a host can do besides what every host of this program can. Contract 002, `registerCustomCapability`.
public struct CustomCapability: Sendable {
    public typealias Handler = @Sendable (CapabilityRequest, CapabilityResponder) async -> Void

    /// The action by which pages ask for it, such as `nfc.read`.
    public let name: String
    public let version: String
    public let handler: Handler

    public init(_ name: String, version: String, handler: @escaping Handler) {
        self.name = name
        self.version = version
        self.handler = handler
    }
}

/// A page asks for a capability.
public struct CapabilityRequest: Sendable {
    public let action: String
    /// The page's own name for the request; null when it has none.
    public let correlationID: JSONValue
    public let data: BridgeParameters
}

/// Takes the answer to one request. The first counts.
public final class CapabilityResponder: Sendable {
    private let answer = Monitor<GBGAnswer?>(nil)

    init() {}

    public func respond(status: CapabilityStatus, data: JSONValue? = nil, error: CapabilityError? = nil) {
        answer.update { if $0 == nil { $0 = GBGAnswer(status: status, data: data, error: error) } }
    }

    /// What was answered; a handler that returned without a word has failed, so that no page waits for it.
    var given: GBGAnswer {
        answer.update { $0 }
            ?? .failure("NO_RESPONSE", "The host's handler has not answered.", recoverable: false)
    }
}

extension ProviderRegistry {
    /// Offers a capability to pages of the GBG dialect. Of two of one name the later counts, also before the host's
    /// own.
    public mutating func registerCustomCapability(
        _ name: String, version: String, handler: @escaping CustomCapability.Handler
    ) {
        capabilities.removeAll { $0.name == name }
        capabilities.append(CustomCapability(name, version: version, handler: handler))
    }
}
