public import JSON
import Reporting
import Threads

/// Journeys of steps as IDWise has them: each step reads one document, from the camera or from a file. Contract 003.
///
/// No service stands behind it, so credentials are not checked (error 33 does not occur), nothing is sent anywhere, and
/// there is no face to compare.
public final class IDWiseDialect: BridgeDialect {
    /// Larger files are refused with error 45.
    public static let maxFileBytes = 4 << 20

    private let registry: ProviderRegistry
    private let environment: BridgeEnvironment
    private let state = Monitor(State())

    private struct State {
        var isInitialized = false
        var journey: Journey?
        /// The step that is being taken.
        var running: JSONValue?
    }

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
        do {
            try await answer(method, BridgeParameters(members["params"]) ?? .init(), on: line)
        } catch {
            line.tell("onError", error.json)
        }
    }

    /// A journey that the host calls off is cancelled; the page can resume it.
    public func event(_ name: String, _ data: JSONValue) -> BridgeMessage? {
        guard name == "journey.cancel", let journey = state.update({ $0.journey }) else { return nil }
        return .other(["event": "onJourneyCancelled", "data": journey.name])
    }

    private func answer(
        _ method: String, _ parameters: BridgeParameters, on line: BridgeLine
    ) async throws(IDWiseFailure) {
        if method == "initialize" {
            guard parameters.string("clientKey")?.isEmpty == false else { throw IDWiseFailure(.invalidParameter) }
            if let theme = parameters["theme"], !["light", "dark", "systemDefault"].contains(theme) {
                throw IDWiseFailure(.invalidParameter, "The theme is light, dark or systemDefault.")
            }
            state.update { $0.isInitialized = true }
            line.tell("onInitialized", parameters["theme"].map { ["theme": $0] } ?? [:])
            return
        }
        guard state.update({ $0.isInitialized }) else { throw IDWiseFailure(.notInitialized) }
        switch method {
        case "startDynamicJourney": try await start(parameters, on: line)
        case "resumeDynamicJourney": try await resume(parameters, on: line)
        case "startStep": try await scan(parameters, on: line)
        case "startStepFromFileUpload": try await read(parameters, on: line)
        case "getJourneySummary": line.tell("onJourneySummary", summary(of: try await named(parameters)))
        case "finishDynamicJourney": try await finish(parameters, on: line)
        case "cancelJourney":
            let journey = try running()
            guard parameters["journeyId"].map({ $0 == .string(journey.id) }) ?? true else {
                throw IDWiseFailure(.invalidParameter, "There is no running journey of that journeyId.")
            }
            await registry.camera?.stop(for: line.session)
            state.update { $0.journey = nil }
            line.tell("onJourneyCancelled", journey.name)
        default: throw IDWiseFailure(.unsupportedMethod)
        }
    }

    private func start(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        guard let definition = parameters.text("journeyDefinitionId"), !definition.isEmpty else {
            throw IDWiseFailure(.invalidParameter)
        }
        guard registry.journeyDefinitions.includes(definition) else {
            throw IDWiseFailure(.invalidParameter, "There is no journey of that journeyDefinitionId.")
        }
        // The contract calls it both.
        let reference = parameters.text("referenceNumber") ?? parameters.text("referenceNo")
        let journey = Journey(
            id: environment.newID(), definition: definition, reference: reference, locale: parameters.string("locale"))
        state.update { $0.journey = journey }
        try await keep(journey)
        line.tell(
            "onJourneyStarted", journey.name, reporting: [.init("reference", reference.map { .string($0) } ?? .null)])
    }

    private func resume(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        guard let id = parameters.string("journeyId"), !id.isEmpty else { throw IDWiseFailure(.emptyJourneyID) }
        guard var journey = try await kept(id), !journey.isFinished else {
            throw IDWiseFailure(.invalidParameter, "There is no incomplete journey of that journeyId.")
        }
        guard parameters.text("journeyDefinitionId").map({ $0 == journey.definition }) ?? true else {
            throw IDWiseFailure(.invalidParameter, "The journey is of another journeyDefinitionId.")
        }
        journey.locale = parameters.string("locale") ?? journey.locale
        state.update { [journey] in $0.journey = journey }
        line.tell("onJourneyResumed", summary(of: journey))
    }

    private func finish(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        var journey = try await named(parameters)
        guard !journey.isFinished else {
            throw IDWiseFailure(.invalidParameter, "The journey of that journeyId is complete already.")
        }
        if journey.id == state.update({ $0.journey?.id }) { await registry.camera?.stop(for: line.session) }
        // A step that was being taken has its result by now.
        journey = state.update { $0.journey?.id == journey.id ? $0.journey : nil } ?? journey
        journey.isFinished = true
        try await keep(journey)
        state.update { [id = journey.id] in if $0.journey?.id == id { $0.journey = nil } }
        let hasPassed = journey.hasPassed(listing: registry.journeyDefinitions.listed(in: journey.definition))
        line.tell("onJourneyFinished", summary(of: journey), reporting: [.init("hasPassed", .bool(hasPassed))])
    }

    private func scan(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        let step = try step(parameters)
        guard let camera = registry.camera else { throw IDWiseFailure(.unsupportedMethod) }
        var expectation = step.expectation
        expectation.wantsPicture = true
        let journey = try begin(step.id)
        defer { end(step.id) }
        let translated = translations()
        var result: StepResult
        do throws(BridgeError) {
            let capture = try await camera.scan(expectation, for: line.session) { update in
                let members = update.members.map { member in
                    member.key == "message" ? .init(member.key, .string(translated(update.sentence))) : member
                }
                line.tell("onStepProgress", .object([.init("stepId", step.id)] + members))
            }
            line.captured(capture.jpeg, step.id)
            result = StepResult(capture.report, rejection: nil)
            result.chip = await chip(of: capture.report, step.id, on: line)
        } catch  where error.code == .scanInProgress {
            throw IDWiseFailure(.unexpected, "The camera is being used for another scan.")
        } catch  where [.cameraPermissionDenied, .cameraInitFailed, .cameraError].contains(error.code) {
            // Contract 003 has this among the errors of a journey, and not among the results of a step.
            throw IDWiseFailure(.unexpected, error.message)
        } catch {
            result = StepResult(error)
        }
        try await finish(result, of: step.id, in: journey, on: line)
    }

    /// The chip of the document that was read; nil when this host has no reader, or the chip could not be read, which
    /// fails no step: contract 003 has no word for it.
    private func chip(of report: MRZReport, _ step: JSONValue, on line: BridgeLine) async -> ChipCapture? {
        guard let chips = registry.nfc as? any ChipProvider, chips.isSupported,
            var request = report.verified.flatMap({ ChipRequest($0) })
        else { return nil }
        request.wantsFace = true
        let translated = translations()
        // Many documents have no chip, and the step is not to wait for one that never comes.
        request.patience = .seconds(20)
        do throws(BridgeError) {
            return try await chips.read(request, for: line.session) { update in
                // That a document lies there is told by the state that follows.
                guard case .progress(let state, let percent, let message) = update else { return }
                let told = ChipUpdate.progress(state: state, percent: percent, message: translated(message))
                line.tell("onStepProgress", .object([.init("stepId", step)] + told.members))
            }
        } catch {
            line.report(.failure(error))
            return nil
        }
    }

    private func read(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        let step = try step(parameters)
        guard let images = registry.images else { throw IDWiseFailure(.unsupportedMethod) }
        guard let text = parameters.string("data"), let file = Base64.bytes(of: text), !file.isEmpty else {
            throw IDWiseFailure(.invalidParameter)
        }
        guard file.count <= Self.maxFileBytes else { throw IDWiseFailure(.fileTooLarge) }
        let journey = try begin(step.id)
        defer { end(step.id) }
        let result: StepResult
        do throws(BridgeError) {
            let judged = try await images.documents(in: file).map { ($0, step.expectation.rejection(of: $0)) }
            line.captured(file.isPicture ? file : nil, step.id)
            // The document that was meant, or else the first.
            if let (report, rejection) = judged.first(where: { $0.1 == nil }) ?? judged.first {
                result = StepResult(report, rejection: rejection)
            } else {
                result = StepResult(BridgeError(.scanFailed, "The file shows no document with an MRZ."))
            }
        } catch  where error.code == .invalidData {
            throw IDWiseFailure(.invalidParameter)
        } catch {
            result = StepResult(error)
        }
        try await finish(result, of: step.id, in: journey, on: line)
    }

    /// One step at a time.
    ///
    /// - Returns: the journey that it belongs to.
    private func begin(_ step: JSONValue) throws(IDWiseFailure) -> String {
        let journey = state.update { state -> String? in
            guard state.running == nil else { return nil }
            state.running = step
            return state.journey?.id ?? ""
        }
        guard let journey else { throw IDWiseFailure(.unexpected, "Another step is being taken.") }
        return journey
    }

    private func end(_ step: JSONValue) { state.update { if $0.running == step { $0.running = nil } } }

    /// Adds the result of a step to its journey, where that still runs, and tells the page.
    private func finish(
        _ result: StepResult, of step: JSONValue, in id: String, on line: BridgeLine
    ) async throws(IDWiseFailure) {
        let json = result.json(in: translations())
        let journey = state.update { state -> Journey? in
            guard state.journey?.id == id else { return nil }
            state.journey?.add(json, of: step)
            if state.running == step { state.running = nil }
            return state.journey
        }
        if let journey { try await keep(journey) }
        line.tell("onStepResult", ["stepId": step, "result": json])
    }

    /// The translations into the language of the running journey.
    private func translations() -> Translations { Translations(locale: state.update { $0.journey?.locale }) }

    private func step(_ parameters: BridgeParameters) throws(IDWiseFailure) -> JourneyDefinitions.Step {
        let journey = try running()
        switch parameters["stepId"] {
        case .string(let text)? where !text.isEmpty: break
        case .integer?: break
        default: throw IDWiseFailure(.invalidStepID)
        }
        guard let id = parameters["stepId"], let step = registry.journeyDefinitions.step(id, of: journey.definition)
        else { throw IDWiseFailure(.unknownStep) }
        return step
    }

    private func running() throws(IDWiseFailure) -> Journey {
        guard let journey = state.update({ $0.journey }) else { throw IDWiseFailure(.unsupportedMethod) }
        return journey
    }

    /// The journey that a call names, running or kept; without a name the running one.
    private func named(_ parameters: BridgeParameters) async throws(IDWiseFailure) -> Journey {
        guard let value = parameters["journeyId"] else { return try running() }
        guard case .string(let id) = value, !id.isEmpty else { throw IDWiseFailure(.invalidParameter) }
        if let journey = state.update({ $0.journey }), journey.id == id { return journey }
        guard let journey = try await kept(id) else {
            throw IDWiseFailure(.invalidParameter, "There is no journey of that journeyId.")
        }
        return journey
    }

    private func summary(of journey: Journey) -> JSONValue {
        let running = state.update { $0.journey?.id == journey.id ? $0.running : nil }
        return journey.summary(listing: registry.journeyDefinitions.listed(in: journey.definition), running: running)
    }

    private func keep(_ journey: Journey) async throws(IDWiseFailure) {
        do {
            try await registry.journeys.save(journey: journey.json, as: journey.id)
        } catch {
            throw IDWiseFailure(.unexpected)
        }
    }

    private func kept(_ id: String) async throws(IDWiseFailure) -> Journey? {
        do {
            return try await registry.journeys.journey(id).flatMap { Journey($0) }
        } catch {
            throw IDWiseFailure(.unexpected)
        }
    }
}

extension Journey {
    /// The journey's id under both names: `journeyID` is the contract's.
    fileprivate var name: JSONValue { ["journeyID": .string(id), "journeyId": .string(id)] }
}

extension [UInt8] {
    /// A JPEG or PNG file, which a page can show as it is.
    fileprivate var isPicture: Bool { starts(with: [0xFF, 0xD8, 0xFF]) || starts(with: [0x89, 0x50, 0x4E, 0x47]) }
}

extension BridgeLine {
    /// Calls back, and tells the host's program.
    fileprivate func tell(_ event: String, _ data: JSONValue, reporting more: [JSONValue.Member] = []) {
        say(.other(["event": .string(event), "data": data]))
        guard event != "onStepProgress" else { return }
        var told = data
        if case .object(let members) = data { told = .object(members + more) }
        report(.step(event, told))
    }

    /// The picture goes to the page only.
    fileprivate func captured(_ picture: [UInt8]?, _ step: JSONValue) {
        let image = picture.map { JSONValue.string(Base64.text(of: $0)) } ?? .null
        say(.other(["event": "onStepCaptured", "data": ["stepId": step, "capturedImage": image]]))
        report(.step("onStepCaptured", ["stepId": step]))
    }
}
