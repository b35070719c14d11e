import Bridge
import Foundation
import Reporting
import Testing
import Threads

@Suite struct GBGDialectTests {
    private func ask(_ action: String, _ payload: String = "{}", id: String = "c1") -> String {
        #"{"type":"request","action":"\#(action)","correlationId":"\#(id)","version":"1.0","payload":\#(payload)}"#
    }

    private func line(_ camera: ScriptedCamera) -> Wiretap {
        Wiretap(.gbg, ProviderRegistry(camera: CameraDesk(camera)))
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
                "data":{"capabilities":[{"name":"camera.document","version":"1.0",\#
                "hardwareAvailable":\#(isThere),"permissionState":"\#(permission)"},\#
                {"name":"nfc.read","version":"1.0","hardwareAvailable":false}]}}
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
            #"{"event":"journey.complete","payload":{"status":"done","referenceId":"r"}}"#,
            #"{"event":"journey.error","payload":{"message":"lost"}}"#, #"{"event":"journey.other"}"#, "[]", "{}",
        ] {
            try line.write(text)
            #expect(try await line.answered().isEmpty)
        }
        #expect(
            life.heard.update { $0 } == [
                "ready", #"{"status":"done","referenceId":"r"}"#, "UNKNOWN: lost",
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
