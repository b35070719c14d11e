import Foundation
import Testing

/// `docs/results.md` has every exit code and every code of an error, as the sources list them.
@Suite struct ExitDocumentationTests {
    private func matches(of pattern: Regex<(Substring, Substring)>, in file: String) throws -> [String] {
        let text = try String(contentsOf: BuiltProgram.repository.appending(path: file), encoding: .utf8)
        return text.matches(of: pattern).map { String($0.1) }
    }

    private func page() throws -> String {
        try String(contentsOf: BuiltProgram.repository.appending(path: "docs/results.md"), encoding: .utf8)
    }

    @Test func exitCodes() throws {
        let codes = try matches(of: /case [a-zA-Z]+ = ([0-9]+)/, in: "Sources/Programs/Commands/ExitStatus.swift")
        #expect(codes.count == 13)
        for code in codes { #expect(try page().contains("\n| \(code) |")) }
    }

    @Test func errorCodes() throws {
        let workers = try matches(of: /"(worker_[a-z_]+)"/, in: "Sources/Programs/mrz-scan/Workers/WorkerProcess.swift")
        let stores = try matches(of: /code: "([a-z_]+)"/, in: "Sources/Outputs/ResultStore/StoreDamage.swift")
        #expect(workers.count == 3 && stores == ["store_damaged"])
        let codes =
            try matches(of: /rawValue: "([a-z_]+)"/, in: "Sources/Inputs/ImageDecoding/DecodingError.swift")
            + matches(of: /rawValue: "([a-z_]+)"/, in: "Sources/Core/Recognition/RecognitionError.swift")
            + matches(of: /static let badRequest = "([a-z_]+)"/, in: "Sources/Programs/mrz-scan/Pipe/PipeRequest.swift")
            + workers + stores
        #expect(codes.count > 20)
        for code in codes { #expect(try page().contains("`\(code)`"), "\(code)") }
    }
}
