import Reporting

/// Named events as Legitimuz has them: a page starts `ocr` under a reference of its own and hears how it went.
///
/// Faces are not compared: `facematch` never succeeds.
public struct LegitimuzDialect: BridgeDialect {
    private let registry: ProviderRegistry
    private let console: @Sendable (ConsoleLine) -> Void

    public var maxMessageBytes: Int { 1 << 20 }

    /// - Parameters:
    ///   - registry: what this host has.
    ///   - console: takes what the page says on its console.
    public init(registry: ProviderRegistry, console: @escaping @Sendable (ConsoleLine) -> Void = { _ in }) {
        self.registry = registry
        self.console = console
    }

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        guard let members = BridgeParameters(JSONValue(reading: message)) else { return }
        guard let name = members.string("name") else {
            ConsoleLine(members).map(console)
            return
        }
        func say(_ status: String, _ more: [JSONValue.Member] = []) {
            let reference = members["refId"].map { [JSONValue.Member("refId", $0)] } ?? []
            line.say(
                .other(.object([.init("name", .string(name)), .init("status", .string(status))] + reference + more)))
        }
        switch name {
        case "ocr":
            do throws(BridgeError) {
                say("success", [.init("document", try await document(members, on: line))])
            } catch {
                say("error", [.init("error", error.json)])
            }
        case "close-modal":
            await registry.camera?.stop(for: line.session)
            say("success")
        default:
            let error = BridgeError(.init(rawValue: "NOT_SUPPORTED"), "This host can't do that.")
            say("error", [.init("error", error.json)])
        }
    }

    private func document(_ members: BridgeParameters, on line: BridgeLine) async throws(BridgeError) -> JSONValue {
        guard let camera = registry.camera else { throw BridgeError(.notConfigured, "This host has no camera.") }
        let expectation = try ScanExpectation(members)
        let capture = try await camera.scan(expectation, for: line.session) { update in
            line.say(.other(["name": "progress", "status": "success", "progress": .object(update.members)]))
        }
        return capture.report.bridgeResult
    }
}
