import MRZParsing
import Testing

/// The behaviours the bridge's peers test in their own parsers, and a few of ours.
@Suite("MRZs in free text")
struct MRZTextTests {
    /// The peers' sample, whose digits of expiry and composite are wrong.
    private let sample = """
        P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
        L898902C36UTO6908061F0608156<<<<<<<<<<<<<<04
        """

    @Test(
        "no MRZ",
        arguments: [
            "", "   \n \n", "This is an ordinary sentence.\nAnd this is another one.", "ABCDEF\n123456",
            "Forty four letters stand in that line if the spaces go\n"
                + "Forty four letters stand in that line if the spaces go",
            "PASSPORTS\nthis line has thirty letters inside\nthis line has thirty letters inside",
        ])
    func none(text: String) {
        #expect(MRZText.matches(in: text).isEmpty)
    }

    @Test("two lines of a passport")
    func passport() throws {
        let find = try #require(MRZText.matches(in: sample).first)
        #expect(find.lines.map(\.count) == [44, 44])
        #expect(find.lines[0].text.hasPrefix("P"))
        #expect(find.lineNumbers == [0, 1])
        #expect(find.formats == [.td3])
    }

    @Test("three lines of a card")
    func card() throws {
        let find = try #require(MRZText.matches(in: Specimen.td1).first)
        #expect(find.lines.map(\.count) == [30, 30, 30])
    }

    @Test("lower case, indented, spaced, with the line ends of another system")
    func untidy() throws {
        let text = "\t" + sample.lowercased().replacing("\n", with: "\r\n    ").replacing("<<anna", with: "<< anna ")
        let find = try #require(MRZText.matches(in: text).first)
        #expect(find.lines.map(\.text) == sample.split(separator: "\n").map(String.init))
    }

    @Test("noise of another length before the pair")
    func noiseOfAnotherLength() throws {
        let noise = "X<DECNOISE" + String(repeating: "<", count: 35)
        #expect(noise.count == 45)
        let find = try #require(MRZText.matches(in: noise + "\n" + sample).first)
        #expect(find.lines[0].text.hasPrefix("P"))
    }

    @Test("noise of the same length before or after the pair")
    func noiseOfTheSameLength() throws {
        let noise = "X<DECNOISE" + String(repeating: "<", count: 34)
        for text in [noise + "\n" + Specimen.td3, Specimen.td3 + "\n" + noise] {
            #expect(MRZText.documents(in: text).map(\.expandedDescription) == [Specimen.td3])
        }
    }

    @Test("without a better pair, the last two lines")
    func lastTwo() throws {
        let lines = ["W", "X", "Y"].map { $0 + "<ABC" + String(repeating: "<", count: 39) }
        let find = try #require(MRZText.matches(in: lines.joined(separator: "\n")).first)
        #expect(find.lines.map(\.text) == Array(lines.suffix(2)))
    }

    @Test("words before, between and after")
    func words() throws {
        let lines = sample.split(separator: "\n")
        let text = "PASSPORT\nUtopia\n\(lines[0])\nsome words\n\(lines[1])\nthe end"
        let find = try #require(MRZText.matches(in: text).first)
        #expect(find.lines.count == 2)
        #expect(find.lineNumbers == [2, 4])
    }

    @Test(
        "words, quotes and signs on the same lines",
        arguments: [
            ("MRZ: ", ""), ("> ", ""), ("1 ", ""), ("\"", "\","), ("", "."), ("", ";"),
            ("line 2 of 2: ", " (specimen)"),
        ])
    func wordsBeside(before: String, after: String) throws {
        let lines = sample.split(separator: "\n")
        let text = lines.map { before + $0 + after }.joined(separator: "\n")
        let find = try #require(MRZText.matches(in: text).first)
        #expect(find.lines.map(\.text) == lines.map(String.init))
        #expect(find.lineNumbers == [0, 1])
    }

    private func lines(of text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    /// As a page of two columns is copied. The second line of one belongs to no other.
    @Test("MRZs side by side", arguments: ["   ", " | ", "\t", String(repeating: " ", count: 70)])
    func sideBySide(between: String) throws {
        let (left, right) = (lines(of: Specimen.td3), lines(of: Specimen.mrvA))
        let text = zip(left, right).map { $0 + between + $1 }.joined(separator: "\n")
        let finds = MRZText.matches(in: text)
        #expect(finds.map { $0.lines.map(\.text) } == [left, right])
        #expect(finds.map(\.lineNumbers) == [[0, 1], [0, 1]])
        // Of one of them a line is damaged: what is left of it is given to nobody else.
        let damaged = text.replacing(left[1], with: String(repeating: "?", count: 44))
        #expect(MRZText.matches(in: damaged).map { $0.lines.map(\.text) } == [right])
    }

    /// Of the first the second line is damaged, of the second the first: what is left of either is no document.
    @Test("lines of two MRZs with damaged ones between", arguments: ["", "?", "<<<<<"])
    func damagedBetween(damage: String) throws {
        let (one, other) = (lines(of: Specimen.td3), lines(of: Specimen.mrvA))
        func damaged(_ line: String) -> String { line.prefix(22) + damage + line.dropFirst(23) }
        let text = [one[0], damaged(one[1]), damaged(other[0]), other[1]].joined(separator: "\n")
        #expect(MRZText.matches(in: text).isEmpty)
        #expect(MRZText.matches(in: one[0] + "\n" + damaged(one[1]) + "\n" + other[1]).isEmpty)
    }

    @Test("several MRZs, each in one line of JSON")
    func severalInJSON() throws {
        let all = [lines(of: Specimen.td3), lines(of: Specimen.mrvA)]
        let rows = all.map { "[" + $0.map { "\"\($0)\"" }.joined(separator: ",") + "]" }
        for separator in [",\n", ","] {
            #expect(MRZText.matches(in: rows.joined(separator: separator)).map { $0.lines.map(\.text) } == all)
        }
    }

    @Test("both lines in one line of JSON")
    func inJSON() throws {
        let lines = sample.split(separator: "\n")
        let find = try #require(MRZText.matches(in: #"{"lines":["\#(lines[0])","\#(lines[1])"]}"#).first)
        #expect(find.lines.map(\.text) == lines.map(String.init))
    }

    @Test("a byte order mark before the first line")
    func byteOrderMark() throws {
        #expect(MRZText.matches(in: "\u{FEFF}" + sample).map(\.lineNumbers) == [[0, 1]])
    }

    @Test("a licence whose name leaves no room for a filler, if its check digits hold")
    func noFiller() throws {
        let licence = "D1FRA17KW487627320314THORVALD5"
        #expect(MRZText.documents(in: licence).map(\.format) == [.frenchDrivingLicence])
        #expect(MRZText.matches(in: licence.replacing("RVALD5", with: "RVALD6")).isEmpty)
    }

    @Test("what the peers read from their sample")
    func sampleFields() throws {
        let mrz = try #require(MRZText.documents(in: sample).first)
        #expect(mrz.documentCode == "P")
        #expect(mrz.issuingState == "UTO")
        #expect(mrz.primaryIdentifier == "ERIKSSON")
        #expect(mrz.secondaryIdentifier == "ANNA MARIA")
        #expect(mrz.documentNumber == "L898902C3")
        #expect(mrz.nationality == "UTO")
        #expect(mrz.field(.dateOfBirth)?.raw == "690806")
        #expect(mrz.sex == .female)
        #expect(mrz.field(.dateOfExpiry)?.raw == "060815")
    }

    @Test("the lines written in one", arguments: [Specimen.td1, Specimen.td2, Specimen.td3, Specimen.mrvA])
    func inOne(text: String) {
        let text = "MRZ:\n" + text.replacing("\n", with: "") + "\nend"
        #expect(MRZText.documents(in: text).map { "MRZ:\n" + $0.lines.map(\.text).joined() + "\nend" } == [text])
        #expect(Set(MRZText.matches(in: text).flatMap(\.lineNumbers)) == [1])
    }

    @Test("a person with one name")
    func oneName() throws {
        let text = sample.replacing("ERIKSSON<<ANNA<MARIA", with: "SMITHSON<<<<<<<<<<<<")
        let mrz = try #require(MRZText.documents(in: text).first)
        #expect(mrz.primaryIdentifier == "SMITHSON")
        #expect(mrz.secondaryIdentifier == "")
    }

    @Test("what the peers read from their card")
    func cardFields() throws {
        let mrz = try #require(MRZText.documents(in: Specimen.td1).first)
        #expect(mrz.documentCode == "I")
        #expect(mrz.issuingState == "UTO")
        #expect(mrz.documentNumber == "D23145890")
        #expect(mrz.field(.dateOfBirth)?.raw == "740812")
        #expect(mrz.field(.dateOfExpiry)?.raw == "120415")
        #expect(mrz.nationality == "UTO")
    }

    @Test("several MRZs in one text, each in its layout and in order")
    func several() {
        let specimens = [
            Specimen.td1, Specimen.mrvB, Specimen.td3, Specimen.frenchDrivingLicence, Specimen.swissDrivingLicence,
            Specimen.frenchIdentityCard, Specimen.td2, Specimen.mrvA,
        ]
        let documents = MRZText.documents(in: specimens.joined(separator: "\n\n"))
        #expect(
            documents.map(\.format.name) == ["TD1", "MRVB", "TD3", "FRA-DL", "CHE-DL", "FRA-ID", "TD2", "MRVA"])
        #expect(documents.map(\.expandedDescription) == specimens)
    }
}
