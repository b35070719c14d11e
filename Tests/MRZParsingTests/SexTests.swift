import MRZParsing
import Testing

@Suite("Sex")
struct SexTests {
    @Test("the letters that mean something, and no other")
    func letters() {
        for character in MRZCharacter.all {
            #expect((Sex(character) != nil) == Sex.alphabet.contains(character))
        }
        #expect(Sex(MRZCharacter.filler) == .unspecified)
        #expect(MRZCharacter("X").flatMap { Sex($0) } == .nonConformingX)
    }
}
