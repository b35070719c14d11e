import JSON

/// A page that reports to its host by named events, as Legitimuz has them: `{name, status, refId}`.
///
/// The page does the work and says how it went, so nothing that it reports starts anything here. A page that wants this
/// host's camera asks for it by `{"type":"scan"}`, which is this project's own. Faces are not compared.
public struct LegitimuzDialect: BridgeDialect {
    private let registry: ProviderRegistry

    public var maxMessageBytes: Int { 1 << 20 }

    /// - Parameter registry: what this host has.
    public init(registry: ProviderRegistry) { self.registry = registry }

    public func answer(_ message: [UInt8], on line: BridgeLine) async {
        guard let members = BridgeParameters(JSONValue(reading: message)) else { return }
        // The four handlers of a web view. Contract 004.
        switch members.string("handler") {
        case "onSuccess"?: return report(members.string("body"), status: "success", .object(members.members), line)
        case "onError"?: return report(members.string("body"), status: "error", .object(members.members), line)
        case "legitimuzEvent"?:
            guard let body = BridgeParameters(members["body"]) else { return line.handle(members) }
            return await handle(body, line)
        case "consoleLog"?:
            guard let body = BridgeParameters(members["body"]) else { return line.handle(members) }
            line.report(.console(ConsoleLine(body) ?? ConsoleLine(ofAnyKind: body)))
        default: await handle(members, line)
        }
    }

    private func handle(_ members: BridgeParameters, _ line: BridgeLine) async {
        if let name = members.string("name") {
            report(name, status: members.string("status"), .object(members.members), line)
            // What the page had begun with this host's camera ends with it.
            if name == "close-modal" { await registry.camera?.stop(for: line.session) }
        } else if members.string("type") == "scan" {
            await scan(members, on: line)
        } else {
            line.handle(members)
        }
    }

    private func report(_ name: String?, status: String?, _ data: JSONValue, _ line: BridgeLine) {
        line.report(name.map { .report(name: $0, status: status, data) } ?? .message(data))
    }

    private func scan(_ members: BridgeParameters, on line: BridgeLine) async {
        let reference = members["refId"].map { [JSONValue.Member("refId", $0)] } ?? []
        func respond(_ status: String, _ more: JSONValue.Member) {
            line.say(.other(.object([.init("name", "ocr"), .init("status", .string(status))] + reference + [more])))
        }
        do throws(BridgeError) {
            respond("success", .init("document", try await document(members, on: line)))
        } catch {
            if error.code != .scanCancelled { line.report(.failure(error)) }
            respond("error", .init("error", error.json))
        }
    }

    private func document(_ members: BridgeParameters, on line: BridgeLine) async throws(BridgeError) -> JSONValue {
        guard let camera = registry.camera else { throw BridgeError(.notConfigured, "This host has no camera.") }
        let expectation = try ScanExpectation(members)
        let capture = try await camera.scan(expectation, for: line.session, replacing: true) { update in
            // Without name and status: it is no event, and neither success nor error.
            line.say(.other(["type": "progress", "progress": .object(update.members)]))
        }
        return capture.report.bridgeResult
    }
}
