import MRZParsing
import Testing

@Suite("Check digits")
struct CheckDigitTests {
    @Test(
        "worked examples of Doc 9303-3, 4.9 and Appendix A, and of Doc 9303-11",
        arguments: [
            ("520727", 3), ("AB2134<<<", 5), ("L898902C", 3), ("L898902C<", 3), ("L898902C3", 6), ("D23145890734", 9),
            ("", 0), ("<<<", 0), ("5", 5), ("HA672242<", 6), ("HA672242<658022549601086<<<<<<<<<<<<<<0", 8),
            ("HA672242<658022549601086<<<<<<<", 8),
            ("D231458907<<<<<<<<<<<<<<<34071279507122<<<<<<<<<<<", 2),
        ])
    func workedExamples(text: String, digit: Int) throws {
        #expect(CheckDigit(of: try MRZLine(text)).value == digit)
        #expect(try CheckDigit(reading: text).value == digit)
    }

    @Test("a text typed by hand: either case, spaces as fillers")
    func typedText() throws {
        #expect(try CheckDigit(reading: "l898902c") == CheckDigit(reading: "L898902C<"))
        #expect(try CheckDigit(reading: "AB 2134").value == CheckDigit(reading: "AB<2134").value)
        #expect(throws: MRZParsingError.illegalCharacter(line: 0, column: 2)) { try CheckDigit(reading: "AB@CD") }
        #expect(throws: MRZParsingError.illegalCharacter(line: 0, column: 1)) { try CheckDigit(reading: "AÄ") }
    }

    @Test("weights repeat 7, 3, 1")
    func weights() {
        #expect((0..<7).map(CheckDigit.weight(at:)) == [7, 3, 1, 7, 3, 1, 7])
    }

    @Test("the ten blind classes")
    func blindClasses() {
        let classes = CheckDigit.blindClasses.map { $0.map(\.expandedDescription).joined() }
        #expect(classes == ["0AKU<", "1BLV", "2CMW", "3DNX", "4EOY", "5FPZ", "6GQ", "7HR", "8IS", "9JT"])
    }

    @Test("exchanging characters of one class never changes the digit, of two classes always does")
    func blindness() throws {
        let line = try MRZLine("L898902C3")
        for position in line.indices {
            for other in MRZCharacter.all {
                var changed = line.characters
                changed[position] = other
                let same = CheckDigit(of: changed) == CheckDigit(of: line)
                #expect(same == CheckDigit.blindClass(of: line[position]).contains(other))
            }
        }
    }

    @Test("the printed character")
    func character() throws {
        #expect(try CheckDigit(reading: "520727").character == MRZCharacter("3"))
    }
}
