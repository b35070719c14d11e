public import JSON
import Threads

/// Journeys of steps as IDWise has them: each step reads one document, from the camera or from a file. Contract 003.
///
/// No service stands behind it, so credentials are not checked (error 33 does not occur), nothing is sent anywhere, and
/// there is no face to compare.
public final class IDWiseDialect: BridgeDialect {
    /// Larger files are refused with error 45.
    public static let maxFileBytes = 4 << 20

    let registry: ProviderRegistry
    let environment: BridgeEnvironment
    let current = CurrentJourney()
    private let isInitialized = Monitor(false)

    /// A file of the limit in base64, with room to say of a larger one that it is.
    public var maxMessageBytes: Int { 16 << 20 }

    public init(registry: ProviderRegistry, environment: BridgeEnvironment = .system) {
        self.registry = registry
        self.environment = environment
    }

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        let limits = JSONValue.Limits(maxBytes: maxMessageBytes)
        guard let members = BridgeParameters(JSONValue(reading: message, limits: limits)) else { return }
        guard let method = members.string("method") else { return line.handle(members) }
        let line = line.answering(members["id"])
        do {
            try await answer(method, BridgeParameters(members["params"]) ?? .init(), on: line)
        } catch {
            line.callBack("onError", error.json)
        }
    }

    /// Only files are that long.
    public var refusalOfLongMessage: BridgeMessage? {
        .other(["event": "onError", "data": IDWiseFailure(.fileTooLarge).json])
    }

    /// Another session may go through its journey, once the step that is being taken has its result.
    public func end(_ session: SessionIdentity) {
        if let journey = current.endSession() { registry.openJourneys.leave(journey, by: session) }
    }

    /// A journey that the host calls off is cancelled; the page can resume it.
    public func event(_ name: String, _ data: JSONValue) -> BridgeMessage? {
        guard name == "journey.cancel", let journey = current.journey else { return nil }
        return .other(["event": "onJourneyCancelled", "data": journey.name])
    }

    private func answer(
        _ method: String, _ parameters: BridgeParameters, on line: BridgeLine
    ) async throws(IDWiseFailure) {
        if method == "initialize" { return try initialize(parameters, on: line) }
        guard isInitialized.update({ $0 }) else { throw IDWiseFailure(.notInitialized) }
        switch method {
        case "startDynamicJourney": try await start(parameters, on: line)
        case "resumeDynamicJourney": try await resume(parameters, on: line)
        case "startStep": try await scan(parameters, on: line)
        case "startStepFromFileUpload": try await read(parameters, on: line)
        case "getJourneySummary": line.callBack("onJourneySummary", summary(of: try await named(parameters)))
        case "finishDynamicJourney": try await finish(parameters, on: line)
        case "cancelJourney": try await cancel(parameters, on: line)
        default: throw IDWiseFailure(.unsupportedMethod)
        }
    }

    private func initialize(_ parameters: BridgeParameters, on line: BridgeLine) throws(IDWiseFailure) {
        guard parameters.string("clientKey")?.isEmpty == false else { throw IDWiseFailure(.invalidParameter) }
        if let theme = parameters["theme"], !["light", "dark", "systemDefault"].contains(theme) {
            throw IDWiseFailure(.invalidParameter, "The theme is light, dark or systemDefault.")
        }
        isInitialized.update { $0 = true }
        line.callBack("onInitialized", parameters["theme"].map { ["theme": $0] } ?? [:])
    }
}
