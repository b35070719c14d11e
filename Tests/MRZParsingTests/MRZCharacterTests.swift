import MRZParsing
import Testing

@Suite("Characters")
struct MRZCharacterTests {
    @Test("37 characters, each reachable by every door")
    func doors() {
        #expect(MRZCharacter.all.map(\.character).count == 37)
        #expect(String(MRZCharacter.all.map(\.character)) == "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<")
        for (index, character) in MRZCharacter.all.enumerated() {
            #expect(MRZCharacter(index: index) == character)
            #expect(MRZCharacter(ascii: character.ascii) == character)
            #expect(MRZCharacter(character.character) == character)
        }
    }

    @Test("nothing else is let in")
    func closed() {
        #expect((UInt8.min...UInt8.max).compactMap { MRZCharacter(ascii: $0) }.count == 37)
        for other in ["a", "Ä", " ", ">", "\n", "\r\n", "０", "К"] as [Character] {
            #expect(MRZCharacter(other) == nil)
        }
        #expect(MRZCharacter(index: -1) == nil)
        #expect(MRZCharacter(index: 37) == nil)
        #expect(MRZCharacter(digit: 10) == nil)
    }

    @Test("values of Doc 9303-3, 4.9")
    func values() {
        #expect(MRZCharacter.all.map(\.value) == Array(0...35) + [0])
        #expect(MRZCharacter("7")?.digit == 7)
        #expect(MRZCharacter("A")?.digit == nil)
        #expect(MRZCharacter.filler.digit == nil)
    }
}
