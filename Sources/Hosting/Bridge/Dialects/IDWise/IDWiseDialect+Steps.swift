import JSON
import Reporting

/// The calls that take a step: a document is read, from the camera or from a file.
extension IDWiseDialect {
    func scan(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        let step = try step(parameters)
        guard let camera = registry.camera else { throw IDWiseFailure(.unsupportedMethod) }
        var expectation = step.expectation
        expectation.wantsPicture = true
        try await take(step.id, on: line) { [expectation] taken throws(IDWiseFailure) in
            let translated = translations()
            do throws(BridgeError) {
                let capture = try await camera.scan(expectation, for: line.session) { [current] update in
                    let members = update.members.map { member in
                        member.key == "message" ? .init(member.key, .string(translated(update.sentence))) : member
                    }
                    current.ifCurrent(taken) {
                        line.callBack("onStepProgress", .object([.init("stepId", step.id)] + members))
                    }
                }
                current.ifCurrent(taken) { line.captured(capture.jpeg, step.id) }
                var result = StepResult(capture.report, rejection: nil)
                result.chip = await chip(of: capture.report, taken, on: line)
                return result
            } catch  where error.code == .scanInProgress {
                throw IDWiseFailure(.unexpected, "The camera is being used for another scan.")
            } catch  where [.cameraPermissionDenied, .cameraInitFailed, .cameraError].contains(error.code) {
                // Contract 003 has this among the errors of a journey, and not among the results of a step.
                throw IDWiseFailure(.unexpected, error.message)
            } catch {
                return StepResult(error)
            }
        }
    }

    /// The chip of the document that was read; nil when this host has no reader, or the chip could not be read, which
    /// fails no step: contract 003 has no word for it.
    private func chip(of report: MRZReport, _ taken: CurrentJourney.TakenStep, on line: BridgeLine) async
        -> ChipCapture?
    {
        guard current.isCurrent(taken), let chips = registry.nfc as? any ChipProvider, chips.isSupported,
            var request = report.verified.flatMap({ ChipRequest($0) })
        else { return nil }
        request.wantsFace = true
        let translated = translations()
        // Many documents have no chip, and the step is not to wait for one that never comes.
        request.timeout = .seconds(20)
        do throws(BridgeError) {
            return try await chips.read(request, for: line.session) { [current] update in
                // That a document lies there is told by the state that follows.
                guard case .progress(let state, let percent, let message) = update else { return }
                let progress = ChipUpdate.progress(state: state, percent: percent, message: translated(message))
                current.ifCurrent(taken) {
                    line.callBack("onStepProgress", .object([.init("stepId", taken.id)] + progress.members))
                }
            }
        } catch {
            current.ifCurrent(taken) { line.report(.failure(error)) }
            return nil
        }
    }

    func read(_ parameters: BridgeParameters, on line: BridgeLine) async throws(IDWiseFailure) {
        let step = try step(parameters)
        guard let images = registry.images else { throw IDWiseFailure(.unsupportedMethod) }
        guard let text = parameters.string("data"), let file = Base64.bytes(of: text), !file.isEmpty else {
            throw IDWiseFailure(.invalidParameter)
        }
        guard file.count <= Self.maxFileBytes else { throw IDWiseFailure(.fileTooLarge) }
        try await take(step.id, on: line) { taken throws(IDWiseFailure) in
            do throws(BridgeError) {
                let judged = try await images.documents(in: file).map { ($0, step.expectation.rejection(of: $0)) }
                current.ifCurrent(taken) { line.captured(file.isPicture ? file : nil, step.id) }
                // The document that was meant, or else the first.
                if let (report, rejection) = judged.first(where: { $0.1 == nil }) ?? judged.first {
                    return StepResult(report, rejection: rejection)
                }
                return StepResult(BridgeError(.scanFailed, "The file shows no document with an MRZ."))
            } catch  where error.code == .invalidData {
                throw IDWiseFailure(.invalidParameter)
            } catch {
                return StepResult(error)
            }
        }
    }

    /// Takes a step, one at a time. Its result, or why there is none, is told unless another journey has begun
    /// meanwhile.
    private func take(
        _ step: JSONValue, on line: BridgeLine,
        _ body: (CurrentJourney.TakenStep) async throws(IDWiseFailure) -> StepResult
    ) async throws(IDWiseFailure) {
        guard let taken = current.begin(step) else {
            throw IDWiseFailure(.unexpected, "Another step is being taken.")
        }
        defer { if current.end(taken) { registry.openJourneys.leave(taken.journey, by: line.session) } }
        let result: StepResult
        do throws(IDWiseFailure) {
            result = try await body(taken)
        } catch {
            guard current.isCurrent(taken) else { return }
            throw error
        }
        try await finish(result, of: taken, on: line)
    }

    /// Adds the result of a step to its journey, where that still runs, and tells the page.
    private func finish(
        _ result: StepResult, of taken: CurrentJourney.TakenStep, on line: BridgeLine
    ) async throws(IDWiseFailure) {
        let json = result.json(in: translations())
        if let journey = current.add(json, of: taken) { try await keep(journey) }
        current.ifCurrent(taken) { line.callBack("onStepResult", ["stepId": taken.id, "result": json]) }
    }

    /// The translations into the language of the running journey.
    private func translations() -> Translations { Translations(locale: current.journey?.locale) }

    private func step(_ parameters: BridgeParameters) throws(IDWiseFailure) -> JourneyDefinitions.Step {
        let journey = try running()
        let id: JSONValue
        switch parameters["stepId"] {
        case .string(let text)? where !text.isEmpty: id = .string(text)
        case .integer(let number)?: id = .integer(number)
        // 2.0 is 2.
        case .number(let number, _)?, .exact(let number)?:
            guard let whole = Int(exactly: number) else { throw IDWiseFailure(.invalidStepID) }
            id = .integer(whole)
        default: throw IDWiseFailure(.invalidStepID)
        }
        guard let step = registry.journeyDefinitions.step(id, of: journey.definition)
        else { throw IDWiseFailure(.unknownStep) }
        return step
    }
}

extension [UInt8] {
    /// A JPEG or PNG file, which a page can show as it is.
    fileprivate var isPicture: Bool { starts(with: [0xFF, 0xD8, 0xFF]) || starts(with: [0x89, 0x50, 0x4E, 0x47]) }
}
