import MRZParsing
import Testing

@Suite("Layouts")
struct MRZFormatTests {
    @Test("every column of every line is claimed exactly once", arguments: MRZFormat.all)
    func columnsAreClaimedOnce(format: MRZFormat) {
        var claims = format.lineLengths.map { [Int](repeating: 0, count: $0) }
        for field in format.fields {
            for column in field.columns { claims[field.line][column] += 1 }
        }
        #expect(claims.joined().allSatisfy { $0 == 1 })
    }

    @Test("parts of a field cover it without a gap", arguments: MRZFormat.all)
    func partsCoverTheirField(format: MRZFormat) {
        for field in format.fields where !field.parts.isEmpty {
            #expect(field.parts.flatMap { Array($0.columns) } == Array(field.columns))
            #expect(field.parts.allSatisfy { $0.line == field.line })
        }
    }

    @Test("no kind of field occurs twice", arguments: MRZFormat.all)
    func kindsAreUnique(format: MRZFormat) {
        let kinds = format.fields.flatMap { [$0.kind] + $0.parts.map(\.kind) }
        #expect(Set(kinds).count == kinds.count)
    }

    @Test("every column has an alphabet", arguments: MRZFormat.all)
    func alphabetsAreNotEmpty(format: MRZFormat) {
        for (line, length) in format.lineLengths.enumerated() {
            for column in 0..<length { #expect(!format.alphabet(line: line, column: column).isEmpty) }
        }
    }

    @Test("every check digit stands in its own field, and every such field has a check", arguments: MRZFormat.all)
    func checksAndFieldsAgree(format: MRZFormat) throws {
        for check in format.checks {
            let field = try #require(format.field(check.kind.digitField))
            #expect(field.span == MRZSpan(line: check.digit.line, check.digit.column..<check.digit.column + 1))
            let alphabet = format.alphabet(line: check.digit.line, column: check.digit.column)
            #expect(MRZAlphabet.digits.isSubset(of: alphabet))
            let long = check.kind == .documentNumber && format.numberOverflow != nil
            #expect(alphabet.contains(.filler) == (check.fillerAllowed || long))
            #expect(!check.covered.contains(check.digit))
            #expect(Set(check.covered).count == check.covered.count)
        }
        let digitFields = format.fields.filter { field in CheckKind.allCases.contains { $0.digitField == field.kind } }
        #expect(digitFields.count == format.checks.count)
    }

    @Test("checks other than the composite cover whole fields", arguments: MRZFormat.all)
    func checksCoverWholeFields(format: MRZFormat) {
        for check in format.checks {
            for field in format.fields {
                let inside = field.span.positions.filter(check.covered.contains)
                #expect(inside.isEmpty || inside.count == field.columns.count)
            }
        }
    }

    @Test("the composite covers what the standard lists")
    func compositeColumns() {
        #expect(MRZFormat.td3.check(.composite)?.covered.count == 10 + 7 + 22)
        #expect(MRZFormat.td1.check(.composite)?.covered.count == 25 + 7 + 7 + 11)
        #expect(MRZFormat.td2.check(.composite)?.covered.count == 10 + 7 + 14)
        #expect(MRZFormat.mrvA.check(.composite) == nil)
        #expect(MRZFormat.mrvB.check(.composite) == nil)
        #expect(MRZFormat.frenchIdentityCard.check(.composite)?.covered.count == 36 + 35)
        #expect(MRZFormat.frenchDrivingLicence.check(.composite)?.covered.count == 29)
        #expect(MRZFormat.swissDrivingLicence.checks.isEmpty)
    }

    @Test("names and shapes")
    func namesAndShapes() {
        let shapes = MRZFormat.all.map { "\($0.name) \($0.lineLengths)" }
        #expect(
            shapes == [
                "TD1 [30, 30, 30]", "TD2 [36, 36]", "RUS-PN [44, 44]", "TD3 [44, 44]", "MRVA [44, 44]", "MRVB [36, 36]",
                "FRA-ID [36, 36]", "FRA-DL [30]", "CHE-DL [9, 30, 30]",
            ])
        #expect(MRZFormat.named("MRVB") == .mrvB)
        #expect(MRZFormat.named("TD9") == nil)
    }

    @Test(
        "document codes: what conforms, what is admitted all the same, what cannot be",
        arguments: [
            (MRZFormat.td3, "P<", true, true), (.td3, "PM", true, true), (.td3, "DP", true, false),
            (.td3, "V<", false, false), (.td1, "I<", true, true), (.td1, "AC", true, true), (.td1, "AI", true, false),
            (.td1, "IV", true, false), (.td1, "C1", true, false), (.td3, "P1", false, false), (.td1, "RP", true, false),
            (.td2, "ME", true, false), (.td2, "VB", false, false),
            (.td2, "P<", false, false),
            (.mrvA, "V<", true, true), (.mrvA, "VC", true, true), (.mrvA, "P<", false, false),
            (.frenchIdentityCard, "ID", true, true), (.frenchIdentityCard, "I<", false, false),
            (.frenchDrivingLicence, "D1", true, true), (.swissDrivingLicence, "FA", true, true),
        ])
    func documentCodes(format: MRZFormat, code: String, matches: Bool, conforms: Bool) throws {
        let code = try MRZLine(code)
        #expect(format.documentCodeMatches(first: code[0], second: code[1]) == matches)
        #expect(format.documentCodeConforms(first: code[0], second: code[1]) == conforms)
    }

    @Test(
        "document codes that a stroke more, or less, makes of one of the standard",
        arguments: [
            ("P<", false), ("PR", false), ("RD", true), ("B<", true), ("F<", true), ("DP", false),
        ])
    func documentCodeOneStrokeOff(code: String, isOneOff: Bool) throws {
        let name = code + "UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<"
        let mrz = try MRZ([name, "L898902C36UTO7408122F1204159ZE184226B<<<<<10"], format: .td3)
        #expect(mrz.documentCodeOneStrokeOff == (isOneOff ? MRZPosition(line: 0, column: 0) : nil))
    }

    @Test("no alphabet leads recognition to a fixed text or a document code", arguments: MRZFormat.all)
    func alphabetsDoNotLead(format: MRZFormat) {
        for position in format.documentCodeSpan.positions {
            #expect(format.alphabet(line: position.line, column: position.column).count >= 10)
        }
        for field in format.fields {
            guard case .oneOf = field.content else { continue }
            for column in field.columns { #expect(field.alphabet(column: column).count >= 10) }
        }
    }

    @Test("alphabets by column: Doc 9303-4, 4.2.2")
    func alphabetsByColumn() {
        let td3 = MRZFormat.td3
        #expect(td3.alphabet(line: 0, column: 0) == .letters)
        #expect(td3.alphabet(line: 0, column: 1) == .lettersAndFiller)
        #expect(MRZFormat.td1.alphabet(line: 0, column: 1) == .any)
        #expect(td3.alphabet(line: 0, column: 43) == .lettersAndFiller)
        #expect(td3.alphabet(line: 0, column: 2) == .letters)
        #expect(td3.alphabet(line: 0, column: 3) == .lettersAndFiller)
        #expect(td3.alphabet(line: 1, column: 0) == .alphanumeric)
        #expect(td3.alphabet(line: 1, column: 1) == .any)
        #expect(td3.alphabet(line: 1, column: 9) == .digits)
        #expect(td3.alphabet(line: 1, column: 15).description == "01<")
        #expect(td3.alphabet(line: 1, column: 23).description == "01")
        #expect(td3.alphabet(line: 1, column: 25).description == "0123")
        #expect(td3.alphabet(line: 1, column: 20).description == "FMX<")
        #expect(td3.alphabet(line: 1, column: 42) == .digitsAndFiller)
        #expect(MRZFormat.swissDrivingLicence.alphabet(line: 1, column: 2) == .letters)
        #expect(MRZFormat.swissDrivingLicence.alphabet(line: 0, column: 3) == .digits)
        #expect(MRZFormat.frenchIdentityCard.alphabet(line: 1, column: 4) == .alphanumeric)
    }

    /// The parts of a licence of one line, of which one is wrong.
    private func licence(
        lines: [Int] = [30], code: Range<Int> = 0..<2, number: Range<Int> = 2..<29, digit: Range<Int> = 29..<30,
        parts: [MRZField] = [], content: MRZFieldContent = .characters(.any),
        checkAt column: Int = 29, over covered: [MRZSpan] = [MRZSpan(line: 0, 0..<29)],
        overflow: MRZFieldKind? = nil, name: String = "TEST", hasCheck: Bool = true
    ) throws(MRZFormatError) -> MRZFormat {
        try MRZFormat(
            name: name, title: "licence of a test", source: "a test", lineLengths: lines, documentCode: .card,
            fields: [
                MRZField(.documentCode, line: 0, code, .documentCode(.card)),
                MRZField(.documentNumber, line: 0, number, content, parts: parts),
                MRZField(.compositeCheckDigit, line: 0, digit, .characters(.digits)),
            ],
            checks: hasCheck ? [MRZCheck(.composite, digit: MRZPosition(line: 0, column: column), over: covered)] : [],
            numberOverflow: overflow.map { MRZFormat.NumberOverflow(field: $0, maximumLength: 40) })
    }

    /// A date that is neither of birth nor of expiry, whole or a month, is one as any other.
    @Test(
        "other dates",
        arguments: [
            ("260131", false, true), ("260231", false, false), ("<<<<<<", false, false), ("26<<<<", true, true),
            ("<<<<<<", true, true), ("2601", nil, true), ("2613", nil, false), ("2701", nil, true),
        ] as [(String, Bool?, Bool)])
    func otherDates(_ printed: String, _ mayBeUnknown: Bool?, _ exists: Bool) throws {
        let date = MRZField(
            .dateOfIssue, line: 0, 2..<2 + printed.count,
            mayBeUnknown.map { .date(unknownAllowed: $0) } ?? .yearAndMonth)
        let format = try MRZFormat(
            name: "TEST", title: "licence of a test", source: "a test", lineLengths: [30], documentCode: .card,
            fields: [
                MRZField(.documentCode, line: 0, 0..<2, .documentCode(.card)), date,
                MRZField(.name, line: 0, date.columns.upperBound..<30, .characters(.any)),
            ], checks: [])
        let name = String(repeating: "A", count: 28 - printed.count)
        let reasons = try MRZ(["ID" + printed + name], format: format).objections(asOf: referenceDay)
        #expect(reasons.filter { $0 != .noCheckDigits }.isEmpty == exists)
    }

    @Test("a layout of this library is one", arguments: MRZFormat.all)
    func layoutsOfTheLibrary(_ format: MRZFormat) throws {
        #expect(throws: Never.self) {
            try MRZFormat(
                name: "\(format.name) of one's own", title: format.title, source: format.source,
                lineLengths: format.lineLengths, documentCode: format.documentCode, fields: format.fields,
                checks: format.checks, numberOverflow: format.numberOverflow)
        }
    }

    @Test("a layout of one's own has a name of its own", arguments: ["", "TD3", "MRVA"])
    func namesOfOwnLayouts(_ name: String) throws {
        #expect(throws: MRZFormatError.name) { try licence(name: name) }
    }

    @Test("a field for a check digit has a check digit")
    func fieldsOfCheckDigits() throws {
        #expect(throws: MRZFormatError.check(.composite)) { try licence(hasCheck: false) }
    }

    @Test("a layout of one's own is refused where it is none")
    func ownLayouts() throws {
        #expect(try licence().lineLengths == [30])
        #expect(throws: MRZFormatError.lines) { try licence(lines: []) }
        #expect(throws: MRZFormatError.lines) { try licence(lines: [30, 30, 30, 30]) }
        #expect(throws: MRZFormatError.field(.compositeCheckDigit)) { try licence(lines: [29]) }
        #expect(throws: MRZFormatError.claims(line: 0, column: 30)) { try licence(lines: [31]) }
        #expect(throws: MRZFormatError.claims(line: 0, column: 28)) { try licence(number: 2..<28) }
        #expect(throws: MRZFormatError.claims(line: 0, column: 1)) { try licence(number: 1..<29) }
        #expect(throws: MRZFormatError.field(.documentCode)) { try licence(code: 0..<3, number: 3..<29) }
        #expect(throws: MRZFormatError.nothingAllowed(line: 0, column: 2)) {
            try licence(content: .characters(.none))
        }
        #expect(throws: MRZFormatError.field(.documentNumber)) { try licence(content: .date(unknownAllowed: false)) }
        let half = MRZField(.sequenceNumber, line: 0, 2..<20, .characters(.digits))
        #expect(throws: MRZFormatError.field(.documentNumber)) { try licence(parts: [half]) }
        let same = MRZField(.documentNumber, line: 0, 2..<29, .characters(.digits))
        #expect(throws: MRZFormatError.repeated(.documentNumber)) { try licence(parts: [same]) }
        #expect(throws: MRZFormatError.check(.composite)) { try licence(checkAt: 28) }
        #expect(throws: MRZFormatError.check(.composite)) { try licence(checkAt: .max) }
        #expect(throws: MRZFormatError.check(.composite)) { try licence(over: []) }
        let endless = MRZField(.sequenceNumber, line: 0, 2..<Int.max, .characters(.digits))
        #expect(throws: MRZFormatError.field(.documentNumber)) { try licence(parts: [endless]) }
        #expect(throws: MRZFormatError.check(.composite)) { try licence(over: [MRZSpan(line: 0, 0..<30)]) }
        #expect(throws: MRZFormatError.check(.composite)) { try licence(over: [MRZSpan(line: 1, 0..<29)]) }
        // No such field; and a number that has no digit of its own.
        #expect(throws: MRZFormatError.numberOverflow(.optionalData)) { try licence(overflow: .optionalData) }
        #expect(throws: MRZFormatError.numberOverflow(.documentNumber)) { try licence(overflow: .documentNumber) }
    }
}
