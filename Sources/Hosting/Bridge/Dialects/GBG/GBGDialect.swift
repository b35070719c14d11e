public import JSON
import LiveScanning

/// Capabilities as GBG's bridge has them: a page asks for actions and gets success, cancelled, error or unsupported.
///
/// `camera.document` gives the verified MRZ and the picture in which it was read. Nobody looks whether a living person
/// shows a genuine document, and no answer says so.
public struct GBGDialect: BridgeDialect {
    private let registry: ProviderRegistry
    private let environment: BridgeEnvironment

    public var maxMessageBytes: Int { 1 << 20 }

    public init(registry: ProviderRegistry, environment: BridgeEnvironment = .system) {
        self.registry = registry
        self.environment = environment
    }

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        guard let members = BridgeParameters(JSONValue(reading: message)) else { return }
        guard let request = GBGRequest(members) else { return line.handle(members) }
        if request.action.hasPrefix("journey.") { await handle(request, line) }
        switch request.kind {
        case .request: line.say(.other(await answer(to: request, on: line).json(to: request)))
        case .event where !request.action.hasPrefix("journey."):
            line.report(.journey(request.action, .object(request.data.members)))
        case .event: break
        }
    }

    /// An event in the shape of contract 002: `host.send(event:data:)`.
    public func event(_ name: String, _ data: JSONValue) -> BridgeMessage? { event(name, data, .envelope) }

    private func event(_ name: String, _ data: JSONValue, _ shape: GBGRequest.Shape) -> BridgeMessage {
        switch shape {
        case .envelope:
            .other([
                "type": "event", "version": "1.0", "correlationId": .string(environment.newID()),
                "payload": ["action": .string(name), "data": data],
            ])
        case .flat: .other(["type": "event", "event": .string(name), "payload": data])
        }
    }

    private func answer(to request: GBGRequest, on line: BridgeLine) async -> GBGAnswer {
        if let capability = registry.capabilities.first(where: { $0.name == request.action }) {
            let responder = CapabilityResponder()
            let asked = CapabilityRequest(
                action: request.action, correlationID: request.correlation, data: request.data)
            await capability.handler(asked, responder)
            return responder.given
        }
        switch request.action {
        case "capabilities", "capability.query": return .success(capabilities)
        case "camera.document": return await document(request, on: line)
        case "camera.cancel":
            await registry.camera?.stop(for: line.session)
            return .success([:])
        case "journey.started", "journey.complete", "journey.error": return .success([:])
        case "nfc.read": return await chip(request, on: line)
        default:
            return .failure(
                "UNSUPPORTED_ACTION", "This host has no action '\(request.action)'.", recoverable: false, .unsupported)
        }
    }

    /// What a page may look at before it starts.
    private var capabilities: JSONValue {
        let camera = registry.camera?.access ?? .missing
        var own: [(String, JSONValue)] = [
            (
                "camera.document",
                [
                    "name": "camera.document", "version": "1.0", "hardwareAvailable": .bool(camera != .missing),
                    "permissionState": .string(camera.permissionState),
                ]
            )
        ]
        // A page that looks for the name alone believes in it.
        if registry.nfc?.isSupported == true {
            own.append(("nfc.read", ["name": "nfc.read", "version": "1.0", "hardwareAvailable": .bool(true)]))
        }
        let names = Set(registry.capabilities.map(\.name))
        let custom = registry.capabilities.map { capability -> JSONValue in
            [
                "name": .string(capability.name), "version": .string(capability.version),
                "hardwareAvailable": .bool(true),
            ]
        }
        return [
            "hostVersion": .string(registry.host.version),
            "capabilities": .array(own.filter { !names.contains($0.0) }.map(\.1) + custom),
        ]
    }

    /// Reads a chip with the number and dates, or the card access number, that the page gives. Contract 002, nfc.read.
    private func chip(_ request: GBGRequest, on line: BridgeLine) async -> GBGAnswer {
        guard let chips = registry.nfc as? any ChipProvider, chips.isSupported else {
            return .failure(
                "NFC_NOT_AVAILABLE", "This host has no reader for chips.", recoverable: false, .unsupported)
        }
        do throws(BridgeError) {
            let capture = try await chips.read(try ChipRequest(request.data), for: line.session) { update in
                line.say(event("nfc.progress", .object(update.members), request.shape))
            }
            return .success(
                .object([
                    .init("chipRead", .bool(true)), .init("dataGroups", .array(capture.groups.map { .string($0) })),
                    .init("proof", capture.proof),
                ]))
        } catch {
            line.report(.failure(error))
            // What the page asked for is as wrong the next time.
            return .failure(error.code.rawValue, error.message, recoverable: error.code == .nfcScanFailed)
        }
    }

    private func document(_ request: GBGRequest, on line: BridgeLine) async -> GBGAnswer {
        guard let camera = registry.camera else {
            return .failure("NOT_CONFIGURED", "This host has no camera.", recoverable: false, .unsupported)
        }
        do throws(BridgeError) {
            var expectation = try ScanExpectation(request.data)
            expectation.wantsPicture = true
            let capture = try await camera.scan(expectation, for: line.session) { update in
                line.say(event("camera.progress", .object(update.members), request.shape))
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
            line.report(.failure(error))
            return .failure(error.code.rawValue, error.message, recoverable: error.isRecoverable)
        }
    }

    /// The journey is the page's; the host hears how it goes.
    private func handle(_ request: GBGRequest, _ line: BridgeLine) async {
        line.report(.journey(request.action, .object(request.data.members)))
        switch request.action {
        case "journey.started": await registry.lifecycle?.ready()
        case "journey.complete", "journey.error":
            if let result = LifecycleResult(journey: request.action, request.data) {
                await registry.lifecycle?.setResult(result)
            }
        default: break
        }
    }
}

extension LifecycleResult {
    /// How a journey ended by what its page says: only `success` is one. Contract 002. Nil while it has not ended.
    init?(journey event: String, _ data: BridgeParameters) {
        switch event {
        case "journey.complete" where data.string("status") == "success": self = .success(.object(data.members))
        case "journey.complete" where data.string("status") == "cancelled": self = .cancelled
        case "journey.complete":
            self = .failure(
                BridgeError(.unknown, "The journey is complete, but not with success.", details: .object(data.members)))
        case "journey.error":
            self = .failure(BridgeError(.unknown, data.string("message") ?? "The journey failed."))
        default: return nil
        }
    }
}

extension CameraAccess {
    /// The word on the wire.
    public var permissionState: String {
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
