import Bridge
import Foundation
import JSON
import Testing
import Threads

@Suite struct GBGDialectTests {
    private func ask(_ action: String, _ payload: String = "{}", id: String = "c1") -> String {
        #"{"type":"request","action":"\#(action)","correlationId":"\#(id)","version":"1.0","payload":\#(payload)}"#
    }

    private func line(_ camera: ScriptedCamera) -> Wiretap {
        Wiretap(.gbg, ProviderRegistry(camera: CameraCoordinator(camera)))
    }

    @Test(
        arguments: [(.granted, true, "granted"), (.denied, true, "denied"), (.missing, false, "unavailable")]
            as [(CameraAccess, Bool, String)])
    func capabilities(_ access: CameraAccess, _ isThere: Bool, _ permission: String) async throws {
        let line = line(ScriptedCamera(access: access))
        try line.write(ask("capabilities"))
        _ = try await line.answered()
        #expect(
            line.lines == [
                #"""
                {"type":"response","version":"1.0","action":"capabilities","correlationId":"c1","status":"success",\#
                "data":{"hostVersion":"1.0.0","capabilities":[{"name":"camera.document","version":"1.0",\#
                "hardwareAvailable":\#(isThere),"permissionState":"\#(permission)"}]}}
                """#
            ])
    }

    @Test func aDocumentWithItsPicture() async throws {
        let capture = ScanCapture(report: try Documents.passport(), jpeg: [0xFF, 0xD8, 0xFF])
        let camera = ScriptedCamera(answer: .success(capture))
        let line = line(camera)
        try line.write(ask("camera.document", #"{"documentType":"passport"}"#))
        let answer = try #require(try await line.answered().last)
        #expect(camera.expectation == ScanExpectation(document: .passport, wantsPicture: true))
        #expect(answer["status"] as? String == "success" && answer["correlationId"] as? String == "c1")
        #expect((answer.data["document"] as? [String: Any])?["documentNumber"] as? String == "L898902C3")
        let image = try #require(answer.data["image"] as? [String: String])
        #expect(image == ["mimeType": "image/jpeg", "data": "/9j/"])
        #expect(answer.data["permissionState"] as? String == "granted")
    }

    /// No picture is made up where there is none.
    @Test func aDocumentWithoutPicture() async throws {
        let line = line(ScriptedCamera(answer: .success(ScanCapture(report: try Documents.passport()))))
        try line.write(ask("camera.document"))
        let answer = try #require(try await line.answered().last)
        #expect(answer.data["image"] == nil && answer.data["document"] != nil)
    }

    @Test func busyAndCancelled() async throws {
        let camera = ScriptedCamera()
        let line = line(camera)
        try line.write(ask("camera.document", id: "first"))
        await camera.begun()
        try line.write(ask("camera.document", id: "second"))
        try line.write(ask("camera.cancel", id: "third"))
        let answers = try await line.answered().filter { $0["type"] as? String == "response" }
        func answer(_ id: String) -> [String: Any]? { answers.first { $0["correlationId"] as? String == id } }
        #expect(answer("second")?.code == "BUSY")
        #expect((answer("second")?["error"] as? [String: Any])?["recoverable"] as? Bool == true)
        #expect(answer("first")?["status"] as? String == "cancelled")
        #expect(answer("first")?.data["reason"] as? String == "user_dismissed")
        #expect(answer("third")?["status"] as? String == "success")
    }

    @Test(
        arguments: [
            ("nfc.read", "NFC_NOT_AVAILABLE"), ("face.liveness", "UNSUPPORTED_ACTION"), ("", "UNSUPPORTED_ACTION"),
        ])
    func unsupported(_ action: String, _ code: String) async throws {
        let line = line(ScriptedCamera())
        try line.write(ask(action))
        let answer = try #require(try await line.answered().first)
        #expect(answer["status"] as? String == "unsupported" && answer.code == code)
        #expect((answer["error"] as? [String: Any])?["recoverable"] as? Bool == false)
    }

    @Test func whatCanBeRecoveredFrom() async throws {
        func recoverable(_ result: Result<ScanCapture, BridgeError>, _ payload: String = "{}") async throws -> Bool? {
            let line = line(ScriptedCamera(answer: result))
            try line.write(ask("camera.document", payload))
            return (try await line.answered().last?["error"] as? [String: Any])?["recoverable"] as? Bool
        }
        let timeout = BridgeError(.scanFailed, "late", details: ["reason": "timeout"])
        let refused = ScanCapture(report: try Documents.refusedPassport())
        #expect(try await recoverable(.failure(timeout)) == true)
        #expect(try await recoverable(.success(refused)) == true)
        #expect(try await recoverable(.failure(BridgeError(.cameraError, "lost"))) == true)
        #expect(try await recoverable(.failure(BridgeError(.cameraPermissionDenied, "no"))) == false)
        #expect(try await recoverable(.failure(timeout), #"{"countryCode":"Utopia"}"#) == false)
    }

    /// The envelope of contract 002 is answered in kind: `payload.action`, `payload.data`, `correlationId`.
    @Test func theEnvelope() async throws {
        let capture = ScanCapture(report: try Documents.passport(), jpeg: [0xFF])
        let camera = ScriptedCamera(answer: .success(capture))
        let line = line(camera)
        try line.write(
            #"{"type":"request","correlationId":"c1","payload":{"action":"camera.document","data":{"documentType":"p"}}}"#
        )
        let messages = try await line.answered()
        #expect(camera.expectation?.document == .passport)
        let progress = try #require(messages.first?["payload"] as? [String: Any])
        #expect(messages.first?["type"] as? String == "event" && progress["action"] as? String == "camera.progress")
        #expect((progress["data"] as? [String: Any])?["stateIndex"] as? Int == 0)
        let answer = try #require(messages.last?["payload"] as? [String: Any])
        #expect(messages.last?["type"] as? String == "response" && messages.last?["correlationId"] as? String == "c1")
        #expect(answer["status"] as? String == "success" && answer["action"] as? String == "camera.document")
        #expect((answer.data["document"] as? [String: Any])?["documentNumber"] as? String == "L898902C3")
    }

    /// Whoever asks is answered, whatever is missing; the name of the action is in the answer.
    @Test(
        arguments: [
            (#"{"type":"request","payload":{"action":"x.y"}}"#, "This host has no action 'x.y'."),
            (#"{"type":"request","correlationId":"c"}"#, "This host has no action ''."),
            (#"{"action":"x.y"}"#, "This host has no action 'x.y'."),
            (#"{"correlationId":7}"#, "This host has no action ''."),
            (#"{"type":"request","correlationId":"c","payload":"str"}"#, "This host has no action ''."),
        ])
    func nothingHangs(_ text: String, _ message: String) async throws {
        let line = line(ScriptedCamera())
        try line.write(text)
        let answer = try #require(try await line.answered().first)
        let content = answer["payload"] as? [String: Any] ?? answer
        #expect(content["status"] as? String == "unsupported" && content.code == "UNSUPPORTED_ACTION")
        #expect((content["error"] as? [String: Any])?["message"] as? String == message)
        #expect(answer.keys.contains("correlationId"))
    }

    /// A request about the journey is answered and told; an event is told.
    @Test func theHostsProgramHears() async throws {
        let heard = Monitor<[HostEvent]>([])
        let line = Wiretap(.gbg, ProviderRegistry()) { event in heard.update { $0.append(event) } }
        try line.write(#"{"type":"request","correlationId":"c","payload":{"action":"journey.started","data":{}}}"#)
        try line.write(#"{"type":"event","payload":{"action":"screen.shown","data":{"name":"intro"}}}"#)
        try line.write(#"{"type":"page_loaded"}"#)
        try line.write(#"{"something":"else"}"#)
        #expect(try await line.answered().count == 1)
        #expect(
            heard.update { $0 } == [
                .connected(.gbg), .journey("journey.started", [:]), .journey("screen.shown", ["name": "intro"]),
                .pageLoaded, .message(["something": "else"]),
            ])
    }

    /// Contract 002: `registerCustomCapability(name, version, handler)`.
    @Test func customCapabilities() async throws {
        var registry = ProviderRegistry()
        registry.registerCustomCapability("nfc.read", version: "1.0") { request, responder in
            responder.respond(status: .success, data: ["chip": request.data["can"] ?? .null])
            responder.respond(status: .error)
        }
        registry.registerCustomCapability("door.open", version: "2.1") { _, responder in
            responder.respond(
                status: .unsupported, error: CapabilityError(code: "NO_DOOR", message: "None.", recoverable: false))
        }
        registry.registerCustomCapability("silent", version: "0") { _, _ in }
        let line = Wiretap(.gbg, registry)
        try line.write(ask("nfc.read", #"{"can":"123456"}"#, id: "a"))
        try line.write(ask("door.open", id: "b"))
        try line.write(ask("silent", id: "c"))
        try line.write(ask("capabilities", id: "d"))
        let answers = try await line.answered()
        func answer(_ id: String) -> [String: Any] { answers.first { $0["correlationId"] as? String == id } ?? [:] }
        #expect(answer("a")["status"] as? String == "success" && answer("a").data["chip"] as? String == "123456")
        #expect(answer("b")["status"] as? String == "unsupported" && answer("b").code == "NO_DOOR")
        #expect(answer("c")["status"] as? String == "error" && answer("c").code == "NO_RESPONSE")
        let list = try #require(answer("d").data["capabilities"] as? [[String: Any]])
        #expect(list.compactMap { $0["name"] as? String } == ["camera.document", "nfc.read", "door.open", "silent"])
        #expect(list[1]["hardwareAvailable"] as? Bool == true && list[2]["version"] as? String == "2.1")
    }

    /// The person at the host calls it off: the page is told why, and the scan is answered.
    @Test func theHostCancels() async throws {
        let camera = ScriptedCamera()
        let line = line(camera)
        try line.write(ask("camera.document"))
        await camera.begun()
        try line.session.cancelJourney()
        let messages = try await line.answered()
        let told = try #require(
            messages.first { ($0["payload"] as? [String: Any])?["action"] as? String == "journey.cancel" })
        #expect((told["payload"] as? [String: Any])?.data["reason"] as? String == "user_dismissed")
        #expect(messages.contains { $0["status"] as? String == "cancelled" })
    }

    @Test func whatAPageRequires() {
        var registry = ProviderRegistry(camera: CameraCoordinator(ScriptedCamera(access: .denied)))
        var host = HostDescription(requiredCapabilities: ["camera.document", "nfc.read", "door.open", "crypto"])
        #expect(host.missingCapabilities(in: registry) == ["nfc.read", "door.open", "crypto"])
        registry.registerCustomCapability("nfc.read", version: "1.0") { _, _ in }
        registry.registerCustomCapability("door.open", version: "1.0") { _, _ in }
        host.requiredCapabilities.removeLast()
        #expect(host.missingCapabilities(in: registry).isEmpty)
        #expect(host.missingCapabilities(in: ProviderRegistry()) == host.requiredCapabilities)
    }

    @Test func withoutACamera() async throws {
        let line = Wiretap(.gbg, ProviderRegistry())
        try line.write(ask("camera.document"))
        #expect(try await line.answered().first?["status"] as? String == "unsupported")
    }

    @Test func journeysAreHeardOf() async throws {
        let life = HeardLife()
        var registry = ProviderRegistry()
        registry.lifecycle = life
        let line = Wiretap(.gbg, registry)
        for text in [
            #"{"type":"event","event":"journey.started"}"#,
            #"{"event":"journey.complete","payload":{"status":"success","referenceId":"r"}}"#,
            #"{"type":"event","correlationId":"e","payload":{"action":"journey.complete","data":{"status":"failed"}}}"#,
            #"{"event":"journey.error","payload":{"message":"lost"}}"#, #"{"event":"journey.other"}"#, "[]", "{}",
        ] {
            try line.write(text)
            #expect(try await line.answered().isEmpty)
        }
        #expect(
            life.heard.update { $0 } == [
                "ready", #"{"status":"success","referenceId":"r"}"#,
                "UNKNOWN: The journey is complete, but not with success.", "UNKNOWN: lost",
            ])
    }
}

/// Remembers what it was told.
private final class HeardLife: LifecycleProvider {
    let heard = Monitor<[String]>([])

    func ready() async { heard.update { $0.append("ready") } }
    func dismiss() async { heard.update { $0.append("dismiss") } }
    func setResult(_ result: LifecycleResult) async {
        heard.update { heard in
            switch result {
            case .success(let value): heard.append(value.text)
            case .failure(let error): heard.append("\(error)")
            case .cancelled: heard.append("cancelled")
            }
        }
    }
}
