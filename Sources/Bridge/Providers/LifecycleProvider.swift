public import Reporting

/// What becomes of a page: it is ready, it is done, it wants to go.
public protocol LifecycleProvider: Sendable {
    func ready() async
    /// The page wants to be closed. Its scan has been stopped.
    func dismiss() async
    func setResult(_ result: LifecycleResult) async
}

/// How a page's work ended.
public enum LifecycleResult: Sendable, Equatable {
    /// With whatever the page gives its host.
    case success(JSONValue)
    case failure(BridgeError)
    case cancelled

    /// A result with an `errorCode` is a failure; one that says neither that nor `success` was called off.
    public init(_ parameters: BridgeParameters) {
        if let error = parameters["error"], case .object(let members) = error {
            self.init(BridgeParameters(members), code: "code", message: "message")
        } else if parameters["errorCode"] != nil || parameters["error"] != nil {
            self.init(parameters, code: "errorCode", message: "errorMessage")
        } else if parameters.bool("success") ?? (parameters["type"] != nil) {
            self = .success(parameters["data"] ?? .object(parameters.members))
        } else {
            self = .cancelled
        }
    }

    private init(_ parameters: BridgeParameters, code: String, message: String) {
        self = .failure(
            BridgeError(
                BridgeError.Code(rawValue: parameters.string(code) ?? "UNKNOWN"),
                parameters.string(message) ?? "The page does not say what went wrong."))
    }
}

/// A host that a page can't close.
public struct PlainLifecycle: LifecycleProvider {
    public init() {}
    public func ready() async {}
    public func dismiss() async {}
    public func setResult(_ result: LifecycleResult) async {}
}
