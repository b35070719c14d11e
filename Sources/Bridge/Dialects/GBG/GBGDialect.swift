import LiveScanning
import Reporting

/// Capabilities as GBG's bridge has them: a page asks for actions and gets success, cancelled, error or unsupported.
///
/// `camera.document` gives the verified MRZ and the picture in which it was read. Nobody looks whether a living person
/// shows a genuine document, and no answer says so.
public struct GBGDialect: BridgeDialect {
    private let registry: ProviderRegistry

    public var maxMessageBytes: Int { 1 << 20 }

    public init(registry: ProviderRegistry) { self.registry = registry }

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        guard let value = JSONValue(reading: message), let request = GBGRequest(value) else { return }
        switch request {
        case .action(let action, let correlation, let payload):
            let answer = await answer(to: action, payload, on: line)
            line.say(.other(answer.json(to: action, correlation: correlation)))
        case .event(let event, let payload): await heed(event, payload)
        }
    }

    private func answer(to action: String, _ payload: BridgeParameters, on line: BridgeLine) async -> GBGAnswer {
        switch action {
        case "capabilities": return .success(capabilities)
        case "camera.document": return await document(payload, on: line)
        case "camera.cancel":
            await registry.camera?.stop(for: line.session)
            return .success([:])
        case "nfc.read":
            return .failure(
                "NFC_NOT_AVAILABLE", "This host has no reader for chips.", recoverable: false, .unsupported)
        default:
            return .failure("UNSUPPORTED_ACTION", "This host has no such action.", recoverable: false, .unsupported)
        }
    }

    /// What a page may look at before it starts.
    private var capabilities: JSONValue {
        let camera = registry.camera?.access ?? .missing
        return [
            "capabilities": [
                [
                    "name": "camera.document", "version": "1.0", "hardwareAvailable": .bool(camera != .missing),
                    "permissionState": .string(camera.permissionState),
                ],
                ["name": "nfc.read", "version": "1.0", "hardwareAvailable": .bool(false)],
            ]
        ]
    }

    private func document(_ payload: BridgeParameters, on line: BridgeLine) async -> GBGAnswer {
        guard let camera = registry.camera else {
            return .failure("NOT_CONFIGURED", "This host has no camera.", recoverable: false, .unsupported)
        }
        do throws(BridgeError) {
            var expectation = try ScanExpectation(payload)
            expectation.wantsPicture = true
            let capture = try await camera.scan(expectation, for: line.session) { update in
                line.say(
                    .other(["type": "event", "event": "camera.progress", "payload": .object(update.members)]))
            }
            var members: [JSONValue.Member] = [
                .init("permissionState", "granted"), .init("document", capture.report.bridgeResult),
            ]
            if let jpeg = capture.jpeg {
                let image: JSONValue = ["mimeType": "image/jpeg", "data": .string(Base64.text(of: jpeg))]
                members.append(.init("image", image))
            }
            return .success(.object(members))
        } catch  where error.code == .scanCancelled {
            return .cancelled("user_dismissed")
        } catch  where error.code == .scanInProgress {
            return .failure("BUSY", error.message, recoverable: true)
        } catch {
            return .failure(error.code.rawValue, error.message, recoverable: error.isRecoverable)
        }
    }

    /// The journey is the page's; the host hears how it goes.
    private func heed(_ event: String, _ payload: BridgeParameters) async {
        switch event {
        case "journey.started": await registry.lifecycle?.ready()
        case "journey.complete": await registry.lifecycle?.setResult(.success(.object(payload.members)))
        case "journey.error":
            let message = payload.string("message") ?? "The journey failed."
            await registry.lifecycle?.setResult(.failure(BridgeError(.init(rawValue: "UNKNOWN"), message)))
        default: break
        }
    }
}

extension CameraAccess {
    /// The word on the wire.
    var permissionState: String {
        switch self {
        case .granted: "granted"
        case .denied: "denied"
        case .missing: "unavailable"
        }
    }
}

extension BridgeError {
    /// Whether the person can do better: another look, another document. Not so where the host or the page is at fault.
    var isRecoverable: Bool {
        guard code == .scanFailed, case .object(let members)? = details else { return code == .cameraError }
        return !members.contains { $0.key == "parameter" }
    }
}
