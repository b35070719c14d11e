import JSON

/// The calls that begin, resume, cancel and complete a journey.
extension IDWiseDialect {
    func start(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
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
        registry.openJourneys.begin(journey.id, for: line.session)
        try await change(to: journey, on: line)
        try await keep(journey)
        line.callBack(
            "onJourneyStarted", journey.name, reporting: [.init("reference", reference.map { .string($0) } ?? .null)])
    }

    func resume(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        guard let id = parameters.string("journeyId"), !id.isEmpty else { throw IDWiseFailure(.emptyJourneyID) }
        try open(id, on: line)
        defer { leaveUnlessRunning(id, on: line) }
        var found = current.journey(id)
        if found == nil { found = try await kept(id) }
        guard var journey = found, !journey.isFinished else {
            throw IDWiseFailure(.invalidParameter, "There is no incomplete journey of that journeyId.")
        }
        guard parameters.text("journeyDefinitionId").map({ $0 == journey.definition }) ?? true else {
            throw IDWiseFailure(.invalidParameter, "The journey is of another journeyDefinitionId.")
        }
        journey.locale = parameters.string("locale") ?? journey.locale
        try await change(to: journey, on: line)
        line.callBack("onJourneyResumed", summary(of: journey))
    }

    /// Makes a journey the running one. The one that ran so far is left with its step: that is stopped, nothing of it
    /// is told from here on, and the journey can be resumed.
    private func change(to journey: Journey, on line: BridgeLine) async throws(IDWiseFailure) {
        // At once, for the page may name a step of the new journey in its next message.
        let replaced = current.replace(with: journey)
        defer { if replaced.isEnded { registry.openJourneys.leave(journey.id, by: line.session) } }
        guard let previous = replaced.journey else { return }
        defer { if previous.id != journey.id { registry.openJourneys.leave(previous.id, by: line.session) } }
        if replaced.wasTaking { await registry.stop(for: line.session) }
        // What is left is whole before anybody else resumes it.
        if previous.id != journey.id { try await keep(previous) }
    }

    func cancel(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        let journey = try running()
        guard parameters["journeyId"].map({ $0 == .string(journey.id) }) ?? true else {
            throw IDWiseFailure(.invalidParameter, "There is no running journey of that journeyId.")
        }
        await endStep(on: line)
        current.leave(journey.id)
        leaveUnlessRunning(journey.id, on: line)
        line.callBack("onJourneyCancelled", journey.name)
    }

    func finish(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        let id = try await named(parameters).id
        guard current.beginFinishing(id) else { throw Self.isComplete }
        defer { current.endFinishing(id) }
        try open(id, on: line)
        defer { leaveUnlessRunning(id, on: line) }
        // Another session may have completed it until now.
        var journey = try await named(parameters)
        guard !journey.isFinished else { throw Self.isComplete }
        if current.journey(id) != nil { await endStep(on: line) }
        // With the result of a step that was being taken.
        journey = current.journey(id) ?? journey
        journey.isFinished = true
        try await keep(journey)
        current.leave(id)
        let hasPassed = journey.hasPassed(listing: registry.journeyDefinitions.listed(in: journey.definition))
        line.callBack("onJourneyFinished", summary(of: journey), reporting: [.init("hasPassed", .bool(hasPassed))])
    }

    /// Stops what reads for the running journey's step, and waits until the page has its result. A file is read to its
    /// end: nothing stops that.
    private func endStep(on line: BridgeLine) async {
        await registry.stop(for: line.session)
        await current.untilStepsAreTold()
    }

    private static let isComplete = IDWiseFailure(
        .invalidParameter, "The journey of that journeyId is complete already.")

    /// Takes a journey for this session alone.
    private func open(_ id: String, on line: BridgeLine) throws(IDWiseFailure) {
        guard registry.openJourneys.take(id, for: line.session) else {
            throw IDWiseFailure(.invalidParameter, "Another session goes through the journey of that journeyId.")
        }
    }

    private func leaveUnlessRunning(_ id: String, on line: BridgeLine) {
        if current.journey(id) == nil { registry.openJourneys.leave(id, by: line.session) }
    }

    func running() throws(IDWiseFailure) -> Journey {
        guard let journey = current.journey else { throw IDWiseFailure(.unsupportedMethod) }
        return journey
    }

    /// The journey that a call names, running or kept; without a name the running one.
    func named(_ parameters: BridgeParameters) async throws(IDWiseFailure) -> Journey {
        guard let value = parameters["journeyId"] else { return try running() }
        guard case .string(let id) = value, !id.isEmpty else { throw IDWiseFailure(.invalidParameter) }
        if let journey = current.journey(id) { return journey }
        guard let journey = try await kept(id) else {
            throw IDWiseFailure(.invalidParameter, "There is no journey of that journeyId.")
        }
        return journey
    }

    func summary(of journey: Journey) -> JSONValue {
        journey.summary(
            listing: registry.journeyDefinitions.listed(in: journey.definition), running: current.step(of: journey))
    }

    func keep(_ journey: Journey) async throws(IDWiseFailure) {
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
