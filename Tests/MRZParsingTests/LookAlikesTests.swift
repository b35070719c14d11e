import MRZParsing
import Testing

@Suite("Look-alikes")
struct LookAlikesTests {
    @Test("symmetric, and nothing resembles itself")
    func symmetric() {
        for character in MRZCharacter.all {
            #expect(!LookAlikes.of(character).contains(character))
            for other in LookAlikes.of(character) { #expect(LookAlikes.of(other).contains(character)) }
        }
    }

    @Test(
        "look-alikes a check digit cannot tell apart",
        arguments: [
            ("<", "AK"), ("K", "A<"), ("0", "U"), ("1", "L"), ("6", "G"), ("8", "S"), ("P", "F"), ("M", "W"), ("O", ""),
            ("I", ""), ("5", ""), ("B", ""),
        ] as [(Character, String)])
    func blindTwins(character: Character, twins: String) throws {
        let character = try #require(MRZCharacter(character))
        #expect(LookAlikes.blindTwins(of: character).map(\.expandedDescription).joined() == twins)
    }

    @Test(
        "look-alikes a check digit can tell apart",
        arguments: [
            "O0", "Q0", "D0", "I1", "Z2", "S5", "B8", "MN", "UV",
            "C<", "4A", "7T",
        ])
    func visible(pair: String) throws {
        let pair = try MRZLine(pair)
        #expect(LookAlikes.of(pair[0]).contains(pair[1]))
        #expect(!LookAlikes.blindTwins(of: pair[0]).contains(pair[1]))
    }
}
