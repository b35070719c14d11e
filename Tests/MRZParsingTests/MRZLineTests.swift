import MRZParsing
import Testing

@Suite("Lines")
struct MRZLineTests {
    @Test("strict reading keeps every character")
    func strict() throws {
        let line = try MRZLine("P<UTO0")
        #expect(line.text == "P<UTO0")
        #expect(line.count == 6)
        #expect(try MRZLine("").isEmpty)
    }

    @Test("the place of the first illegal character", arguments: [("P<uto", 2), ("AB CD", 2), ("É", 0), ("ABC*", 3)])
    func illegal(text: String, column: Int) {
        #expect(throws: MRZParsingError.illegalCharacter(line: 0, column: column)) { try MRZLine(text) }
    }

    @Test("a typed line may be in lower case and spaced")
    func typed() throws {
        #expect(try MRZLine(typed: "p<uto anna").text == "P<UTO<ANNA")
        #expect(throws: MRZParsingError.illegalCharacter(line: 0, column: 1)) { try MRZLine(typed: "a-b") }
    }
}
