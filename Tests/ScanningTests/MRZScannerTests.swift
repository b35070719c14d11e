import Imaging
import LabelledSamples
import MRZDetection
import MRZParsing
import Recognition
import Scanning
import TestSupport
import Testing

/// What the scanner makes of glyphs: the picture gives the band, a script the characters.
@Suite struct MRZScannerTests {
    private static let lines = Doc9303.td3

    /// - Parameters:
    ///   - seen: what the second reader sees, if it sees something else.
    ///   - tieBreaker: which sees the same otherwise.
    private func scan(
        _ glyphs: [[Glyph]], secondReader seen: [[Glyph]]? = nil, tieBreaker: ScriptedRecognizer? = nil
    ) throws -> [Reading] {
        var configuration = MRZScanner.Configuration()
        // One band, so that the script stays in step with the lines.
        configuration.detector.maxBands = 1
        // The picture shows something else than the script: what its pixels say is tested elsewhere.
        configuration.pixels.isAsked = false
        let today = CalendarDay.ofTests
        let scanner = MRZScanner(
            ScriptedRecognizer.panel(
                ScriptedRecognizer(glyphs), secondReader: ScriptedRecognizer(seen ?? glyphs),
                tieBreaker: tieBreaker ?? ScriptedRecognizer(glyphs)), asOf: today, configuration: configuration)
        return try scanner.scan(LabelledSample("td3/096-scan-rgb.jpg").picture()).readings
    }

    /// A picture without pixels shows nothing, whichever of its sides is none.
    @Test(arguments: [(0, 0), (5, 0), (0, 5)]) func aPictureWithoutPixelsShowsNothing(_ width: Int, _ height: Int)
        throws
    {
        let scanner = MRZScanner(try .builtIn(), asOf: .ofTests)
        let picture = Picture(gray: GrayImage(width: width, height: height, pixels: []))
        #expect(try scanner.scan(picture).readings.isEmpty && scanner.scanParts(of: picture).readings.isEmpty)
    }

    private func reading(_ lines: [String] = lines, changing change: (inout [[Glyph]]) -> Void = { _ in }) throws
        -> Reading
    {
        var glyphs = lines.map { ScriptedRecognizer.glyphs($0) }
        change(&glyphs)
        let readings = try scan(glyphs)
        #expect(readings.count == 1)
        return try #require(readings.first)
    }

    @Test func whatIsSureAndHoldsIsVerified() throws {
        let reading = try reading()
        #expect(reading.isVerified)
        #expect(reading.mrz.lines.map(\.text) == Self.lines)
        #expect(reading.mrz.format == .td3)
        #expect(reading.transcript.repairs.isEmpty)
        #expect(reading.transcript.gaps == 0)
        #expect(reading.mrz.checkReport.results.count(where: \.holds) == 5)
        #expect(reading.confidence > 0.98)
        #expect(!reading.isMirrored)
    }

    /// A code that no list has is likelier a misreading, even where every reader is as sure of it. The reason is the
    /// standard's: nothing is said against the characters, and nothing more is searched for.
    @Test(arguments: ["ZSL", "XQX"]) func aStateThatNoListHasIsReadAndNotVerified(_ code: String) throws {
        let reading = try reading(["P<\(code)ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", Self.lines[1]])
        guard case .unverified(let reasons, let doubts) = reading.status else {
            Issue.record("an unknown State was verified")
            return
        }
        #expect(reasons == [.unknownState(.issuingState, at: MRZSpan(line: 0, 2..<5))])
        #expect(doubts.isEmpty)
    }

    /// Germany's code is one letter and two fillers.
    @Test func aStateOfOneLetterIsKnown() throws {
        let reading = try reading(["P<D<<ERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", Self.lines[1]])
        #expect(reading.isVerified)
    }

    /// A passport whose optional data fits no check digit is one that fails, and no visa, which would have none there.
    @Test func aPassportIsNoVisa() throws {
        let passport = try reading(["PV" + Self.lines[0].dropFirst(2), Self.lines[1].prefix(28) + "KKKKKKKKKKKKKKKK"])
        #expect(passport.mrz.format == .td3 && !passport.isVerified)
        let visa = try reading(["VV" + Self.lines[0].dropFirst(2), Self.lines[1].prefix(28) + "KKKKKKKKKKKKKKKK"])
        #expect(visa.mrz.format == .mrvA && visa.isVerified)
    }

    @Test func aLetterThatTheWitnessReadsDifferentlyIsDisputed() throws {
        var other = Self.lines
        other[0] = "P<UTOERIKSSOM<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
        let readings = try scan(
            Self.lines.map { ScriptedRecognizer.glyphs($0) }, secondReader: other.map { ScriptedRecognizer.glyphs($0) })
        let reading = try #require(readings.first)
        guard case .unverified(let reasons, let doubts) = reading.status else {
            Issue.record("a disputed letter was verified")
            return
        }
        #expect(reasons.isEmpty)
        #expect(doubts == [.disputed(at: MRZPosition(line: 0, column: 12))])
    }

    /// In a blur the second reader sees the same letter, and hardly likelier than others; under a check digit that does
    /// not matter.
    @Test func aLetterThatTheWitnessIsNotSureOfIsDisputed() throws {
        let glyphs = Self.lines.map { ScriptedRecognizer.glyphs($0) }
        var unsure = glyphs
        for (line, column, rival) in [(0, 11, "Q"), (1, 3, "3")] {
            let glyph = unsure[line][column]
            unsure[line][column] = Glyph(
                character: glyph.character, confidence: 0.6,
                alternatives: rival.utf8.map { Glyph.Alternative(character: $0, confidence: 0.4) }, left: glyph.left,
                right: glyph.right)
        }
        guard case .unverified(_, let doubts) = try #require(scan(glyphs, secondReader: unsure).first).status else {
            Issue.record("a letter that the second reader only guessed was verified")
            return
        }
        #expect(doubts == [.disputed(at: MRZPosition(line: 0, column: 11))])
    }

    @Test func aDigitUnderACheckDigitNeedsNoWitness() throws {
        var other = Self.lines
        other[1] = "L898902C36UTO7408122F1204159ZE184226B<<<<<70"
        let readings = try scan(
            Self.lines.map { ScriptedRecognizer.glyphs($0) }, secondReader: other.map { ScriptedRecognizer.glyphs($0) })
        #expect(readings.first?.isVerified == true)
    }

    /// 8 and S weigh the same: the check digit holds with either.
    @Test func aCharacterThatItsCheckDigitDoesNotTellFromWhatTheWitnessReadsIsDisputed() throws {
        var other = Self.lines
        other[1] = "L898902C36UTO7408122F1204159ZE1S4226B<<<<<10"
        let readings = try scan(
            Self.lines.map { ScriptedRecognizer.glyphs($0) }, secondReader: other.map { ScriptedRecognizer.glyphs($0) })
        guard case .unverified(_, let doubts) = try #require(readings.first).status else {
            Issue.record("a disputed twin was verified")
            return
        }
        #expect(doubts == [.disputed(at: MRZPosition(line: 1, column: 31))])
    }

    /// The second time that the lines are read they are shown without their faint strokes.
    @Test func aLetterThatHangsOnFaintStrokesIsDisputed() throws {
        var bold = Self.lines
        bold[0] = "P<UTOERIKSSOM<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
        let glyphs = Self.lines.map { ScriptedRecognizer.glyphs($0) }
        let readings = try scan(glyphs + bold.map { ScriptedRecognizer.glyphs($0) }, secondReader: glyphs)
        guard case .unverified(_, let doubts) = try #require(readings.first).status else {
            Issue.record("a letter that is another one without its faint strokes was verified")
            return
        }
        let place = MRZPosition(line: 0, column: 12)
        #expect(doubts == [.disputed(at: place)] || doubts == [.unsure(at: place)])
    }

    /// A look in which digits are lost that a check digit proves tells nothing of letters.
    @Test func aBoldLookThatMisreadsWhatIsProvenDisputesNothing() throws {
        var bold = Self.lines
        bold[0] = "P<UTOERIKSSOM<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
        bold[1] = "L898902C36UTO7408122F1204154ZE184226B<<<<<10"
        let glyphs = Self.lines.map { ScriptedRecognizer.glyphs($0) }
        let readings = try scan(glyphs + bold.map { ScriptedRecognizer.glyphs($0) }, secondReader: glyphs)
        #expect(readings.first?.isVerified == true)
    }

    @Test func aLetterThatIsFaintAltogetherIsNotDisputedByItsStrokes() throws {
        let glyphs = Self.lines.map { ScriptedRecognizer.glyphs($0) }
        var bold = glyphs
        bold[0].remove(at: 12)
        #expect(try scan(glyphs + bold, secondReader: glyphs).first?.isVerified == true)
    }

    @Test func theTieBreakerIsNotAskedAboutWhatTheFirstLookSettles() throws {
        let tieBreaker = ScriptedRecognizer([[]])
        #expect(
            try scan(Self.lines.map { ScriptedRecognizer.glyphs($0) }, tieBreaker: tieBreaker).first?.isVerified == true
        )
        #expect(tieBreaker.calls == 0)
    }

    /// The first look is not sure of a letter, the others are.
    @Test(arguments: ["S", "Z"]) func theTieBreakerHasToAgreeWithWhatTookMoreLooks(_ seen: String) throws {
        let sure = Self.lines.map { ScriptedRecognizer.glyphs($0) }
        var doubtful = sure
        doubtful[0][9].confidence = 0.3
        let tieBreaker = ScriptedRecognizer([
            ScriptedRecognizer.glyphs("P<UTOERIK\(seen)SON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"), sure[1],
        ])
        let readings = try scan(
            doubtful + Array(repeating: sure, count: 8).flatMap(\.self), secondReader: sure, tieBreaker: tieBreaker)
        let reading = try #require(readings.first)
        #expect(tieBreaker.calls >= 2)
        #expect(reading.isVerified == (seen == "S"))
        guard case .unverified(_, let doubts) = reading.status else { return }
        #expect(doubts == [.disputed(at: MRZPosition(line: 0, column: 9))])
    }

    /// A ruled line through every line of print joins its characters: they are read all the same, and not verified.
    @Test(arguments: [0.3, 0.5]) func printThatARuledLineJoinsIsRead(_ share: Double) throws {
        let sample = try LabelledSample("td3/096-scan-rgb.jpg")
        let picture = try sample.picture()
        let scanner = MRZScanner(try .builtIn(), asOf: .ofTests)
        let plain = try #require(try scanner.scan(picture).readings.first)
        let (quad, count) = (plain.quad, Double(plain.mrz.lines.count))
        // Capitals are 0.61 of what lies between two lines (ICAO Doc 9303-3, 4.4).
        let capital = (quad.bottomLeft.y - quad.topLeft.y) / (1 + (count - 1) / 0.61)
        var pixels = picture.gray.pixels
        for line in 0..<plain.mrz.lines.count {
            for x in 0..<picture.gray.width {
                let along = (Double(x) - quad.topLeft.x) / (quad.topRight.x - quad.topLeft.x)
                let top = quad.topLeft.y + along * (quad.topRight.y - quad.topLeft.y) + Double(line) * capital / 0.61
                let first = Int((top + share * capital).rounded()) - 1
                for y in first..<(first + 2) { pixels[y * picture.gray.width + x] = 90 }
            }
        }
        let ruled = GrayImage(width: picture.gray.width, height: picture.gray.height, pixels: pixels)
        let found = try scanner.scan(Picture(gray: ruled)).readings
        #expect(found.map(\.mrz.lines) == [plain.mrz.lines])
        #expect(found.allSatisfy { !$0.isVerified })
    }

    @Test func theQuadIsThatOfTheZone() throws {
        let sample = try LabelledSample("td3/096-scan-rgb.jpg")
        let zone = try #require(sample.quad)
        let reading = try reading()
        #expect(zone.contains(reading.quad.center))
        let off = abs(reading.rotation - sample.orientation)
        #expect(min(off, 360 - off) < 2)
    }

    @Test func aWrongCheckDigitIsSaidAndNotMended() throws {
        var wrong = Self.lines
        wrong[1] = wrong[1].dropLast() + "4"
        let reading = try reading(wrong)
        #expect(reading.mrz.lines.map(\.text) == wrong)
        guard case .unverified(let reasons, _) = reading.status else {
            Issue.record("a wrong check digit was verified")
            return
        }
        #expect(reasons.count == 1)
        guard case .checkDigit(.composite, let position, .invalid) = try #require(reasons.first) else {
            Issue.record("another reason than the check digit")
            return
        }
        #expect(position == MRZPosition(line: 1, column: 43))
    }

    @Test func aDoubtfulLetterOfANameKeepsTheReadingFromBeingVerified() throws {
        let reading = try reading { $0[0][8].confidence = 0.3 }
        guard case .unverified(let reasons, let doubts) = reading.status else {
            Issue.record("a doubtful name was verified")
            return
        }
        #expect(reasons.isEmpty)
        #expect(doubts.contains(.unsure(at: MRZPosition(line: 0, column: 8))))
        #expect(doubts.map(\.code).contains("unsureGlyph"))
        #expect(reading.mrz.lines.map(\.text) == Self.lines)
    }

    @Test func aLetterWhereOnlyDigitsStandGivesWayToTheDigitSeenThereToo() throws {
        // The 0 of the birth's month, taken for an O.
        let position = MRZPosition(line: 1, column: 15)
        let reading = try reading { glyphs in
            glyphs[1][15].character = UInt8(ascii: "O")
            glyphs[1][15].alternatives = [.init(character: UInt8(ascii: "0"), confidence: 0.9)]
        }
        #expect(reading.mrz.lines.map(\.text) == Self.lines)
        #expect(
            reading.transcript.repairs == [
                Repair(
                    position: position, read: MRZCharacter("O"), used: try #require(MRZCharacter("0")),
                    reason: .alphabet)
            ])
    }

    @Test func nothingIsInventedToMakeACheckDigitHold() throws {
        // A 3 for the 8 of the document number, with no other reading: it stays.
        let reading = try reading { $0[1][1].character = UInt8(ascii: "3") }
        #expect(!reading.isVerified)
        #expect(reading.mrz.lines[1].text == "L398902C36UTO7408122F1204159ZE184226B<<<<<10")
    }

    @Test func aCheckDigitThatDecidedBetweenTwoReadingsVerifiesNothing() throws {
        let reading = try reading { glyphs in
            glyphs[1][1].character = UInt8(ascii: "3")
            glyphs[1][1].confidence = 0.9
            glyphs[1][1].alternatives = [.init(character: UInt8(ascii: "8"), confidence: 0.88)]
        }
        #expect(!reading.isVerified)
    }

    @Test func aLetterThatWasNotReadLeavesItsCellEmpty() throws {
        let reading = try reading { $0[0].remove(at: 8) }
        guard case .unverified(_, let doubts) = reading.status else {
            Issue.record("a gap in a name was verified")
            return
        }
        #expect(doubts.contains(.gap(at: MRZPosition(line: 0, column: 8))))
        // What follows stays in its place.
        #expect(reading.mrz.lines.map(\.text) == ["P<UTOERI<SSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", Self.lines[1]])
    }

    @Test func glyphsThatAreNoZoneGiveNoReading() throws {
        // What a listing may look like: digits from end to end.
        let digits = ScriptedRecognizer.glyphs(String(repeating: "1234567890", count: 4) + "1234")
        #expect(try scan([digits, digits]).allSatisfy { !$0.isVerified })
        #expect(try scan([[], []]).isEmpty)
    }

    @Test(arguments: [(0, 0), (1, 1), (640, 480)])
    func aBlankPictureIsNotEvenRead(_ width: Int, _ height: Int) throws {
        let recognizer = ScriptedRecognizer([[]])
        let today = CalendarDay.ofTests
        let gray = GrayImage(width: width, height: height, pixels: Array(repeating: 255, count: width * height))
        let result = try MRZScanner(ScriptedRecognizer.panel(recognizer), asOf: today).scan(
            Picture(gray: gray))
        #expect(result.readings.isEmpty)
        #expect(recognizer.calls == 0)
    }

    @Test func whatTheEngineThrowsIsThrown() throws {
        let failure = RecognitionError(.engineFailed, "The engine failed.")
        let today = CalendarDay.ofTests
        let scripted = ScriptedRecognizer([[]], failure: failure)
        let scanner = MRZScanner(ScriptedRecognizer.panel(scripted), asOf: today)
        let picture = try LabelledSample("td3/096-scan-rgb.jpg").picture()
        #expect(throws: failure) { try scanner.scan(picture) }
    }

    @Test func aReadingDescribesItselfWithoutItsContent() throws {
        let reading = try reading()
        var text = "\(reading) \(reading.transcript)"
        dump(reading, to: &text)
        dump(reading.transcript, to: &text)
        #expect(text.contains("Reading(TD3, verified)"))
        #expect(!text.contains("ERIKSSON") && !text.contains("898902"))
    }

    /// How many lines are asked for where nobody believes in any of them, and whether print was seen at all.
    private func linesOfTexture(
        _ change: (inout MRZScanner.Configuration) -> Void = { _ in }
    ) throws -> (read: Int, isPrintSeen: Bool) {
        var configuration = MRZScanner.Configuration()
        configuration.detector.maxBands = 1
        // The same band is read again in every search.
        configuration.betterBand = 0
        change(&configuration)
        let rivals = "MNHKW".utf8.map { Glyph.Alternative(character: $0, confidence: 0.15) }
        let reader = ScriptedRecognizer([
            ScriptedRecognizer.glyphs(String(repeating: "X", count: 44)).map { glyph in
                var glyph = glyph
                glyph.confidence = 0.2
                glyph.alternatives = rivals
                return glyph
            }
        ])
        let scanner = MRZScanner(ScriptedRecognizer.panel(reader), asOf: .ofTests, configuration: configuration)
        let result = try scanner.scan(LabelledSample("td3/096-scan-rgb.jpg").picture())
        #expect(result.readings.isEmpty)
        return (reader.calls, result.isPrintSeen)
    }

    /// Three sizes of faint ink and three of bold, of which only the smallest where nothing like an MRZ was seen
    /// before; and one without ruled lines.
    @Test func boldInkIsSearchedInLargerSizesWhereAnMRZMayBe() throws {
        let (all, few) = (try linesOfTexture().read, try linesOfTexture { $0.likelyQuality = 2 }.read)
        // A band that is likely texture shows its first line only.
        #expect(all == 2 * 7 && few == 5, "\(all) and \(few) lines")
    }

    @Test func whatIsHardlyPrintIsNotRead() throws {
        #expect(try linesOfTexture().isPrintSeen)
        #expect(try linesOfTexture { $0.minQuality = 2 } == (0, false))
    }
}
