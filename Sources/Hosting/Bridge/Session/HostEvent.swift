public import JSON

/// What a page tells its host, as the host's program hears it. Nothing that a page says to its host is dropped: what
/// has no case of its own here is a `message`.
public enum HostEvent: Sendable, Equatable {
    /// A page has connected, in this dialect.
    case connected(Dialect)
    /// It has gone.
    case disconnected
    /// The document has been loaded. Contract 004, callbacks.
    case pageLoaded
    /// A page could not be gone to. Contract 004, callbacks.
    case navigationFailed
    /// Contract 000, lifecycle.
    case ready
    /// The page wants to be closed: the person has called it off.
    case dismissed
    /// How the page's work ended. Contract 000, `setResult`.
    case result(LifecycleResult)
    /// A page tells of its journey. Contract 002 has `journey.started`, `journey.complete` and `journey.error`.
    case journey(String, JSONValue)
    /// A callback of a journey of steps, as the page has it too. Contract 003.
    case step(String, JSONValue)
    /// An event of a page that reports to its host. Contract 004: name, status, refId.
    case report(name: String, status: String?, JSONValue)
    /// What a page counts. Contract 000, analytics.
    case analytics(String, JSONValue)
    /// What a person is to feel. Contract 000, haptic.
    case haptic(HapticEffect)
    /// A line of the page's console.
    case console(ConsoleLine)
    /// What the host has refused or could not do, without anything that is personal.
    case failure(BridgeError)
    /// Anything else that a page says without asking for an answer.
    case message(JSONValue)
}

extension HostEvent {
    /// The word for it in a JSON line.
    public var name: String {
        switch self {
        case .connected: "connected"
        case .disconnected: "disconnected"
        case .pageLoaded: "page_loaded"
        case .navigationFailed: "navigation_failed"
        case .ready: "ready"
        case .dismissed: "dismissed"
        case .result: "result"
        case .journey(let name, _), .step(let name, _): name
        case .report: "event"
        case .analytics: "analytics"
        case .haptic: "haptic"
        case .console: "console"
        case .failure: "error"
        case .message: "message"
        }
    }

    /// Whether it may say how a page's work ended: an `OutcomeWatch` looks at it.
    public var isEnd: Bool {
        switch self {
        case .dismissed, .result, .journey, .report: true
        case .step(let name, _): name == "onJourneyFinished" || name == "onJourneyCancelled"
        default: false
        }
    }

    /// One JSON object, but for who said it and when.
    public var members: [JSONValue.Member] {
        var members: [JSONValue.Member] = [.init("event", .string(name))]
        switch self {
        case .connected(let dialect): members.append(.init("dialect", .string(dialect.rawValue)))
        case .disconnected, .pageLoaded, .navigationFailed, .ready, .dismissed: break
        case .result(.success(let data)): members += [.init("success", .bool(true)), .init("data", data)]
        case .result(.failure(let error)): members += [.init("success", .bool(false)), .init("error", error.json)]
        case .result(.cancelled): members += [.init("success", .bool(false)), .init("cancelled", .bool(true))]
        case .journey(_, let data), .step(_, let data), .message(let data): members.append(.init("data", data))
        case .report(let name, let status, let data):
            members.append(.init("name", .string(name)))
            if let status { members.append(.init("status", .string(status))) }
            members.append(.init("data", data))
        case .analytics(let method, let data):
            members += [.init("method", .string(method)), .init("data", data)]
        case .haptic(let effect): members += effect.members
        case .console(let line):
            members += [.init("type", .string(line.kind.rawValue)), .init("content", .string(line.content))]
        case .failure(let error): members.append(.init("error", error.json))
        }
        return members
    }
}

extension HostEvent: CustomStringConvertible, CustomReflectable {
    /// The event's word; what it holds may be personal data.
    public var description: String { "HostEvent(\(name))" }
    public var customMirror: Mirror { Mirror(self, children: ["event": name]) }
}

extension BridgeLine {
    /// Passes on what a page says without asking: its console, that it has loaded, and whatever else.
    func handle(_ message: BridgeParameters) {
        if let line = ConsoleLine(message) {
            report(.console(line))
        } else {
            switch message.string("type") {
            case "page_loaded": report(.pageLoaded)
            case "navigation_failed": report(.navigationFailed)
            default: report(.message(.object(message.members)))
            }
        }
    }
}
