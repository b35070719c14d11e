public import JSON

/// What becomes of a page: it is ready, it is done, it wants to go.
public protocol LifecycleProvider: Sendable {
    func ready() async
    /// The page wants to be closed. Its scan has been stopped.
    func dismiss() async
    /// The page's work has ended. Its scan has been stopped.
    func setResult(_ result: LifecycleResult) async
}

/// How a page's work ended.
public enum LifecycleResult: Sendable, Equatable {
    /// The page succeeded; the value is whatever it gives its host.
    case success(JSONValue)
    case failure(BridgeError)
    case cancelled

    /// What says `success` is one, as a text too. What says otherwise, or nothing, is a failure, by default `UNKNOWN`.
    /// Contract 000, chunk 3C. Later versions of the SDK say `cancelled`, or give an `error` object.
    public init(_ parameters: BridgeParameters) {
        if parameters.text("success")?.lowercased() == "true" {
            self = .success(parameters["data"] ?? .null)
        } else if parameters.bool("cancelled") == true {
            self = .cancelled
        } else if parameters["errorCode"] == nil, parameters["errorMessage"] == nil,
            case .object(let members)? = parameters["error"]
        {
            self.init(BridgeParameters(members), code: "code", message: "message")
        } else {
            self.init(parameters, code: "errorCode", message: "errorMessage")
        }
    }

    private init(_ parameters: BridgeParameters, code: String, message: String) {
        self = .failure(
            BridgeError(
                parameters.text(code).map { BridgeError.Code(rawValue: $0) } ?? .unknown,
                parameters.text(message) ?? "The page does not say what went wrong."))
    }
}

extension LifecycleResult: CustomStringConvertible, CustomReflectable {
    /// How; what the page gave is personal data.
    public var description: String {
        switch self {
        case .success: "success"
        case .failure(let error): "failure: \(error.code.rawValue)"
        case .cancelled: "cancelled"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: ["ending": description]) }
}

/// A host that a page can't close.
public struct PlainLifecycle: LifecycleProvider {
    public init() {}
    public func ready() async {}
    public func dismiss() async {}
    public func setResult(_ result: LifecycleResult) async {}
}
