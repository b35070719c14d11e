import Bridge
import Foundation
import JSON
import Testing
import Threads

/// A host in a Swift program. Contract 000.
@Suite struct SelfHostTests {
    /// Everything that a launch needs, over a page that a test plays.
    private func registry(_ page: PlayedPage, _ camera: ScriptedCamera = ScriptedCamera()) -> ProviderRegistry {
        var registry = ProviderRegistry(camera: CameraCoordinator(camera))
        let shelf = Shelf()
        registry.secureStorage = shelf
        registry.documents = shelf
        registry.crypto = shelf
        registry.webView = page
        return registry
    }

    /// Launches and says how it ended.
    private func outcome(
        _ host: SelfHost, _ request: JSONValue? = nil, _ play: () throws -> Void
    ) async throws -> String {
        let ended = AsyncStream.makeStream(of: String.self)
        try await host.launch(
            request,
            SelfHost.Callbacks(
                onSuccess: { ended.continuation.yield("success \($0.text)") },
                onFailure: { ended.continuation.yield("failure \($0)") },
                onCancelled: { ended.continuation.yield("cancelled") }))
        try play()
        for await outcome in ended.stream { return outcome }
        return "nothing"
    }

    @Test func isConfigured() async throws {
        let page = PlayedPage()
        let host = SelfHost()
        #expect(!host.isConfigured)
        for remove: (inout ProviderRegistry) -> Void in [
            { $0.nfc = nil }, { $0.biometrics = nil }, { $0.secureStorage = nil }, { $0.crypto = nil },
            { $0.camera = nil }, { $0.documents = nil }, { $0.webView = nil },
        ] {
            var registry = registry(page)
            remove(&registry)
            host.configure(registry)
            #expect(!host.isConfigured)
            let error = await #expect(throws: BridgeError.self) { try await outcome(host) {} }
            #expect(error?.code == .notConfigured && error?.message.contains("configure") == true)
        }
        // What may be missing.
        var registry = registry(page)
        registry.haptic = nil
        registry.analytics = nil
        host.configure(registry)
        #expect(host.isConfigured && page.opened.update { $0 } == 0)
    }

    @Test(
        arguments: [
            ("setResult", #"{"success":true,"data":{"a":1}}"#, #"success {"a":1}"#),
            ("setResult", #"{"success":false,"errorCode":"X","errorMessage":"No."}"#, "failure X: No."),
            ("setResult", "{}", "failure UNKNOWN: The page does not say what went wrong."),
            ("setResult", #"{"type":"rejected"}"#, "failure UNKNOWN: The page does not say what went wrong."),
            ("setResult", #"{"cancelled":true}"#, "cancelled"),
            ("dismiss", "{}", "cancelled"),
        ])
    func launchesFromSwift(_ method: String, _ parameters: String, _ expected: String) async throws {
        let page = PlayedPage()
        let host = SelfHost()
        host.configure(registry(page))
        let ended = try await outcome(host, ["purpose": "age"]) {
            #expect(host.isLaunched)
            page.post(#"{"id":"1","domain":"lifecycle","method":"ready"}"#)
            page.post(#"{"id":"2","domain":"lifecycle","method":"getConfig"}"#)
            page.post(#"{"id":"3","domain":"lifecycle","method":"\#(method)","params":\#(parameters)}"#)
        }
        #expect(ended == expected && !host.isLaunched)
        // The page was told that its result was taken, and what it was for, and is closed.
        let scripts = page.scripts.update { $0 }
        #expect(scripts.count == 3 && scripts.allSatisfy { $0.hasPrefix("window.SelfNativeBridge._handleResponse('") })
        #expect(scripts[1].contains(#""request":{"purpose":"age"}"#) && page.closed.update { $0 } == 1)
    }

    /// One page at a time; the next may come when it has ended. What it was scanning is over.
    @Test func calledOff() async throws {
        let page = PlayedPage()
        let camera = ScriptedCamera()
        let host = SelfHost()
        host.configure(registry(page, camera))
        host.cancel()
        for number in 1...2 {
            let ended = try await outcome(host) {
                page.post(#"{"id":"scan","domain":"camera","method":"scanMRZ"}"#)
                host.cancel()
            }
            #expect(ended == "cancelled" && page.closed.update { $0 } == number)
            #expect(page.scripts.update { $0 }.last?.contains("MRZ_SCAN_CANCELLED") == true)
        }
    }

    @Test func onePageAtATime() async throws {
        let page = PlayedPage()
        let host = SelfHost()
        host.configure(registry(page))
        let callbacks = SelfHost.Callbacks(onSuccess: { _ in }, onFailure: { _ in }, onCancelled: {})
        try await host.launch(nil, callbacks)
        await #expect(throws: BridgeError(.internalError, "A page is open already.")) {
            try await host.launch(nil, callbacks)
        }
    }

    @Test func whatIsRequired() async throws {
        let host = SelfHost()
        var registry = registry(PlayedPage())
        registry.host.requiredCapabilities = ["camera.document", "nfc.read"]
        host.configure(registry)
        let error = await #expect(throws: BridgeError.self) { try await outcome(host) {} }
        #expect(error?.code == .capabilityMissing && error?.details == ["capabilities": ["nfc.read"]])
        #expect(!host.isLaunched)
    }
}

/// A web view whose page is the test.
private final class PlayedPage: WebViewProvider {
    let opened = Monitor(0)
    let closed = Monitor(0)
    let scripts = Monitor<[String]>([])
    private let receive = Monitor<(@Sendable ([UInt8]) -> Void)?>(nil)

    func open(_ host: HostDescription, receive: @escaping @Sendable ([UInt8]) -> Void) async throws(BridgeError) {
        opened.update { $0 += 1 }
        self.receive.update { $0 = receive }
    }

    func post(_ text: String) { receive.update { $0 }?(Array(text.utf8)) }
    func evaluate(_ script: String) { scripts.update { $0.append(script) } }
    func dismiss() async { closed.update { $0 += 1 } }
}
