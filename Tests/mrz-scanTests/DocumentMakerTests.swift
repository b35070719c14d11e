import Foundation
import Testing

/// The PDF files of `Tests/Documents`: one specimen of an invented person as many programs write it, turned, in black
/// and white, locked, and damaged where readers look first.
@Suite struct DocumentMakerTests {
    private static let folder = BuiltProgram.repository.appending(path: "Tests/Documents")

    fileprivate struct Expected: Decodable, CustomTestStringConvertible, Sendable {
        let file: String
        /// nil where the reader may doubt what it reads right.
        let status: String?
        let lines: [String]?
        let code: String?
        var testDescription: String { file }
    }

    fileprivate static let all: [Expected] = {
        do {
            let table = try String(contentsOf: folder.appending(path: "expected.jsonl"), encoding: .utf8)
            return try table.split(separator: "\n").map {
                try JSONDecoder().decode(Expected.self, from: Data($0.utf8))
            }
        } catch {
            return []
        }
    }()

    @Test func everyFileIsExpected() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
            $0.hasSuffix(".pdf")
        }
        #expect(files.count > 15 && Set(files) == Set(Self.all.map(\.file)))
    }

    /// In this process and in workers.
    @Test(arguments: all) fileprivate func isRead(_ expected: Expected) throws {
        for command in ["scan", "batch"] {
            let path = Self.folder.appending(path: expected.file).path
            let results = try BuiltProgram.run([command, "--quiet", "--format", "jsonl", path]).results()
            // A page may have no zone beside one that has.
            let found = results.filter { $0["status"] as? String != "not_found" }
            #expect(!found.isEmpty)
            for result in found {
                if let status = expected.status { #expect(result["status"] as? String == status) }
                #expect(result["lines"] as? [String] == expected.lines)
                #expect((result["error"] as? [String: Any])?["code"] as? String == expected.code)
            }
        }
    }
}
