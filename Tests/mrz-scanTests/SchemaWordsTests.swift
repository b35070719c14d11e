import Foundation
import MRZParsing
import Scanning
import Testing

/// The words that `mrz-scan schema` tells of are those that there are.
@Suite struct SchemaWordsTests {
    @Test func reasons() throws {
        let run = try BuiltProgram.run(["schema", "result"])
        var schema: Any? = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        for key in ["$defs", "result", "properties", "reasons", "items", "properties", "code", "x-words"] {
            schema = (schema as? [String: Any])?[key]
        }
        let words = try #require(schema as? [String])
        let place = MRZPosition(line: 0, column: 0)
        let codes =
            VerificationFailure.Reason.all(at: place).map(\.code) + Reading.Doubt.all(at: place).map(\.code)
        #expect(words.sorted() == codes.sorted())
    }
}
