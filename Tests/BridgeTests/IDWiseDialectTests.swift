import Bridge
import Chip
import Foundation
import JSON
import LiveScanning
import Reporting
import Testing
import Threads

/// Reads a file when it is told to.
private final class WaitingImages: ImageProvider {
    private struct State: Sendable {
        var reading: CheckedContinuation<Void, Never>?
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let report: MRZReport
    private let state = Monitor(State())

    init(_ report: MRZReport) { self.report = report }

    func documents(in file: [UInt8]) async throws(BridgeError) -> [MRZReport] {
        await withCheckedContinuation { continuation in
            state.update { state in
                state.reading = continuation
                defer { state.waiting = nil }
                return state.waiting
            }?.resume()
        }
        return [report]
    }

    /// Waits until a file is there.
    func begun() async {
        await withCheckedContinuation { continuation in
            let isThere = state.update { state in
                if state.reading == nil { state.waiting = continuation }
                return state.reading != nil
            }
            if isThere { continuation.resume() }
        }
    }

    func goOn() { state.update { $0.reading }?.resume() }
}

@Suite struct IDWiseDialectTests {
    private func call(_ method: String, _ parameters: String = "{}") -> String {
        #"{"method":"\#(method)","params":\#(parameters)}"#
    }

    /// A session with a journey that has just begun.
    private func begun(_ registry: ProviderRegistry) async throws -> Wiretap {
        let line = Wiretap(.idwise, registry)
        try line.write(call("initialize", #"{"clientKey":"k","theme":"dark"}"#))
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"d","referenceNumber":"case 7"}"#))
        _ = try await line.answered()
        return line
    }

    /// The same, and a file of it that is being read.
    private func reading(_ images: WaitingImages) async throws -> Wiretap {
        var registry = ProviderRegistry()
        registry.images = images
        let line = try await begun(registry)
        try line.write(call("startStepFromFileUpload", #"{"stepId":"document","data":"/9j/AA=="}"#))
        await images.begun()
        return line
    }

    private func registry(_ report: MRZReport) -> ProviderRegistry {
        var registry = ProviderRegistry(
            camera: CameraCoordinator(ScriptedCamera(answer: .success(ScanCapture(report: report, jpeg: [1])))))
        registry.images = ScriptedImages(result: .success([report]))
        return registry
    }

    private func code(_ messages: [[String: Any]]) -> Int? {
        messages.last?["event"] as? String == "onError" ? messages.last?.data["code"] as? Int : nil
    }

    private func result(_ messages: [[String: Any]]) throws -> [String: Any] {
        try #require(
            messages.last { $0["event"] as? String == "onStepResult" }?.data["result"] as? [String: Any])
    }

    /// What the person is told is in the language of the journey; where that is not here, in English.
    @Test(
        arguments: [
            ("de-CH", "Das Dokument ist abgelaufen", "Halten Sie"), ("FR", "Le document a expiré", "Présentez"),
            ("es_MX", "El documento ha caducado", "Muestre"), ("xx", "The document has expired", "Hold"),
        ])
    func inTheLanguageOfTheJourney(_ locale: String, title: String, hint: String) async throws {
        let line = Wiretap(.idwise, registry(try Documents.card()))
        try line.write(call("initialize", #"{"clientKey":"k"}"#))
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"d","locale":"\#(locale)"}"#))
        try line.write(call("startStep", #"{"stepId":"identityCard"}"#))
        let messages = try await line.answered()
        #expect(try result(messages)["errorUserFeedbackTitle"] as? String == title)
        let progress = messages.first { $0["event"] as? String == "onStepProgress" }
        #expect((progress?.data["message"] as? String)?.hasPrefix(hint) == true)
    }

    @Test func everySentenceForThePersonIsThereInEveryLanguage() {
        let sentences =
            ScanHint.allCases.map(\.sentence) + ScanRejection.allCases.map(\.sentence)
            + StepResult.Feedback.allCases.map(\.title) + ChipProgress.allCases.map(\.message)
        for language in Translations.languages {
            let translated = Translations(locale: language)
            for sentence in sentences { #expect(translated(sentence) != sentence, "\(language): \(sentence)") }
        }
    }

    @Test func aJourney() async throws {
        let line = try await begun(registry(try Documents.card()))
        #expect(line.lines[0] == #"{"event":"onInitialized","data":{"theme":"dark"}}"#)
        #expect(
            line.lines[1]
                == #"""
                {"event":"onJourneyStarted","data":{"journeyID":"00000000-0000-4000-8000-000000000001",\#
                "journeyId":"00000000-0000-4000-8000-000000000001"}}
                """#)
        try line.write(call("startStep", #"{"stepId":"identityCard"}"#))
        let messages = try await line.answered()
        let names = messages.compactMap { $0["event"] as? String }
        #expect(names.suffix(2) == ["onStepCaptured", "onStepResult"] && names.contains("onStepProgress"))
        #expect(
            messages.first { $0["event"] as? String == "onStepCaptured" }?.data["capturedImage"] as? String == "AQ==")
        let result = try result(messages)
        #expect(result["status"] as? String == "Submitted" && result["nfcResult"] is NSNull)
        let fields = try #require(result["extractedFields"] as? [String: [String: String]])
        #expect(
            fields.mapValues { $0["value"] } == [
                "Full Name": "ANNA MARIA ERIKSSON", "First Name": "ANNA MARIA", "Last Name": "ERIKSSON",
                "Birth Date": "1974-08-12", "Expiry Date": "2012-04-15", "Document Number": "D23145890",
                "Issuing Country": "Utopia", "Issuing Country Code": "UTO", "Nationality": "Utopia",
                "Nationality Code": "UTO", "Sex": "F", "Machine Readable Zone Type": "TD1",
                "Machine Readable Zone":
                    "I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<",
            ])
        #expect(
            result["recognition"] as? [String: String] == [
                "document_type": "I", "issuing_country_code": "UTO", "issuing_country_name": "Utopia",
            ])
        try line.write(call("finishDynamicJourney"))
        let summary = try #require(try await line.answered().last)
        #expect(summary["event"] as? String == "onJourneyFinished" && summary.data["isCompleted"] as? Bool == true)
        let steps = try #require(summary.data["stepSummaries"] as? [[String: Any]])
        #expect(steps.compactMap { $0["definition"] as? [String: String] } == [["stepId": "identityCard"]])
    }

    /// A reader that is there reads the chip of a document that was verified, and what it is doing is told. Contract
    /// 003, nfcResult.
    @Test func theChipOfTheDocument() async throws {
        var registry = registry(try Documents.card())
        let chips = ScriptedChips(.success("passport"), face: ChipCapture.Face(mimeType: "image/jpeg", bytes: [1, 2]))
        registry.nfc = chips
        let line = Wiretap(.idwise, registry)
        try line.write(call("initialize", #"{"clientKey":"k"}"#))
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"d","locale":"de"}"#))
        try line.write(call("startStep", #"{"stepId":"identityCard"}"#))
        let messages = try await line.answered()
        let told = messages.filter { $0["event"] as? String == "onStepProgress" }.suffix(2)
        #expect(told.compactMap { $0.data["stateIndex"] as? Int } == [0, 7])
        #expect(told.last?.data["message"] as? String == "Fertig.")
        let result = try #require(try result(messages)["nfcResult"] as? [String: Any])
        let face = try #require(result["facePhoto"] as? [String: String])
        #expect(face == ["mimeType": "image/jpeg", "data": "AQI="])
        #expect((result["proof"] as? [String: String]) == ["status": "genuine"])
        let request = try #require(chips.requests.update { $0 }.first)
        #expect(request.wantsFace && request.keys != nil)
    }

    /// What holds and has not expired passes; everything else is told by a code.
    @Test(
        arguments: [("360101", nil), ("120415", "DOCUMENT_EXPIRED")] as [(String, String?)])
    func rules(_ expiry: String, _ feedback: String?) async throws {
        let line = try await begun(registry(try Documents.card(expiry: expiry)))
        try line.write(call("startStep", #"{"stepId":"document"}"#))
        let result = try result(try await line.answered())
        #expect(result["hasPassedRules"] as? Bool == (feedback == nil))
        // Whatever came of it, nothing more is done about it. Contract 003: processing has been completed.
        #expect(result["isConcluded"] as? Bool == true && result["status"] as? String == "Submitted")
        #expect(result["errorUserFeedbackCode"] as? String == feedback)
        #expect((result["errorUserFeedbackTitle"] is NSNull) == (feedback == nil))
    }

    @Test func filesAreReadWhateverTheyShow() async throws {
        let refused = try Documents.refusedPassport()
        var registry = registry(refused)
        let upload = call("startStepFromFileUpload", #"{"stepId":"passport","data":"AQ=="}"#)
        var line = try await begun(registry)
        try line.write(upload)
        var told = try result(try await line.answered())
        #expect(told["hasPassedRules"] as? Bool == false && told["status"] as? String == "Submitted")
        #expect(told["errorUserFeedbackCode"] as? String == "MRZ_NOT_VERIFIED")
        // The passport that was meant, not the card before it.
        registry.images = ScriptedImages(result: .success([try Documents.card(), try Documents.passport()]))
        line = try await begun(registry)
        try line.write(upload)
        told = try result(try await line.answered())
        #expect((told["recognition"] as? [String: String])?["document_type"] == "P")
        registry.images = ScriptedImages(result: .success([try Documents.card()]))
        line = try await begun(registry)
        try line.write(upload)
        #expect(try result(try await line.answered())["errorUserFeedbackCode"] as? String == "WRONG_DOCUMENT")
        registry.images = ScriptedImages(result: .success([]))
        line = try await begun(registry)
        try line.write(upload)
        told = try result(try await line.answered())
        #expect(told["status"] as? String == "Not Submitted" && told["recognition"] is NSNull)
        #expect(told["errorUserFeedbackCode"] as? String == "MRZ_NOT_FOUND")
        registry.images = ScriptedImages(result: .failure(BridgeError(.invalidData, "no picture")))
        line = try await begun(registry)
        try line.write(upload)
        #expect(code(try await line.answered()) == 11)
    }

    @Test func theLimitOfFiles() async throws {
        let line = try await begun(registry(try Documents.card()))
        func upload(_ count: Int) async throws -> Int? {
            let data = Data(repeating: 7, count: count).base64EncodedString()
            try line.write(call("startStepFromFileUpload", #"{"stepId":"document","data":"\#(data)"}"#))
            return code(try await line.answered())
        }
        #expect(try await upload(4 << 20) == nil)
        #expect(try await upload((4 << 20) + 1) == 45)
    }

    @Test(
        arguments: [
            ("startStep", "{}", 70), ("startStep", #"{"stepId":""}"#, 70), ("startStep", #"{"stepId":"10"}"#, 66),
            ("startStep", #"{"stepId":10}"#, 66), ("startStep", #"{"stepId":1.5}"#, 70),
            ("initialize", #"{"clientKey":"k","theme":"pink"}"#, 11),
            ("finishDynamicJourney", #"{"journeyId":"INVALID"}"#, 11),
            ("finishDynamicJourney", #"{"journeyId":""}"#, 11), ("getJourneySummary", #"{"journeyId":"other"}"#, 11),
            ("cancelJourney", #"{"journeyId":"other"}"#, 11),
            ("startStepFromFileUpload", #"{"stepId":"visa"}"#, 11),
            ("startStepFromFileUpload", #"{"stepId":"visa","data":"?"}"#, 11),
            ("startDynamicJourney", "{}", 11), ("initialize", "{}", 11), ("resumeDynamicJourney", "{}", 44),
            ("resumeDynamicJourney", #"{"journeyId":"nobody's"}"#, 11), ("startJourney", "{}", 55),
            ("startFaceScan", "{}", 55),
        ])
    func errors(_ method: String, _ parameters: String, _ number: Int) async throws {
        let line = try await begun(registry(try Documents.card()))
        try line.write(call(method, parameters))
        #expect(code(try await line.answered()) == number)
    }

    @Test(arguments: ["startStep", "startDynamicJourney", "getJourneySummary", "sing"])
    func nothingBeforeTheHostIsInitialized(_ method: String) async throws {
        let line = Wiretap(.idwise, ProviderRegistry())
        try line.write(call(method))
        #expect(code(try await line.answered()) == 22)
    }

    @Test(arguments: ["startStep", "getJourneySummary", "finishDynamicJourney", "cancelJourney"])
    func nothingWithoutAJourney(_ method: String) async throws {
        let line = try await begun(registry(try Documents.card()))
        try line.write(call("cancelJourney"))
        #expect(try await line.answered().last?["event"] as? String == "onJourneyCancelled")
        try line.write(call(method, #"{"stepId":"visa"}"#))
        #expect(code(try await line.answered()) == 55)
    }

    @Test func aJourneyGoesOnInAnotherSession() async throws {
        let registry = registry(try Documents.card())
        let first = try await begun(registry)
        try first.write(call("startStep", #"{"stepId":"document"}"#))
        let id = try #require(try await first.answered()[1].data["journeyId"] as? String)
        try first.session.close()
        let second = Wiretap(.idwise, registry)
        try second.write(call("initialize", #"{"clientKey":"k"}"#))
        try second.write(call("resumeDynamicJourney", #"{"journeyId":"\#(id)"}"#))
        let resumed = try #require(try await second.answered().last)
        #expect(resumed["event"] as? String == "onJourneyResumed" && resumed.data["isCompleted"] as? Bool == false)
        #expect((resumed.data["stepSummaries"] as? [Any])?.count == 1)
        try second.write(call("startStep", #"{"stepId":"visa"}"#))
        try second.write(call("getJourneySummary"))
        _ = try await second.answered()
        #expect(second.lines.contains { $0.contains("onJourneySummary") })
    }

    @Test func aStepThatFindsNothing() async throws {
        let late = BridgeError(.scanFailed, "No document in time.")
        let camera = ScriptedCamera(answer: .failure(late))
        let line = try await begun(ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.write(call("startStep", #"{"stepId":"document"}"#))
        let told = try result(try await line.answered())
        #expect(told["status"] as? String == "Not Submitted")
        #expect(told["errorUserFeedbackDetails"] as? String == "No document in time.")
        #expect(!line.lines.contains { $0.contains("onStepCaptured") })
    }

    @Test func oneStepAtATime() async throws {
        let camera = ScriptedCamera()
        let line = try await begun(ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.write(call("startStep", #"{"stepId":"document"}"#))
        await camera.begun()
        try line.write(call("startStep", #"{"stepId":"visa"}"#))
        // Of the initialization, the journey, the progress and the error.
        _ = try await line.sent(4)
        #expect(line.lines.contains { $0.contains(#""code":-101,"message":"Another step is being taken.""#) })
        try line.session.close()
        try await line.session.finished()
    }

    /// Another journey ends the step of the one before: its document is not told in the new one, nor anything else.
    @Test(arguments: ["startDynamicJourney", "resumeDynamicJourney"])
    func anotherJourneyBegins(_ method: String) async throws {
        let camera = ScriptedCamera()
        let line = try await begun(ProviderRegistry(camera: CameraCoordinator(camera)))
        let first = try #require(try await line.answered().last?.data["journeyId"] as? String)
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"d"}"#))
        _ = try await line.answered()
        try line.write(call("startStep", #"{"stepId":"document"}"#))
        await camera.begun()
        let before = try await line.sent(4).count
        try line.write(call(method, #"{"journeyDefinitionId":"d","journeyId":"\#(first)"}"#))
        // In the new one a step may be begun at once.
        try line.write(call("startStep", #"{"stepId":"visa"}"#))
        await camera.begun(2)
        camera.end(.success(ScanCapture(report: try Documents.card(), jpeg: [1])))
        let told = try await line.answered().dropFirst(before)
        #expect(told.allSatisfy { $0.data["stepId"] as? String != "document" })
        let results = told.filter { $0["event"] as? String == "onStepResult" }
        #expect(results.count == 1 && results.first?.data["stepId"] as? String == "visa")
        try line.write(call("getJourneySummary"))
        let steps = try await line.answered().last?.data["stepSummaries"] as? [[String: Any]]
        #expect(steps?.count == 1)
    }

    /// A file that is still being read belongs to the journey that it was handed over in.
    @Test func aFileOfTheJourneyBefore() async throws {
        let images = WaitingImages(try Documents.card())
        let line = try await reading(images)
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"d"}"#))
        _ = try await line.sent(3)
        images.goOn()
        let told = try await line.answered()
        #expect(told.map { $0["event"] as? String } == ["onInitialized", "onJourneyStarted", "onJourneyStarted"])
    }

    /// A file that is being read has its result before its journey is complete, and the result counts.
    @Test func aJourneyIsCompleteAfterItsStep() async throws {
        let images = WaitingImages(try Documents.card())
        let line = try await reading(images)
        // Two at once: one of them is refused when the other waits for the step.
        for _ in 0..<2 { try line.write(call("finishDynamicJourney")) }
        #expect(code(try await line.sent(3)) == 11)
        images.goOn()
        let told = try await line.answered()
        #expect(
            told.suffix(3).compactMap { $0["event"] as? String } == [
                "onStepCaptured", "onStepResult", "onJourneyFinished",
            ])
        #expect((told.last?.data["stepSummaries"] as? [Any])?.count == 1)
    }

    /// One session at a time goes through a journey, and it is completed once.
    @Test func aJourneyOfAnotherSession() async throws {
        let registry = registry(try Documents.card())
        let first = try await begun(registry)
        let id = try #require(try await first.answered().last?.data["journeyId"] as? String)
        let second = Wiretap(.idwise, registry)
        try second.write(call("initialize", #"{"clientKey":"k"}"#))
        for method in ["resumeDynamicJourney", "finishDynamicJourney"] {
            try second.write(call(method, #"{"journeyId":"\#(id)"}"#))
            #expect(code(try await second.answered()) == 11)
        }
        // It can be asked about, and goes on where it is.
        try second.write(call("getJourneySummary", #"{"journeyId":"\#(id)"}"#))
        #expect(try await second.answered().last?["event"] as? String == "onJourneySummary")
        try first.write(call("startStep", #"{"stepId":"document"}"#))
        #expect(try result(try await first.answered())["status"] as? String == "Submitted")
        // Once it is left, the other one may go on with it.
        try first.write(call("cancelJourney"))
        _ = try await first.answered()
        try second.write(call("resumeDynamicJourney", #"{"journeyId":"\#(id)"}"#))
        #expect(try await second.answered().last?["event"] as? String == "onJourneyResumed")
        try first.write(call("resumeDynamicJourney", #"{"journeyId":"\#(id)"}"#))
        #expect(code(try await first.answered()) == 11)
        for isFirst in [true, false] {
            try second.write(call("finishDynamicJourney", #"{"journeyId":"\#(id)"}"#))
            let last = try #require(try await second.answered().last)
            #expect(last["event"] as? String == (isFirst ? "onJourneyFinished" : "onError"))
        }
        try first.write(call("finishDynamicJourney", #"{"journeyId":"\#(id)"}"#))
        #expect(code(try await first.answered()) == 11)
    }

    /// Two orders to complete a journey at once: one is obeyed.
    @Test func completedOnce() async throws {
        let line = try await begun(registry(try Documents.card()))
        for _ in 0..<2 { try line.write(call("finishDynamicJourney")) }
        let told = try await line.answered().compactMap { $0["event"] as? String }
        #expect(told.filter { $0 == "onJourneyFinished" }.count == 1 && told.filter { $0 == "onError" }.count == 1)
    }

    /// What answers a call carries its id, whichever of several that wait it is.
    @Test func idsOfCalls() async throws {
        let line = try await begun(registry(try Documents.card()))
        let before = try await line.answered().count
        try line.write(#"{"method":"startStep","params":{"stepId":"99"},"id":"a"}"#)
        try line.write(#"{"method":"getJourneySummary","id":7}"#)
        try line.write(call("startStep", #"{"stepId":"98"}"#))
        let told = try await line.answered().dropFirst(before)
        #expect(
            Set(told.map { "\($0["event"] ?? "") \($0["id"] ?? "")" })
                == ["onError a", "onJourneySummary 7", "onError "])
    }

    /// Nothing that this protocol says is longer than a file that is too large.
    @Test func aMessageThatIsTooLong() async throws {
        let line = try await begun(registry(try Documents.card()))
        try line.write(String(repeating: " ", count: (16 << 20) + 1))
        #expect(code(try await line.answered()) == 45)
    }

    /// A number is the same however it is written.
    @Test(arguments: [("2.0", nil), ("2e0", nil), ("2.5", 70), ("-0.5", 70), ("1e300", 70), ("true", 70)])
    func numbersOfSteps(_ id: String, _ problem: Int?) async throws {
        let line = try await begun(registry(try Documents.passport()))
        try line.write(call("startStep", #"{"stepId":\#(id)}"#))
        let told = try await line.answered()
        #expect(code(told) == problem)
        if problem == nil { #expect(told.last?.data["stepId"] as? Int == 2) }
    }

    /// Ids as the contract has them: texts in calls, whole numbers in callbacks and summaries.
    @Test(arguments: ["2", #""2""#])
    func numberedSteps(_ id: String) async throws {
        let line = try await begun(registry(try Documents.passport()))
        try line.write(call("startStep", #"{"stepId":\#(id)}"#))
        let messages = try await line.answered()
        #expect(messages.last?.data["stepId"] as? Int == 2)
        #expect(messages.first { $0["event"] as? String == "onStepCaptured" }?.data["stepId"] as? Int == 2)
        try line.write(call("getJourneySummary"))
        let steps = try await line.answered().last?.data["stepSummaries"] as? [[String: Any]]
        #expect(steps?.compactMap { $0["definition"] as? [String: Int] } == [["stepId": 2]])
    }

    @Test func definitions() async throws {
        var registry = registry(try Documents.passport())
        let file = #"""
            {"journeys":[{"journeyDefinitionId":"kyc","steps":[{"stepId":10,"documentType":"passport"},
                {"stepId":"twenty","documentType":"visa","countryCode":"UTO"}]}]}
            """#
        registry.journeyDefinitions = try JourneyDefinitions(try JSONValue(parsing: Array(file.utf8)))
        let line = Wiretap(.idwise, registry)
        try line.write(call("initialize", #"{"clientKey":"k"}"#))
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"other"}"#))
        #expect(code(try await line.answered()) == 11)
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"kyc","referenceNo":"7","locale":"pt"}"#))
        _ = try await line.answered()
        for (id, number) in [("1", 66), (#""passport""#, 66)] {
            try line.write(call("startStep", #"{"stepId":\#(id)}"#))
            #expect(code(try await line.answered()) == number)
        }
        try line.write(call("startStep", #"{"stepId":"10"}"#))
        _ = try await line.answered()
        try line.write(call("getJourneySummary"))
        let steps = try #require(try await line.answered().last?.data["stepSummaries"] as? [[String: Any]])
        #expect((steps[0]["definition"] as? [String: Int]) == ["stepId": 10] && steps[0]["result"] is [String: Any])
        #expect((steps[1]["definition"] as? [String: String]) == ["stepId": "twenty"] && steps[1]["result"] is NSNull)
    }

    /// A journey has passed when every step that it lists has: one that nobody took is no step that passed, and one of
    /// another journey is refused.
    @Test(
        arguments: [
            ([], false), (["10"], false), ([#""back""#], false), (["10", #""back""#], true),
            ([#""back""#, "10", "10"], true), (["10", "30"], false), (["10", #""back""#, "30"], true),
        ] as [([String], Bool)])
    func everyStepIsToBeTaken(_ taken: [String], _ hasPassed: Bool) async throws {
        var registry = registry(try Documents.card(expiry: "360101"))
        let file = #"""
            {"journeys":[{"journeyDefinitionId":"d","steps":[{"stepId":10,"documentType":"id_card"},
                {"stepId":"back"}]},{"journeyDefinitionId":"e","steps":[{"stepId":30}]}]}
            """#
        registry.journeyDefinitions = try JourneyDefinitions(try JSONValue(parsing: Array(file.utf8)))
        let watch = Monitor(OutcomeWatch())
        let line = Wiretap(.idwise, registry) { event in watch.update { $0.hear(event) } }
        try line.write(call("initialize", #"{"clientKey":"k"}"#))
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"d"}"#))
        for id in taken {
            try line.write(call("startStep", #"{"stepId":\#(id)}"#))
            _ = try await line.answered()
        }
        try line.write(call("finishDynamicJourney"))
        _ = try await line.answered()
        #expect(watch.update { $0.outcome?.description } == (hasPassed ? "success" : "failure(UNKNOWN)"))
    }

    @Test(
        arguments: [
            "{}", "[]", #"{"journeys":[{}]}"#, #"{"journeys":[{"journeyDefinitionId":"a","steps":[]}]}"#,
            #"{"journeys":[{"journeyDefinitionId":"a","steps":[{"stepId":1.5}]}]}"#,
            #"{"journeys":[{"journeyDefinitionId":"a","steps":[{"stepId":1},{"stepId":1}]}]}"#,
            #"{"journeys":[{"journeyDefinitionId":"a","steps":[{"stepId":1},{"stepId":"1"}]}]}"#,
            #"{"journeys":[{"journeyDefinitionId":"a","steps":[{"stepId":1,"documentType":"aadhaar"}]}]}"#,
            #"{"journeys":[{"journeyDefinitionId":"a","steps":[{"stepId":1,"documentTyp":"passport"}]}]}"#,
            #"{"journeys":[{"journeyDefinitionId":"a","step":[],"steps":[{"stepId":1}]}]}"#,
            #"{"journeys":[{"journeyDefinitionId":"a","steps":[{"stepId":1}]},{"journeyDefinitionId":"a","steps":[{"stepId":1}]}]}"#,
        ])
    func noDefinitions(_ text: String) throws {
        let json = try JSONValue(parsing: Array(text.utf8))
        #expect(throws: JourneyDefinitionError.self) { try JourneyDefinitions(json) }
    }

    @Test func aKeyThatIsMistyped() throws {
        let text = #"{"journeys":[{"journeyDefinitionId":"a","steps":[{"stepId":1,"documentTyp":"passport"}]}]}"#
        let json = try JSONValue(parsing: Array(text.utf8))
        let error = #expect(throws: JourneyDefinitionError.self) { try JourneyDefinitions(json) }
        #expect(error?.description == "A step has the unknown key documentTyp.")
    }

    /// A call names a step by number or as a text, whichever of the two its definition has.
    @Test func eitherNameOfAStep() async throws {
        var registry = registry(try Documents.passport())
        let file = #"{"journeys":[{"journeyDefinitionId":"d","steps":[{"stepId":"10"},{"stepId":20}]}]}"#
        registry.journeyDefinitions = try JourneyDefinitions(try JSONValue(parsing: Array(file.utf8)))
        let line = try await begun(registry)
        for (id, told) in [("10", #""10""#), (#""10""#, #""10""#), ("20", "20"), (#""20""#, "20")] {
            try line.write(call("startStep", #"{"stepId":\#(id)}"#))
            _ = try await line.answered()
            let last = try #require(line.lines.last)
            #expect(last.hasPrefix(#"{"event":"onStepResult","data":{"stepId":\#(told),"#), "\(id)")
        }
    }

    /// Each journey by its id: what is complete stays complete, and can be asked about for ever.
    @Test func idsAreHonoured() async throws {
        let line = try await begun(registry(try Documents.card()))
        let id = try #require(try await line.answered()[1].data["journeyId"] as? String)
        try line.write(call("startStep", #"{"stepId":"document"}"#))
        _ = try await line.answered()
        try line.write(call("startDynamicJourney", #"{"journeyDefinitionId":"d"}"#))
        let second = try #require(try await line.answered().last?.data["journeyId"] as? String)
        try line.write(call("finishDynamicJourney", #"{"journeyId":"\#(id)"}"#))
        let finished = try #require(try await line.answered().last)
        #expect(finished["event"] as? String == "onJourneyFinished" && finished.data["journeyId"] as? String == id)
        #expect((finished.data["stepSummaries"] as? [Any])?.count == 1)
        for (name, isComplete) in [(id, true), (second, false)] {
            try line.write(call("getJourneySummary", #"{"journeyId":"\#(name)"}"#))
            let summary = try #require(try await line.answered().last?.data)
            #expect(summary["journeyId"] as? String == name && summary["isCompleted"] as? Bool == isComplete)
        }
        for method in ["resumeDynamicJourney", "finishDynamicJourney"] {
            try line.write(call(method, #"{"journeyId":"\#(id)"}"#))
            #expect(code(try await line.answered()) == 11)
        }
        try line.write(call("finishDynamicJourney", #"{"journeyId":"\#(second)"}"#))
        #expect(try await line.answered().last?.data["isCompleted"] as? Bool == true)
    }

    /// The camera's own errors are errors of the journey; a document of another kind is a result of the step.
    @Test(
        arguments: [
            (BridgeError.Code.cameraPermissionDenied, nil, nil), (.cameraError, nil, nil),
            (.scanFailed, "otherDocumentType", "WRONG_DOCUMENT"), (.scanFailed, "otherCountry", "WRONG_DOCUMENT"),
            (.scanFailed, "notVerified", "MRZ_NOT_VERIFIED"), (.scanFailed, "noDocument", "MRZ_NOT_FOUND"),
        ] as [(BridgeError.Code, String?, String?)])
    func whyAStepFails(_ problem: BridgeError.Code, _ reason: String?, _ feedback: String?) async throws {
        let error = BridgeError(problem, "This is why.", details: reason.map { ["reason": .string($0)] })
        let line = try await begun(ProviderRegistry(camera: CameraCoordinator(ScriptedCamera(answer: .failure(error)))))
        try line.write(call("startStep", #"{"stepId":"visa"}"#))
        let last = try #require(try await line.answered().last)
        if let feedback {
            #expect((last.data["result"] as? [String: Any])?["errorUserFeedbackCode"] as? String == feedback)
        } else {
            #expect(code([last]) == -101 && last.data["message"] as? String == "This is why.")
        }
    }

    /// A person who shows the wrong document until time is up hears that, and not that there was none.
    @Test func theWrongDocumentUntilTheEnd() async throws {
        let time = TestEnvironment()
        let camera = ScriptedCamera()
        let desk = CameraCoordinator(camera, environment: time.environment)
        let line = try await begun(ProviderRegistry(camera: desk))
        try line.write(call("startStep", #"{"stepId":"visa"}"#))
        await camera.begun()
        camera.show(.twoMRZLines, .reading, rejection: .otherDocumentType)
        try line.write(call("getJourneySummary"))
        let told = try await line.sent(5)
        let summary = try #require(told.last { $0["event"] as? String == "onJourneySummary" })
        let steps = try #require(summary.data["stepSummaries"] as? [[String: Any]])
        #expect((steps[0]["result"] as? [String: Any])?["status"] as? String == "In Progress")
        await time.pass(.seconds(120))
        #expect(try result(try await line.answered())["errorUserFeedbackCode"] as? String == "WRONG_DOCUMENT")
    }

    /// What was handed over is what was captured, where a page can show it.
    @Test func uploadsAreCapturedToo() async throws {
        let line = try await begun(registry(try Documents.card()))
        for (file, image) in [("/9j/AA==", "/9j/AA=="), ("JVBERi0=", nil)] {
            try line.write(call("startStepFromFileUpload", #"{"stepId":"document","data":"\#(file)"}"#))
            let captured = try #require(try await line.answered().last { $0["event"] as? String == "onStepCaptured" })
            #expect(captured.data["capturedImage"] as? String == image)
        }
    }

    @Test func whatIsNoCallIsDropped() async throws {
        let line = Wiretap(.idwise, ProviderRegistry())
        for text in ["", "[]", "{}", #"{"method":7}"#] { try line.write(text) }
        #expect(try await line.answered().isEmpty)
    }
}
