import MRZParsing
import Testing

@Suite("Texts of fields")
struct FieldTextTests {
    /// The cases the peers' own trimming tests have.
    @Test(
        "fillers are trimmed on both sides, and a space for those inside",
        arguments: [
            ("ABC<<<", "ABC"), ("<<<ABC<<<", "ABC"), ("<<<", ""), ("AB<2134<<", "AB 2134"), ("A<<B", "A  B"),
        ])
    func trimmed(raw: String, text: String) throws {
        let padded = raw + String(repeating: "<", count: 14 - raw.count)
        let mrz = try MRZ(printing: [.personalNumber: padded], in: .td3)
        let field = try #require(mrz.field(.personalNumber))
        #expect(field.raw == padded)
        #expect(field.text == text)
        #expect(field.isEmpty == text.isEmpty)
    }

    @Test("words")
    func words() throws {
        let mrz = try MRZ(printing: [.personalNumber: "<A<<BC<D"], in: .td3)
        #expect(mrz.field(.personalNumber)?.words == ["A", "BC", "D"])
    }
}
