import Bridge
import JSON
import LiveScanning
import MRZParsing
import Testing
import Threads

@Suite struct CameraCoordinatorTests {
    private func states(_ messages: [[String: Any]]) -> [Int] {
        messages.filter { $0["event"] as? String == "scanProgress" }.compactMap { $0.data["stateIndex"] as? Int }
    }

    @Test func fromNothingToADocument() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.ask("camera", "scanMRZ")
        await camera.begun()
        camera.show(.textDetected, .moveCloser)
        camera.show(.oneMRZLine, .reading)
        camera.end(.success(ScanCapture(report: try Documents.passport())))
        let messages = try await line.answered()
        #expect(states(messages) == [0, 1, 2, 3])
        #expect(
            messages.map { $0.data["hint"] as? String ?? "" } == ["showDocument", "moveCloser", "reading", "done", ""])
        #expect(messages[1].data["name"] as? String == "TEXT_DETECTED")
        #expect(messages[1].data["message"] as? String == "Move closer.")
        #expect(messages[1].data["requestId"] as? String == "scanMRZ")
        #expect(messages.last?.data["documentNumber"] as? String == "L898902C3")
    }

    /// There is one camera: another page waits its turn.
    @Test func oneAtATime() async throws {
        let camera = ScriptedCamera()
        let registry = ProviderRegistry(camera: CameraCoordinator(camera))
        let (line, other) = (Wiretap(registry), Wiretap(registry))
        try line.ask("camera", "scanMRZ", id: "first")
        await camera.begun()
        #expect(try await other.answer("camera", "scanMRZ").code == "MRZ_SCAN_IN_PROGRESS")
        camera.end(.success(ScanCapture(report: try Documents.passport())))
        let answers = try await line.answered().filter { $0["type"] as? String == "response" }
        #expect(answers.first { $0["requestId"] as? String == "first" }?.isSuccess == true)
        // And then the next.
        try other.ask("camera", "scanMRZ", id: "third")
        await camera.begun(2)
        camera.end(.success(ScanCapture(report: try Documents.passport())))
        #expect(try await other.answered().last?.isSuccess == true && camera.scans == 2)
    }

    /// A page that gave up after 30 seconds and asks again is not kept out by its own first question. Contract 001.
    @Test func askingAgainReplacesTheFirst() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        for (number, id) in ["first", "second", "third"].enumerated() {
            try line.ask("camera", "scanMRZ", id: id)
            await camera.begun(number + 1)
        }
        camera.end(.success(ScanCapture(report: try Documents.passport())))
        let answers = try await line.answered().filter { $0["type"] as? String == "response" }
        func answer(_ id: String) -> [String: Any]? { answers.first { $0["requestId"] as? String == id } }
        #expect(answer("first")?.code == "MRZ_SCAN_CANCELLED" && answer("second")?.code == "MRZ_SCAN_CANCELLED")
        #expect(answer("third")?.isSuccess == true && camera.scans == 3)
    }

    /// A scan that takes another's place can be stopped before the camera is free, and then never opens it.
    @Test func aReplacementIsStoppedToo() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.ask("camera", "scanMRZ", id: "first")
        await camera.begun()
        try line.ask("camera", "scanMRZ", id: "second")
        try line.ask("camera", "stopCamera")
        let answers = try await line.answered().filter { $0["type"] as? String == "response" }
        #expect(answers.count == 3 && answers.count { $0.code == "MRZ_SCAN_CANCELLED" } == 2)
    }

    @Test func timeRunsOut() async throws {
        let time = TestEnvironment()
        let camera = ScriptedCamera()
        let desk = CameraCoordinator(camera, environment: time.environment)
        let line = Wiretap(ProviderRegistry(camera: desk), time: time)
        try line.ask("camera", "scanMRZ")
        await camera.begun()
        await time.pass(.seconds(119))
        #expect(line.lines.count == 1)
        await time.pass(.seconds(1))
        let answer = try #require(try await line.answered().last)
        #expect(answer.code == "MRZ_SCAN_FAILED")
        let error = try #require(answer["error"] as? [String: Any])
        #expect((error["details"] as? [String: Any])?["reason"] as? String == "timeout")
    }

    @Test func stoppingIsIdempotent() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        #expect(try await line.answer("camera", "stopCamera").isSuccess)
        try line.ask("camera", "scanMRZ")
        await camera.begun()
        let stopped = try await line.answer("camera", "stopCamera")
        #expect(stopped.isSuccess && stopped.keys.contains("data"))
        #expect(try await line.answer("camera", "stopCamera").isSuccess)
        #expect(
            try await line.answered().first { $0["requestId"] as? String == "scanMRZ" }?.code == "MRZ_SCAN_CANCELLED")
    }

    @Test func dismissingStopsTheScan() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.ask("camera", "scanMRZ")
        await camera.begun()
        #expect(try await line.answer("lifecycle", "dismiss").isSuccess)
        #expect(try await line.answered().contains { $0.code == "MRZ_SCAN_CANCELLED" })
    }

    @Test func whatAProviderThrowsReachesThePage() async throws {
        let error = BridgeError(.cameraPermissionDenied, "This user may not use the camera.")
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(ScriptedCamera(answer: .failure(error)))))
        #expect(try await line.answer("camera", "scanMRZ").code == "CAMERA_PERMISSION_DENIED")
    }

    /// Whatever a provider gives, an unverified document is never an answer.
    @Test func nothingUnverifiedGetsOut() async throws {
        let camera = ScriptedCamera(answer: .success(ScanCapture(report: try Documents.refusedPassport())))
        let answer = try await Wiretap(ProviderRegistry(camera: CameraCoordinator(camera))).answer("camera", "scanMRZ")
        let error = try #require(answer["error"] as? [String: Any])
        #expect(answer.code == "MRZ_SCAN_FAILED" && !"\(answer)".contains("ERIKSSON"))
        let details = try #require(error["details"] as? [String: Any])
        #expect(details["reason"] as? String == "notVerified" && details["objections"] as? [String] == ["checkDigit"])
    }

    @Test func noOtherDocumentThanTheOneAskedFor() async throws {
        let camera = ScriptedCamera(answer: .success(ScanCapture(report: try Documents.passport())))
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        #expect(try await line.answer("camera", "scanMRZ", #"{"documentType":"id_card"}"#).code == "MRZ_SCAN_FAILED")
        #expect(try await line.answer("camera", "scanMRZ", #"{"countryCode":"DEU"}"#).code == "MRZ_SCAN_FAILED")
        #expect(try await line.answer("camera", "scanMRZ", #"{"documentType":"p","countryCode":"uto"}"#).isSuccess)
    }

    @Test func nothingIsSaidAfterTheEnd() async throws {
        let camera = ScriptedCamera(answer: .success(ScanCapture(report: try Documents.passport())))
        let told = Monitor(0)
        let desk = CameraCoordinator(camera, environment: TestEnvironment().environment)
        _ = try await desk.scan(.init(), for: SessionIdentity()) { _ in told.update { $0 += 1 } }
        let before = told.update { $0 }
        camera.show(.textDetected, .holdStill)
        #expect(told.update { $0 } == before && before == 2)
    }
}
