public import JSON

/// How it ended with a page, as the program that launched it is told. Contract 000, `launch`: onSuccess, onFailure,
/// onCancelled.
public enum HostOutcome: Sendable, Equatable {
    /// The page succeeded; the value is whatever it gives its host.
    case success(JSONValue)
    case failure(BridgeError)
    case cancelled

    public init(_ result: LifecycleResult) {
        switch result {
        case .success(let data): self = .success(data)
        case .failure(let error): self = .failure(error)
        case .cancelled: self = .cancelled
        }
    }

    /// The members of its JSON line.
    public var members: [JSONValue.Member] {
        switch self {
        case .success(let data): [.init("outcome", "success"), .init("data", data)]
        case .failure(let error): [.init("outcome", "failure"), .init("error", error.json)]
        case .cancelled: [.init("outcome", "cancelled")]
        }
    }
}

extension HostOutcome: CustomStringConvertible, CustomReflectable {
    /// The outcome's word; what it holds may be personal data.
    public var description: String {
        switch self {
        case .success: "success"
        case .failure(let error): "failure(\(error.code.rawValue))"
        case .cancelled: "cancelled"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: ["outcome": description]) }
}

/// Hears what pages tell their host until one of them has ended, in whatever way its dialect says so.
public struct OutcomeWatch: Sendable {
    /// The first end that was heard of; nil while there is none.
    public private(set) var outcome: HostOutcome?
    /// The last success that a page of the Legitimuz dialect has reported before it closes.
    private var success: JSONValue?
    /// What of such a page has had no success since its last error.
    private var failing: [String] = []

    public init() {}

    public mutating func hear(_ event: HostEvent) {
        guard outcome == nil else { return }
        switch event {
        case .result(let result): outcome = HostOutcome(result)
        case .dismissed: outcome = .cancelled
        case .journey(let name, .object(let data)):
            outcome = LifecycleResult(journey: name, BridgeParameters(data)).map { HostOutcome($0) }
        case .step("onJourneyFinished", .object(let data)):
            // A journey that was gone through is a success when every step of it was taken and passed.
            outcome =
                BridgeParameters(data).bool("hasPassed") == true
                ? .success(.object(data.filter { $0.key != "hasPassed" }))
                : .failure(BridgeError(.unknown, "The journey is complete, but not every step has passed its rules."))
        case .step("onJourneyCancelled", _): outcome = .cancelled
        case .report("close-modal", let status, _):
            // What went wrong is not made good by something else that went well.
            if let name = status == "error" ? "close-modal" : failing.last {
                let details: JSONValue = ["name": .string(name)]
                outcome = .failure(BridgeError(.unknown, "The page has reported an error.", details: details))
            } else {
                outcome = success.map { HostOutcome.success($0) } ?? .cancelled
            }
        case .report(let name, let status?, let data):
            // Of any other status the page only tells.
            guard ["success", "error"].contains(status) else { break }
            failing.removeAll { $0 == name }
            if status == "success" { success = data } else { failing.append(name) }
        default: break
        }
    }
}
