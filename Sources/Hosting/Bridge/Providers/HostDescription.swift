public import JSON

/// What a host says of itself to its pages, and what it wants of them. Contract 002, JourneyConfig; contract 000,
/// `launch(request, callback)`.
public struct HostDescription: Sendable, Equatable {
    /// The version of the host's program.
    public var version: String
    /// What the host's program wants done, in the words of its page; nil when it says nothing.
    public var request: JSONValue?
    /// Capabilities without which the page is not opened.
    public var requiredCapabilities: [String]

    public init(version: String = "1.0.0", request: JSONValue? = nil, requiredCapabilities: [String] = []) {
        self.version = version
        self.request = request
        self.requiredCapabilities = requiredCapabilities
    }

    /// The required capabilities that a host does not have, in their order. Contract 002 looks before it launches.
    public func missingCapabilities(in registry: ProviderRegistry) -> [String] {
        requiredCapabilities.filter { name in
            if registry.capabilities.contains(where: { $0.name == name }) { return false }
            switch name {
            case "camera.document", "camera", "mrzCamera": return (registry.camera?.access ?? .missing) == .missing
            case "nfc.read", "nfc": return !(registry.nfc?.isSupported ?? false)
            case "biometrics": return !(registry.biometrics?.isAvailable ?? false)
            case "secureStorage": return registry.secureStorage == nil
            case "documents": return registry.documents == nil
            case "crypto": return registry.crypto == nil
            default: return true
            }
        }
    }
}

extension HostDescription {
    /// What a page's script finds of it, as JSON.
    package func literal(_ dialect: Dialect, bridge: String?) -> String {
        let members: [JSONValue.Member] = [
            .init("dialect", .string(dialect.rawValue)), .init("hostVersion", .string(version)),
            .init("requiredCapabilities", .array(requiredCapabilities.map { .string($0) })),
            .init("request", request ?? .null), .init("url", bridge.map { .string($0) } ?? .null),
        ]
        return JSONValue.object(members).text
    }
}

extension HostDescription: CustomStringConvertible, CustomReflectable {
    /// What is asked for may be about a person.
    public var description: String { "HostDescription(\(version))" }
    public var customMirror: Mirror { Mirror(self, children: ["version": version]) }
}
