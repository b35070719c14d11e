import Bridge
import Foundation
import LiveScanning
import Testing

/// `docs/bridge.md` has every word that goes over the wire.
@Suite struct BridgeDocumentationTests {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.repository.appending(path: path), encoding: .utf8)
    }

    private func words(_ pattern: Regex<(Substring, Substring)>, in file: String) throws -> [String] {
        try text("Sources/Hosting/Bridge/" + file).matches(of: pattern).map { String($0.1) }
    }

    @Test func codes() throws {
        let page = try text("docs/bridge.md")
        let codes = try words(/rawValue: "([A-Z_]+)"/, in: "Wire/BridgeErrorCodes.swift")
        #expect(codes.count > 20)
        for code in codes { #expect(page.contains("`\(code)`"), "\(code)") }
    }

    @Test func progressAndHints() throws {
        let page = try text("docs/bridge.md")
        for state in ScanProgress.allCases { #expect(page.contains("| \(state.rawValue) | `\(state.name)` |")) }
        let hints = ScanHint.allCases.map(\.rawValue) + ScanRejection.allCases.map(\.rawValue)
        for hint in hints { #expect(page.contains("`\(hint)`"), "\(hint)") }
    }

    @Test func domainsAndMethods() throws {
        let page = try text("docs/bridge.md")
        for domain in BridgeDomain.allCases where domain != .camera {
            #expect(page.contains("\n| \(domain.rawValue) |"), "\(domain)")
        }
        let handlers = try FileManager.default.contentsOfDirectory(
            atPath: Self.repository.appending(path: "Sources/Hosting/Bridge/Handlers").path)
        let methods = try handlers.flatMap { try words(/case "([a-zA-Z]+)"/, in: "Handlers/" + $0) }
        #expect(methods.count > 20)
        for method in methods { #expect(page.contains("`\(method)`"), "\(method)") }
    }

    @Test func dialects() throws {
        let page = try text("docs/bridge.md")
        for dialect in Dialect.allCases where dialect != .selfSDK {
            #expect(page.contains("### `--dialect \(dialect.rawValue)`"))
        }
        let feedback = try words(/case [a-zA-Z]+ = "([A-Z_]+)"/, in: "Dialects/IDWise/StepResult.swift")
        let errors = try words(/case [a-zA-Z]+ = (-?[0-9]+)/, in: "Dialects/IDWise/IDWiseError.swift")
        let methods = try words(/case "([a-zA-Z]+)":/, in: "Dialects/IDWise/IDWiseDialect.swift")
        #expect(feedback.count == 6 && errors.count == 8 && methods.count > 5)
        for word in feedback + methods { #expect(page.contains("`\(word)`"), "\(word)") }
        let tokens = Set(page.split(whereSeparator: \.isWhitespace))
        for error in errors { #expect(tokens.contains(Substring(error)), "\(error)") }
    }
}
