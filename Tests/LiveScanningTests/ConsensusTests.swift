import LiveScanning
import MRZParsing
import TestSupport
import Testing

/// The rule of docs/live.md, sentence by sentence.
@Suite struct ConsensusTests {
    private static let lines = Doc9303.td3
    /// Another document of the same holder.
    private static let other = [
        "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<<<<<<<<<0",
    ]
    /// Swiss licences have no check digits.
    private static let licence = ["FAT391D<<", "FACHE187753048320<<010101<<<<<", "MUSTER<<MARIA<ANNA<<<<<<<<<<<<"]

    private func mrz(_ lines: [String] = lines, _ format: MRZFormat = .td3) throws -> MRZ {
        try MRZ(lines.map { try MRZLine($0) }, format: format)
    }

    /// The lines with the character at a place replaced.
    private func lines(_ lines: [String] = lines, line: Int, column: Int, _ character: Character) -> [String] {
        var lines = lines
        var characters = Array(lines[line])
        characters[column] = character
        lines[line] = String(characters)
        return lines
    }

    private let name = MRZPosition(line: 0, column: 8)
    private let birth = MRZPosition(line: 1, column: 15)

    @Test func oneFrameIsNotEnough() throws {
        var consensus = Consensus()
        let reading = FrameReading(try mrz())
        #expect(consensus.admit(reading) == .newDocument)
        #expect(!consensus.backs(reading))
    }

    @Test func twoFramesThatAreSureOfEverythingAre() throws {
        var consensus = Consensus()
        let reading = FrameReading(try mrz())
        _ = consensus.admit(reading)
        #expect(consensus.admit(reading) == .counted)
        #expect(consensus.backs(reading))
    }

    @Test func whatNoDigitCoversNeedsTwoFramesThatAreSure() throws {
        var consensus = Consensus()
        let doubtful = FrameReading(try mrz(), doubtful: [name])
        let sure = FrameReading(try mrz())
        _ = consensus.admit(sure)
        _ = consensus.admit(doubtful)
        #expect(!consensus.backs(sure))
        _ = consensus.admit(sure)
        #expect(consensus.backs(doubtful))
    }

    @Test func underACheckDigitOneSureFrameOfTwoSuffices() throws {
        var consensus = Consensus()
        let sure = FrameReading(try mrz())
        let doubtful = FrameReading(try mrz(), doubtful: [birth])
        _ = consensus.admit(doubtful)
        #expect(!consensus.backs(doubtful))
        _ = consensus.admit(sure)
        #expect(consensus.backs(doubtful))
        // Two that doubt it are not enough.
        var doubters = Consensus()
        _ = doubters.admit(doubtful)
        _ = doubters.admit(doubtful)
        #expect(!doubters.backs(doubtful))
    }

    @Test func glyphsOffTheirCellsAreSureOfNothing() throws {
        var consensus = Consensus()
        let weak = FrameReading(try mrz(), isWeak: true)
        for _ in 0..<10 { _ = consensus.admit(weak) }
        #expect(!consensus.backs(weak))
    }

    @Test func anotherReadingOfANameMustBeOutnumberedThreeToOne() throws {
        var consensus = Consensus()
        let right = FrameReading(try mrz())
        let wrong = FrameReading(try mrz(lines(line: 0, column: 8, "H")))
        for reading in [right, right, wrong] { _ = consensus.admit(reading) }
        #expect(!consensus.backs(right) && !consensus.backs(wrong))
        _ = consensus.admit(right)
        #expect(consensus.backs(right))
        #expect(!consensus.backs(wrong))
    }

    @Test func nothingIsPutTogetherFromPieces() throws {
        // Each frame has another letter wrong: every passage is backed, but no frame shows them all.
        var consensus = Consensus()
        let first = FrameReading(try mrz(lines(line: 0, column: 8, "H")))
        let second = FrameReading(try mrz(lines(line: 1, column: 20, "M")))
        for reading in [first, second, first, second] { _ = consensus.admit(reading) }
        #expect(!consensus.backs(first) && !consensus.backs(second))
    }

    @Test func anotherDocumentNumberIsAnotherDocument() throws {
        var consensus = Consensus()
        let first = FrameReading(try mrz())
        let second = FrameReading(try mrz(Self.other))
        for _ in 0..<5 { _ = consensus.admit(first) }
        // The same name, nationality and dates count for nothing.
        #expect(consensus.admit(second) == .newDocument)
        #expect(!consensus.backs(second))
        #expect(consensus.frames == 1)
        _ = consensus.admit(second)
        #expect(consensus.backs(second))
        #expect(!consensus.backs(first))
    }

    @Test func aFrameThatDoesNotShowTheNumberVouchesForNothing() throws {
        var consensus = Consensus()
        let reading = FrameReading(try mrz())
        let smudged = FrameReading(try mrz(lines(line: 1, column: 3, "1")))
        _ = consensus.admit(reading)
        #expect(consensus.admit(smudged) == .ignored)
        #expect(!consensus.backs(reading))
        #expect(consensus.frames == 1)
    }

    @Test func manyFramesThatDoNotShowTheNumberAreAnotherDocument() throws {
        var consensus = Consensus()
        _ = consensus.admit(FrameReading(try mrz()))
        let licence = FrameReading(try mrz(Self.licence, .swissDrivingLicence))
        for _ in 0..<Consensus.Configuration().strangers { #expect(consensus.admit(licence) == .ignored) }
        #expect(consensus.admit(licence) == .newDocument)
        #expect(consensus.admit(licence) == .counted)
    }

    @Test func withoutANumberUnderADigitLikenessTells() throws {
        var consensus = Consensus()
        let licence = FrameReading(try mrz(Self.licence, .swissDrivingLicence))
        #expect(consensus.admit(licence) == .newDocument)
        let misread = FrameReading(try mrz(lines(Self.licence, line: 2, column: 3, "I"), .swissDrivingLicence))
        #expect(consensus.admit(misread) == .counted)
        let another = ["XYZ765B<<", "FACHE930705373292<<130912<<<<<", "ZELENKOVA<<GIULIA<<<<<<<<<<<<<"]
        #expect(consensus.admit(FrameReading(try mrz(another, .swissDrivingLicence))) == .newDocument)
    }

    /// Two licences of one surname have most places in common, for the fillers in both.
    @Test func fillersSayNothingOfLikeness() throws {
        var consensus = Consensus()
        #expect(consensus.admit(FrameReading(try mrz(Self.licence, .swissDrivingLicence))) == .newDocument)
        let relative = ["FAT391D<<", "FACHE194762035931<<020304<<<<<", "MUSTER<<PETER<<<<<<<<<<<<<<<<<"]
        #expect(consensus.admit(FrameReading(try mrz(relative, .swissDrivingLicence))) == .newDocument)
    }

    @Test func aWrongDigitOnThePaperIsAllThereIs() throws {
        var consensus = Consensus()
        let wrong = FrameReading(try mrz(lines(line: 1, column: 9, "1")))
        for _ in 0..<5 { _ = consensus.admit(wrong) }
        #expect(!consensus.isAllThereIs(wrong))
        _ = consensus.admit(wrong)
        #expect(consensus.isAllThereIs(wrong))
        #expect(!consensus.backs(wrong))
    }

    @Test func aDisputeOfTheWitnessNeedsThreeAgreements() {
        var consensus = Consensus()
        let answers = [false, true, true, true].map { consensus.secondReader(agrees: $0, isPoor: false) }
        #expect(answers == [false, false, false, true])
        var undisputed = Consensus()
        let answer = undisputed.secondReader(agrees: true, isPoor: false)
        #expect(answer)
    }

    /// A slip of paper that one small frame showed and the next did not was verified before a camera.
    @Test func aDisputeOfAPoorFrameCountsForPoorFrames() {
        var consensus = Consensus()
        let answers = [false, true, true, true].map { consensus.secondReader(agrees: $0, isPoor: true) }
        #expect(answers == [false, false, false, true])
        var replaced = Consensus()
        let poor = replaced.secondReader(agrees: false, isPoor: true)
        let good = replaced.secondReader(agrees: true, isPoor: false)
        #expect(!poor && good)
    }

    @Test func whatFramesSayIsNotInTheirDescription() throws {
        var consensus = Consensus()
        let reading = FrameReading(try mrz())
        _ = consensus.admit(reading)
        var text = "\(consensus) \(reading)"
        dump(consensus, to: &text)
        dump(reading, to: &text)
        #expect(!text.contains("ERIKSSON") && !text.contains("898902"))
    }
}
