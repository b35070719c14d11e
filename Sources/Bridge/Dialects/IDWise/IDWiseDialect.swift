import Reporting
import Threads

/// Journeys of steps as IDWise has them: each step reads one document, from the camera or from a file.
///
/// No service stands behind it, so credentials are not checked (error 33 does not occur), nothing is sent anywhere, and
/// there is no face to compare.
public final class IDWiseDialect: BridgeDialect {
    /// Larger files are refused with error 45.
    public static let maxFileBytes = 4 << 20
    /// Every journey has these steps.
    static let steps: [String: ScanExpectation] = [
        "document": .init(), "passport": .init(document: .passport), "identityCard": .init(document: .identityCard),
        "visa": .init(document: .visa), "drivingLicence": .init(document: .drivingLicence),
    ]

    private let registry: ProviderRegistry
    private let surroundings: BridgeSurroundings
    private let state = Monitor(State())

    private struct State {
        var isInitialized = false
        var journey: Journey?
    }

    /// A file of the limit in base64, with room to say of a larger one that it is.
    public var maxMessageBytes: Int { 16 << 20 }

    public init(registry: ProviderRegistry, surroundings: BridgeSurroundings = .system) {
        self.registry = registry
        self.surroundings = surroundings
    }

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        let limits = JSONValue.Limits(maxBytes: maxMessageBytes)
        guard let members = BridgeParameters(JSONValue(reading: message, limits: limits)),
            let method = members.string("method")
        else { return }
        do {
            try await answer(method, BridgeParameters(members["params"]) ?? .init(), on: line)
        } catch {
            line.tell("onError", ["code": .integer(error.rawValue), "message": .string(error.message)])
        }
    }

    private func answer(
        _ method: String, _ parameters: BridgeParameters, on line: BridgeLine
    ) async throws(IDWiseError) {
        if method == "initialize" {
            guard parameters.string("clientKey")?.isEmpty == false else { throw .invalidParameter }
            state.update { $0.isInitialized = true }
            line.tell("onInitialized", [:])
            return
        }
        guard state.update({ $0.isInitialized }) else { throw .notInitialized }
        switch method {
        case "startDynamicJourney": try await start(parameters, on: line)
        case "resumeDynamicJourney": try await resume(parameters, on: line)
        case "startStep": try await scan(parameters, on: line)
        case "startStepFromFileUpload": try await read(parameters, on: line)
        case "getJourneySummary": line.tell("onJourneySummary", try journey().summary)
        case "finishDynamicJourney": try await finish(on: line)
        case "cancelJourney":
            let journey = try journey()
            await registry.camera?.stop(for: line.session)
            state.update { $0.journey = nil }
            line.tell("onJourneyCancelled", ["journeyId": .string(journey.id)])
        default: throw .unsupportedMethod
        }
    }

    private func start(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseError) {
        guard let definition = parameters.string("journeyDefinitionId"), !definition.isEmpty else {
            throw .invalidParameter
        }
        let journey = Journey(
            id: surroundings.newID(), definition: definition, reference: parameters.string("referenceNumber"))
        state.update { $0.journey = journey }
        try await keep(journey)
        line.tell("onJourneyStarted", ["journeyId": .string(journey.id)])
    }

    private func resume(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseError) {
        guard let id = parameters.string("journeyId"), !id.isEmpty else { throw .emptyJourneyID }
        guard let kept = try await kept(id), let journey = Journey(kept) else { throw .invalidParameter }
        state.update { $0.journey = journey }
        line.tell("onJourneyResumed", journey.summary)
    }

    private func finish(on line: BridgeLine) async throws(IDWiseError) {
        var journey = try journey()
        journey.isFinished = true
        try await keep(journey)
        state.update { $0.journey = nil }
        line.tell("onJourneyFinished", journey.summary)
    }

    private func scan(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseError) {
        let (step, wanted) = try step(parameters)
        guard let camera = registry.camera else { throw .unsupportedMethod }
        var expectation = wanted
        expectation.wantsPicture = true
        let result: StepResult
        do throws(BridgeError) {
            let capture = try await camera.scan(expectation, for: line.session) { update in
                line.tell("onStepProgress", .object([.init("stepId", .string(step))] + update.members))
            }
            let image = capture.jpeg.map { JSONValue.string(Base64.text(of: $0)) } ?? .null
            line.tell("onStepCaptured", ["stepId": .string(step), "image": image])
            result = StepResult(capture.report, rejection: nil)
        } catch  where error.code == .scanInProgress {
            throw .unexpected
        } catch {
            result = StepResult(error)
        }
        try await settle(result, of: step, on: line)
    }

    private func read(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseError) {
        let (step, expectation) = try step(parameters)
        guard let images = registry.images else { throw .unsupportedMethod }
        guard let text = parameters.string("data"), let file = Base64.bytes(of: text), !file.isEmpty else {
            throw .invalidParameter
        }
        guard file.count <= Self.maxFileBytes else { throw .fileTooLarge }
        let result: StepResult
        do throws(BridgeError) {
            let judged = try await images.documents(in: file).map { ($0, expectation.rejection(of: $0)) }
            // The document that was meant, or else the first.
            if let (report, rejection) = judged.first(where: { $0.1 == nil }) ?? judged.first {
                result = StepResult(report, rejection: rejection)
            } else {
                result = StepResult(BridgeError(.scanFailed, "The file shows no document with an MRZ."))
            }
        } catch  where error.code == .invalidData {
            throw .invalidParameter
        } catch {
            result = StepResult(error)
        }
        try await settle(result, of: step, on: line)
    }

    private func settle(_ result: StepResult, of step: String, on line: BridgeLine) async throws(IDWiseError) {
        let json = result.json
        let journey = state.update { state in
            state.journey?.add(json, of: step)
            return state.journey
        }
        if let journey { try await keep(journey) }
        line.tell("onStepResult", ["stepId": .string(step), "result": json])
    }

    private func step(_ parameters: BridgeParameters) throws(IDWiseError) -> (String, ScanExpectation) {
        _ = try journey()
        guard let step = parameters.string("stepId"), !step.isEmpty else { throw .invalidStepID }
        guard let expectation = Self.steps[step] else { throw .unknownStep }
        return (step, expectation)
    }

    private func journey() throws(IDWiseError) -> Journey {
        guard let journey = state.update({ $0.journey }) else { throw .unsupportedMethod }
        return journey
    }

    private func keep(_ journey: Journey) async throws(IDWiseError) {
        do {
            try await registry.journeys.save(journey: journey.json, as: journey.id)
        } catch {
            throw .unexpected
        }
    }

    private func kept(_ id: String) async throws(IDWiseError) -> JSONValue? {
        do {
            return try await registry.journeys.journey(id)
        } catch {
            throw .unexpected
        }
    }
}

extension BridgeLine {
    /// Calls back.
    fileprivate func tell(_ event: String, _ data: JSONValue) {
        say(.other(["event": .string(event), "data": data]))
    }
}
