import Bridge
import BridgeStorage
import Foundation
import JSON
import MRZParsing
import Reporting

// A host for a page of the Self SDK: what it offers, the launch, and how it ended. A program with a window has a web
// view where this one has a page that is a script, and a camera where this one has a document at hand.

@main
struct HostExample {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "host-example-\(UUID().uuidString)")
        defer { do { try FileManager.default.removeItem(at: folder) } catch { print("\(error)") } }
        let key = try StoreKey(text: String(repeating: "0f", count: 32))
        let store = StoreProvider(try SealedStore(folder: folder.path, key: key))

        var registry = ProviderRegistry(camera: CameraCoordinator(DocumentAtHand()))
        registry.secureStorage = store
        registry.documents = store
        registry.crypto = store
        let host = SelfHost()
        print("configured:", host.isConfigured)
        registry.webView = ScriptedPage()
        registry.host = HostDescription(version: "1.0.0", requiredCapabilities: ["camera.document"])
        host.configure(registry)
        print("configured:", host.isConfigured)

        let ended = AsyncStream.makeStream(of: String.self)
        try await host.launch(
            ["purpose": "age"],
            SelfHost.Callbacks(
                onSuccess: { ended.continuation.yield("success: \($0.text)") },
                onFailure: { ended.continuation.yield("failure: \($0)") },
                onCancelled: { ended.continuation.yield("cancelled") }))
        for await outcome in ended.stream.prefix(1) { print(outcome) }
    }
}

/// Shows the scanner one document, of an invented person.
struct DocumentAtHand: CameraProvider {
    let access = CameraAccess.granted

    func scan(
        _ expectation: ScanExpectation, progress: @escaping @Sendable (ScanUpdate) -> Void
    ) async throws(BridgeError) -> ScanCapture {
        let now = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
        guard let today = CalendarDay(year: now.year ?? 0, month: now.month ?? 0, day: now.day ?? 0) else {
            throw BridgeError(.scanFailed, "There is no today.")
        }
        do {
            let mrz = try MRZ(
                ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
                format: .td3)
            return ScanCapture(report: MRZReport(mrz, asOf: today))
        } catch {
            throw BridgeError(.scanFailed, "\(error)")
        }
    }
}

/// A page that asks for a document as soon as it is shown, and gives its host the number.
final class ScriptedPage: WebViewProvider {
    private let scripts = AsyncStream.makeStream(of: String.self)

    func open(_ host: HostDescription, receive: @escaping @Sendable ([UInt8]) -> Void) async throws(BridgeError) {
        func post(_ id: String, _ domain: String, _ method: String, _ parameters: String = "{}") {
            receive(Array(#"{"id":"\#(id)","domain":"\#(domain)","method":"\#(method)","params":\#(parameters)}"#.utf8))
        }
        post("1", "lifecycle", "ready")
        post("2", "camera", "scanMRZ", #"{"documentType":"passport"}"#)
        // A web view runs each script: `window.SelfNativeBridge._handleResponse('…')`.
        for await script in scripts.stream
        where script.contains("_handleResponse") && script.contains(#""requestId":"2""#) {
            let number = script.firstMatch(of: /"documentNumber":"([A-Z0-9]+)"/)?.1 ?? ""
            post("3", "lifecycle", "setResult", #"{"success":true,"data":{"documentNumber":"\#(number)"}}"#)
            return
        }
    }

    func evaluate(_ script: String) { scripts.continuation.yield(script) }

    func dismiss() async { print("the page is closed") }
}
