import Bridge
import Foundation
import JSON
import Testing
import Threads

/// What each domain answers, with and without something behind it.
@Suite struct HandlersTests {
    private static let methods = [
        ("nfc", "isSupported"), ("biometrics", "isAvailable"), ("secureStorage", "get"), ("camera", "scanMRZ"),
        ("crypto", "sign"), ("lifecycle", "ready"), ("documents", "loadCatalog"),
    ]

    @Test(arguments: methods)
    func nothingBehindIt(_ domain: String, _ method: String) async throws {
        let line = Wiretap(.empty)
        #expect(try await line.answer(domain, method).code == "NOT_CONFIGURED")
        // Whether there is something comes first: a host without a camera has no methods for it.
        #expect(try await line.answer(domain, "sing").code == "NOT_CONFIGURED")
    }

    @Test(arguments: methods)
    func aMethodThatIsNone(_ domain: String, _ method: String) async throws {
        var registry = ProviderRegistry(camera: CameraCoordinator(ScriptedCamera()))
        let shelf = Shelf()
        registry.secureStorage = shelf
        registry.documents = shelf
        registry.crypto = shelf
        #expect(try await Wiretap(registry).answer(domain, "sing").code == "METHOD_NOT_FOUND")
    }

    @Test(arguments: CameraAccess.allCases)
    func whetherThereIsACamera(_ access: CameraAccess) async throws {
        let registry = ProviderRegistry(camera: CameraCoordinator(ScriptedCamera(access: access)))
        #expect(try await Wiretap(registry).answer("camera", "isAvailable")["data"] as? Bool == (access == .granted))
    }

    @Test func whetherThereIsACameraCanBeAskedWithoutOne() async throws {
        #expect(try await Wiretap(.empty).answer("camera", "isAvailable")["data"] as? Bool == false)
    }

    @Test func trueCapabilities() async throws {
        let plain = try await Wiretap(ProviderRegistry()).answer("lifecycle", "getConfig").data
        #expect(plain["version"] as? Int == 1)
        let nothing = try #require(plain["capabilities"] as? [String: Bool])
        #expect(
            Set(nothing.keys).isSuperset(of: ["nfc", "mrzCamera", "biometrics", "secureStorage", "custodyControls"]))
        #expect(nothing.values.allSatisfy { !$0 })
        var registry = ProviderRegistry(camera: CameraCoordinator(ScriptedCamera()))
        registry.secureStorage = Shelf()
        let more = try await Wiretap(registry).answer("lifecycle", "getConfig").data["capabilities"] as? [String: Bool]
        #expect(more?.filter(\.value).map(\.key).sorted() == ["mrzCamera", "secureStorage"])
    }

    /// Whatever a page wants felt or counted, and whether or not anything is there for it. Contract 000, chunks 3B and
    /// 3C.
    @Test(arguments: [ProviderRegistry(), .empty])
    func feedbackNeverFails(_ registry: ProviderRegistry) async throws {
        let line = Wiretap(registry)
        for parameters in ["{}", #"{"type":"earthquake"}"#, #"{"type":7,"event":null}"#] {
            for (domain, method) in [
                ("haptic", "trigger"), ("haptic", "impact"), ("haptic", "notification"), ("haptic", "selection"),
                ("haptic", "nope"), ("analytics", "trackEvent"), ("analytics", "trackNfcEvent"),
                ("analytics", "logNfcEvent"), ("analytics", "other"),
            ] {
                let answer = try await line.answer(domain, method, parameters)
                #expect(answer.isSuccess && answer["data"] is NSNull)
            }
        }
    }

    /// A secret that only its owner's face or finger opens stays closed where nobody can be recognised.
    @Test(
        arguments: [
            ("secureStorage", "get", #"{"key":"k","requireBiometric":true}"#),
            ("secureStorage", "get", #"{"key":"k","requireBiometric":"yes"}"#),
            ("secureStorage", "set", #"{"key":"k","value":"v","requireBiometric":true}"#),
            ("documents", "get", #"{"key":"k","requireBiometric":true}"#),
            ("documents", "save", #"{"id":"k","data":"v","requireBiometric":true}"#),
            ("crypto", "generateKey", #"{"keyRef":"k","requireBiometric":true}"#),
            ("crypto", "sign", #"{"keyRef":"k","data":"d","requireBiometric":true}"#),
        ])
    func behindAFace(_ domain: String, _ method: String, _ parameters: String) async throws {
        var registry = ProviderRegistry()
        registry.secureStorage = Shelf()
        registry.documents = Shelf()
        registry.crypto = Shelf()
        #expect(try await Wiretap(registry).answer(domain, method, parameters).code == "BIOMETRIC_ERROR")
        registry.biometrics = nil
        #expect(try await Wiretap(registry).answer(domain, method, parameters).code == "BIOMETRIC_ERROR")
        let reason = parameters.dropLast() + #","reason":"Unlock"}"#
        registry.biometrics = Heard()
        #expect(try await Wiretap(registry).answer(domain, method, String(reason)).isSuccess)
        let open = parameters.replacing(/"requireBiometric":[^}]*/, with: #""requireBiometric":false"#)
        registry.biometrics = NoBiometrics()
        #expect(try await Wiretap(registry).answer(domain, method, open).isSuccess)
    }

    @Test func nobodyIsRecognised() async throws {
        let line = Wiretap(ProviderRegistry())
        #expect(try await line.answer("biometrics", "isAvailable")["data"] as? Bool == false)
        #expect(try await line.answer("biometrics", "getBiometryType")["data"] as? String == "none")
        let refusal = try await line.answer("biometrics", "authenticate", #"{"reason":"Unlock"}"#)
        #expect(refusal.code == "BIOMETRIC_ERROR")
        #expect(((refusal["error"] as? [String: Any])?["details"] as? [String: Any])?["errorCode"] != nil)
    }

    /// A host with something behind a domain is asked, and its answer comes bare.
    @Test func othersCanDoMore() async throws {
        let heard = Heard()
        var registry = ProviderRegistry()
        registry.haptic = heard
        registry.analytics = heard
        registry.biometrics = heard
        registry.nfc = heard
        let line = Wiretap(registry)
        _ = try await line.answer("haptic", "trigger", #"{"type":"selection"}"#)
        _ = try await line.answer("analytics", "trackEvent", #"{"event":"opened"}"#)
        _ = try await line.answer("haptic", "impact", #"{"style":"heavy"}"#)
        _ = try await line.answer("haptic", "notification", #"{"type":7}"#)
        #expect(heard.words.update { $0 } == ["trigger selection", "trackEvent opened", "impact heavy", "7"])
        #expect(try await line.answer("biometrics", "authenticate", #"{"reason":"Unlock"}"#)["data"] as? Bool == true)
        #expect(try await line.answer("biometrics", "getBiometryType")["data"] as? String == "fingerprint")
        #expect(try await line.answer("nfc", "isSupported")["data"] as? Bool == true)
        #expect(try await line.answer("nfc", "scan", #"{"passportNumber":"L898902C3"}"#)["data"] as? String == "chip")
        let config = try await line.answer("lifecycle", "getConfig").data["capabilities"] as? [String: Bool]
        #expect(config?["nfc"] == true && config?["biometrics"] == true)
    }

    @Test func noChipsAreRead() async throws {
        let line = Wiretap(ProviderRegistry())
        #expect(try await line.answer("nfc", "isSupported")["data"] as? Bool == false)
        #expect(try await line.answer("nfc", "scan").code == "NFC_NOT_SUPPORTED")
        #expect(try await line.answer("nfc", "cancelScan").isSuccess)
    }

    /// What a page tells its host reaches the host's program: all of it, in its order.
    @Test func theHostsProgramHears() async throws {
        let heard = Monitor<[HostEvent]>([])
        let line = Wiretap(.selfSDK, ProviderRegistry()) { event in heard.update { $0.append(event) } }
        for text in [
            #"{"id":"1","domain":"lifecycle","method":"ready"}"#,
            #"{"id":"2","domain":"analytics","method":"trackEvent","params":{"event":"opened"}}"#,
            #"{"id":"3","domain":"haptic","method":"impact","params":{"style":"light"}}"#,
            #"{"id":"4","domain":"lifecycle","method":"setResult","params":{"success":true,"data":{"a":1}}}"#,
            #"{"id":"5","domain":"lifecycle","method":"setResult","params":{"success":false,"errorCode":"X","errorMessage":"No."}}"#,
            #"{"id":"6","domain":"lifecycle","method":"dismiss"}"#, #"{"type":"warn","content":"careful"}"#,
            #"{"type":"navigation_failed"}"#, #"{"type":"event","event":"x"}"#,
        ] { try line.write(text) }
        #expect(try await line.answered().count == 6)
        try line.session.close()
        try line.session.close()
        let lines = heard.update { $0 }.map { JSONValue.object($0.members).text }
        #expect(
            lines == [
                #"{"event":"connected","dialect":"self"}"#, #"{"event":"ready"}"#,
                #"{"event":"analytics","method":"trackEvent","data":{"event":"opened"}}"#,
                #"{"event":"haptic","method":"impact","style":"light"}"#,
                #"{"event":"result","success":true,"data":{"a":1}}"#,
                #"{"event":"result","success":false,"error":{"code":"X","message":"No."}}"#, #"{"event":"dismissed"}"#,
                #"{"event":"console","type":"warn","content":"careful"}"#, #"{"event":"navigation_failed"}"#,
                #"{"event":"message","data":{"type":"event","event":"x"}}"#, #"{"event":"disconnected"}"#,
            ])
    }

    /// A page that has said how it ended scans no longer.
    @Test func aResultEndsTheScan() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(.selfSDK, ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.ask("camera", "scanMRZ")
        await camera.begun()
        try line.ask("lifecycle", "setResult", #"{"success":true}"#)
        let told = try await line.answered()
        #expect(told.first { $0["requestId"] as? String == "scanMRZ" }?.code == "MRZ_SCAN_CANCELLED")
        #expect(told.first { $0["requestId"] as? String == "setResult" }?.isSuccess == true)
    }

    /// Called off by the host, everything that was asked is still answered, and nothing new is begun.
    @Test func callingOff() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.ask("camera", "scanMRZ")
        await camera.begun()
        try line.session.cancel()
        try line.ask("camera", "isAvailable")
        let answers = try await line.answered().filter { $0["type"] as? String == "response" }
        #expect(answers.count == 1 && answers.first?.code == "MRZ_SCAN_CANCELLED")
    }

    @Test func results() {
        func result(_ members: JSONValue.Member...) -> LifecycleResult { LifecycleResult(BridgeParameters(members)) }
        #expect(result(.init("success", .bool(true)), .init("data", "x")) == .success("x"))
        // As the contract's `jsonPrimitive.boolean` reads it.
        #expect(result(.init("success", "True")) == .success(.null))
        #expect(result(.init("cancelled", .bool(true))) == .cancelled)
        #expect(result(.init("success", .bool(true)), .init("error", .null)) == .success(.null))
        func code(_ result: LifecycleResult) -> String? {
            guard case .failure(let error) = result else { return nil }
            return error.code.rawValue
        }
        #expect(code(result(.init("success", .bool(false)), .init("errorCode", "EXPIRED"))) == "EXPIRED")
        #expect(code(result(.init("error", ["code": "EXPIRED", "message": "Too old."]))) == "EXPIRED")
        #expect(code(result(.init("error", "Too old."))) == "UNKNOWN")
        // As the contract's `jsonPrimitive.content` reads them.
        #expect(
            result(.init("errorCode", .integer(42)), .init("errorMessage", .bool(true)))
                == .failure(BridgeError(.init(rawValue: "42"), "true")))
        #expect(code(result(.init("errorCode", ["a": .integer(1)]))) == "UNKNOWN")
        // Contract 000: without `success` it is none, and what has no code is unknown.
        #expect(code(result()) == "UNKNOWN" && code(result(.init("success", .bool(false)))) == "UNKNOWN")
        for value: JSONValue in [.bool(false), .integer(1), "yes", "", ["true": .bool(true)], .array([.bool(true)])] {
            #expect(code(result(.init("success", value))) == "UNKNOWN")
        }
        // Nothing else is as good as `success`, whatever it is called.
        for type: JSONValue in ["rejected", "disclosure", "success"] {
            #expect(code(result(.init("type", type))) == "UNKNOWN")
            #expect(code(result(.init("type", type), .init("data", ["a": .integer(1)]))) == "UNKNOWN")
        }
    }

    /// What a page gives its host may be about a person.
    @Test func resultsDoNotPrintWhatAPageGave() throws {
        let data: JSONValue = ["surname": "ERIKSSON"]
        let error = BridgeError(.unknown, "The journey is complete, but not with success.", details: data)
        for value in [
            LifecycleResult.success(data), LifecycleResult.failure(error), HostDescription(request: data), error,
            Optional(error) as Any,
        ] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("ERIKSSON"))
        }
        #expect("\(LifecycleResult.failure(error)) \(LifecycleResult.cancelled)" == "failure: UNKNOWN cancelled")
    }

    @Test(
        arguments: [
            ("secureStorage", "get", "{}", "MISSING_KEY"), ("secureStorage", "set", #"{"value":"v"}"#, "MISSING_KEY"),
            ("secureStorage", "set", #"{"key":"k"}"#, "MISSING_VALUE"),
            ("secureStorage", "remove", #"{"key":""}"#, "MISSING_KEY"), ("documents", "loadById", "{}", "MISSING_ID"),
            ("documents", "delete", #"{"id":{}}"#, "MISSING_ID"), ("documents", "save", #"{"data":{}}"#, "MISSING_ID"),
            ("documents", "save", #"{"id":"a"}"#, "MISSING_DOCUMENT"),
            ("documents", "saveCatalog", "{}", "MISSING_DATA"), ("crypto", "generateKey", "{}", "MISSING_KEY_REF"),
            ("crypto", "getPublicKey", "{}", "MISSING_KEY_REF"), ("crypto", "deleteKey", "{}", "MISSING_KEY_REF"),
            ("crypto", "sign", #"{"data":"AA=="}"#, "MISSING_KEY_REF"),
            ("crypto", "sign", #"{"keyRef":"k"}"#, "MISSING_DATA"),
            ("crypto", "sign", #"{"keyRef":"k","data":"?","encoding":"base64"}"#, "INVALID_DATA"),
            ("crypto", "sign", #"{"keyRef":"k","data":"?","encoding":"rot13"}"#, "INVALID_DATA"),
            ("secureStorage", "set", #"{"key":"k","value":{}}"#, "MISSING_VALUE"),
            ("documents", "get", "{}", "MISSING_ID"), ("documents", "set", #"{"key":"a"}"#, "MISSING_DOCUMENT"),
        ])
    func whatIsMissing(_ domain: String, _ method: String, _ parameters: String, _ code: String) async throws {
        var registry = ProviderRegistry()
        let shelf = Shelf()
        registry.secureStorage = shelf
        registry.documents = shelf
        registry.crypto = shelf
        #expect(try await Wiretap(registry).answer(domain, method, parameters).code == code)
    }

    @Test func anEmptyShelf() async throws {
        var registry = ProviderRegistry()
        registry.secureStorage = Shelf()
        registry.documents = Shelf()
        let line = Wiretap(registry)
        #expect(try await line.answer("secureStorage", "get", #"{"key":"k"}"#).isSuccess)
        #expect(line.lines.last?.contains(#""data":null"#) == true)
        #expect(try await line.answer("documents", "loadById", #"{"id":"a"}"#).isSuccess)
        #expect(line.lines.last?.contains(#""data":null"#) == true)
        #expect(try await line.answer("documents", "loadCatalog").data["documents"] as? [String] == [])
    }
}

/// Can do what a phone can.
private final class Heard: HapticProvider, AnalyticsProvider, BiometricsProvider, NFCProvider {
    let words = Monitor<[String]>([])

    func perform(_ effect: HapticEffect) async {
        let word =
            switch effect {
            case .impact(let style): "impact \(style)"
            case .notification(let type): type
            case .selection: "selection"
            case .other(let method, let parameters): "\(method) \(parameters.string("type") ?? "")"
            }
        words.update { $0.append(word) }
    }
    func track(_ event: String, _ parameters: BridgeParameters) async {
        words.update { $0.append("\(event) \(parameters.string("event") ?? "")") }
    }
    var isAvailable: Bool { true }
    var kind: String { "fingerprint" }
    func authenticate(reason: String?) async throws(BridgeError) {
        guard reason == "Unlock" else { throw BridgeError(.biometricError, "No reason.") }
    }
    var isSupported: Bool { true }
    func scan(_ parameters: BridgeParameters) async throws(BridgeError) -> JSONValue {
        parameters.string("passportNumber") == nil ? .null : "chip"
    }
}
