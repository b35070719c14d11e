import Foundation
import Testing

/// What README.md and docs/accuracy.md say of `Samples/` is what its baseline has.
struct BaselineDocumentationTests {
    private struct Baseline: Decodable {
        let outcomes: [String: [String]]
    }

    @Test func theTablesHaveWhatTheBaselineHas() throws {
        func data(_ path: String) throws -> Data { try Data(contentsOf: BuiltProgram.repository.appending(path: path)) }
        let baseline = try JSONDecoder().decode(Baseline.self, from: data("Samples/baseline.json"))
        let outcomes = baseline.outcomes.values.flatMap(\.self)
        let verified = outcomes.count { $0 == "verified" }
        let exact = verified + outcomes.count { $0 == "exact" }
        let negatives = outcomes.count { $0 == "silent" }
        let documents = outcomes.count - negatives
        for (page, row) in [
            ("README.md", "| \(documents) | \(exact) ("), ("README.md", "%) | \(verified) | 0 | 0 of \(negatives) |"),
            ("docs/accuracy.md", "levels 0 to 5 | \(documents) | \(exact) | \(verified) | 0 |"),
        ] {
            #expect(String(decoding: try data(page), as: UTF8.self).contains(row), "\(page): \(row)")
        }
    }
}
