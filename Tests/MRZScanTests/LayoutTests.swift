import Foundation
import MRZParsing
import MRZScan
import TestSupport
import Testing

/// Layouts beside those of the standard, read from pictures that `make-fixtures.py` draws.
@Suite struct LayoutTests {
    private func document(_ name: String, of formats: [MRZFormat]? = nil) throws -> MRZReport {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        var configuration = MRZReader.Configuration()
        configuration.today = .ofTests
        if let formats { configuration.formats = formats }
        let reports = try MRZReader(configuration).read(path: folder.appending(path: name + ".png").path)
        guard reports.count == 1, case .read(let document) = reports[0].outcome else {
            throw Missing(statuses: reports.map(\.status))
        }
        return document
    }

    private struct Missing: Error { let statuses: [ScanReport.Status] }

    /// The pass of an invented company: two lines of 40.
    private func pass() throws -> MRZFormat {
        let letters = MRZAlphabet.letters
        return try MRZFormat(
            name: "PASS", title: "pass of a company", source: "an example", lineLengths: [40, 40],
            documentCode: DocumentCodeRule(
                admittedFirst: letters, admittedSecond: letters, conformingFirst: letters, conformingSecond: letters),
            fields: [
                MRZField(.documentCode, line: 0, 0..<2, .oneOf([try MRZLine("SC").characters])),
                MRZField(.issuingState, line: 0, 2..<5, .leftAligned(.lettersAndFiller)),
                MRZField(.name, line: 0, 5..<40, .characters(.lettersAndFiller)),
                MRZField(.documentNumber, line: 1, 0..<9, .leftAligned(.any)),
                MRZField(.documentNumberCheckDigit, line: 1, 9..<10, .characters(.digits)),
                MRZField(.dateOfBirth, line: 1, 10..<16, .date(unknownAllowed: false)),
                MRZField(.dateOfBirthCheckDigit, line: 1, 16..<17, .characters(.digits)),
                MRZField(.sex, line: 1, 17..<18, .characters(Sex.alphabet)),
                MRZField(.dateOfExpiry, line: 1, 18..<24, .date(unknownAllowed: false)),
                MRZField(.dateOfExpiryCheckDigit, line: 1, 24..<25, .characters(.digits)),
                MRZField(.optionalData, line: 1, 25..<39, .characters(.any)),
                MRZField(.compositeCheckDigit, line: 1, 39..<40, .characters(.digits)),
            ],
            checks: [
                MRZCheck(.documentNumber, digit: MRZPosition(line: 1, column: 9), over: [MRZSpan(line: 1, 0..<9)]),
                MRZCheck(.dateOfBirth, digit: MRZPosition(line: 1, column: 16), over: [MRZSpan(line: 1, 10..<16)]),
                MRZCheck(.dateOfExpiry, digit: MRZPosition(line: 1, column: 24), over: [MRZSpan(line: 1, 18..<24)]),
                MRZCheck(
                    .composite, digit: MRZPosition(line: 1, column: 39),
                    over: [MRZSpan(line: 1, 0..<17), MRZSpan(line: 1, 18..<39)]),
            ])
    }

    @Test func aLayoutOfOnesOwnIsFoundAndVerified() throws {
        let layout = try pass()
        let document = try document("own-layout", of: MRZFormat.all + [layout])
        #expect(document.mrz.format == layout)
        #expect(
            document.mrz.lines.map(\.text) == [
                "SCUTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<", "SC447190219002144F3106305DEPOT7<<<<<<<<4",
            ])
        #expect(document.isVerified)
        #expect(try self.document("own-layout").isVerified == false)
    }

    @Test func aLayoutOfOnesOwnIsParsed() throws {
        var configuration = MRZReader.Configuration()
        configuration.formats = [try pass()]
        let text = "SCUTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<\nSC447190219002144F3106305DEPOT7<<<<<<<<4"
        #expect(MRZReader(configuration).parse(text).map(\.status) == [.verified])
        #expect(MRZReader().parse(text).map(\.status) == [.notFound])
    }

    @Test func theRussianInternalPassportHasDigitsInItsName() throws {
        let document = try document("internal-passport")
        #expect(document.mrz.format == .russianInternalPassport)
        #expect(document.mrz.lines[0].text == "PNRUSZDRIL7K<<SERGEQ<ANATOL9EVI3<<<<<<<<<<<<")
        #expect(document.isVerified && document.warnings == [.nationalNameEncoding])
    }

    /// Six fillers break more rules than the fixed texts of a national layout do.
    @Test func aPassportWithoutAnExpiryIsOfNoNationalLayout() throws {
        let document = try document("no-expiry")
        #expect(document.mrz.format == .td3)
        #expect(document.mrz.lines[1].text == "L898902C36UTO7408122F<<<<<<0<<<<<<<<<<<<<<08")
        #expect(document.reasons.map(\.code) == ["unknownExpiry"])
    }

    @Test func anotherTypefaceIsReadAndNotVerified() throws {
        let document = try document("typewriter")
        #expect(
            document.mrz.lines.map(\.text) == Doc9303.td3)
        #expect(!document.isVerified && document.warnings.contains(.otherTypeface))
        #expect(document.reasons.map(\.code) == ["otherTypeface"])
    }

    /// An MRZ has no letters with marks: they are read as those without, told, and not verified.
    @Test func lettersWithMarksAreReadWithout() throws {
        let document = try document("marked-letters")
        #expect(
            document.mrz.lines.map(\.text) == [
                "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "MUNOZ<YANEZ<<ANGUELA<<<<<<<<<<",
            ])
        #expect(!document.isVerified && document.warnings.contains(.markedLetters))
        #expect(document.reasons.allSatisfy { $0.code == "obscuredGlyph" })
        // The marks of Ñ, Á, Ñ and Ü.
        #expect(document.reasons.compactMap(\.position) == [2, 7, 8, 16].map { MRZPosition(line: 2, column: $0) })
    }
}
