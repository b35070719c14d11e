import MRZParsing
import Testing

@Suite("Alphabets")
struct MRZAlphabetTests {
    @Test("the named sets")
    func namedSets() {
        #expect(MRZAlphabet.digits.count == 10)
        #expect(MRZAlphabet.letters.count == 26)
        #expect(MRZAlphabet.any.count == 37)
        #expect(MRZAlphabet.none.isEmpty)
        #expect(MRZAlphabet.digits.allSatisfy { $0.isDigit })
        #expect(MRZAlphabet.letters.allSatisfy { $0.isLetter })
        #expect(Array(MRZAlphabet.filler) == [.filler])
        #expect(MRZAlphabet.any.description == "0-9A-Z<")
    }

    @Test("membership is what was put in")
    func membership() throws {
        let line = try MRZLine("M<F0")
        let set = MRZAlphabet(line)
        for character in MRZCharacter.all { #expect(set.contains(character) == line.contains(character)) }
        #expect(set.map(\.expandedDescription) == ["0", "F", "M", "<"])
    }

    @Test("set algebra")
    func algebra() {
        #expect(MRZAlphabet.any.subtracting(.letters) == .digitsAndFiller)
        #expect(MRZAlphabet.alphanumeric.intersection(.lettersAndFiller) == .letters)
        #expect(MRZAlphabet.digits.union(.filler) == .digitsAndFiller)
        #expect(MRZAlphabet.digits.isSubset(of: .alphanumeric))
        #expect(!MRZAlphabet.any.isSubset(of: .alphanumeric))
        #expect(MRZAlphabet(bits: .max) == .any)
    }
}
