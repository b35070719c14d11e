import AccessKeys
import JSON
import MRZParsing
import Reporting
import Scanning
import Testing

/// Golden lines: the contract of `docs/results.md`, byte for byte.
@Suite struct ScanReportJSONTests {
    @Test func verified() throws {
        let report = MRZReport(
            try Specimen.passport(), status: .verified(try VerifiedMRZ(Specimen.passport(), asOf: Specimen.today())),
            sighting: Specimen.sighting, asOf: try Specimen.today())
        let line = ScanReport(
            source: "a.jpg", page: 1, outcome: .read(report), timing: Specimen.timing
        ).json.text
        #expect(
            line
                == [
                    #"{"schema":1,"source":"a.jpg","page":1,"index":0,"status":"verified","format":"TD3","#,
                    #""lines":["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<","#,
                    #""L898902C36UTO7408122F1204159ZE184226B<<<<<10"],"fields":{"documentType":"P","#,
                    #""issuingState":"UTO","surname":"ERIKSSON","givenNames":"ANNA MARIA","#,
                    #""documentNumber":"L898902C3","nationality":"UTO","dateOfBirth":"740812","gender":"F","#,
                    #""dateOfExpiry":"120415","personalNumber":"ZE184226B","dateOfBirthISO":"1974-08-12","#,
                    #""dateOfExpiryISO":"2012-04-15","issuingStateName":"Utopia","nationalityName":"Utopia"},"#,
                    #""checks":{"documentNumber":"valid","dateOfBirth":"valid","dateOfExpiry":"valid","#,
                    #""personalNumber":"valid","composite":"valid"},"assurance":{"documentType":"none","#,
                    #""issuingState":"none","surname":"none","givenNames":"none","documentNumber":"ownCheckDigit","#,
                    #""nationality":"none","dateOfBirth":"ownCheckDigit","gender":"none","#,
                    #""dateOfExpiry":"ownCheckDigit","personalNumber":"ownCheckDigit"},"#,
                    #""blindSpots":{"documentNumber":[{"line":2,"column":1,"used":"L","twins":"1"},{"line":2,"#,
                    #""column":2,"used":"8","twins":"S"},{"line":2,"column":4,"used":"8","twins":"S"},{"line":2,"#,
                    #""column":6,"used":"0","twins":"U"}],"personalNumber":[{"line":2,"column":31,"used":"1","#,
                    #""twins":"L"},{"line":2,"column":32,"used":"8","twins":"S"},{"line":2,"column":36,"used":"6","#,
                    #""twins":"G"}]},"#,
                    #""blindPairs":[[{"line":2,"column":1,"used":"L","twin":"I"},{"line":2,"column":4,"used":"8","twi"#,
                    #"n":"B"}],[{"line":2,"column":1,"used":"L","twin":"I"},{"line":2,"column":7,"used":"2","twin":"Z"#,
                    #""}],[{"line":2,"column":2,"used":"8","twin":"B"},{"line":2,"column":4,"used":"8","twin":"B"}],["#,
                    #"{"line":2,"column":2,"used":"8","twin":"B"},{"line":2,"column":7,"used":"2","twin":"Z"}],[{"lin"#,
                    #"e":2,"column":6,"used":"0","twin":"Q"},{"line":2,"column":8,"used":"C","twin":"K"}],[{"line":2,"#,
                    #""column":29,"used":"Z","twin":"2"},{"line":2,"column":32,"used":"8","twin":"B"}],[{"line":2,"co"#,
                    #"lumn":29,"used":"Z","twin":"2"},{"line":2,"column":35,"used":"2","twin":"Z"}],[{"line":2,"colum"#,
                    #"n":31,"used":"1","twin":"I"},{"line":2,"column":34,"used":"2","twin":"Z"}],[{"line":2,"column":"#,
                    #"34,"used":"2","twin":"Z"},{"line":2,"column":37,"used":"B","twin":"8"}]],"#,
                    #""repairs":[],"warnings":["expired","specimen"],"reasons":[],"#,
                    #""confidence":0.995,"quad":[[10,20.3],[410,-0.1],[410,50],[10,49.5]],"rotation":0,"#,
                    #""mirrored":false,"timing":{"decodeMs":3.6,"detectMs":10,"recognizeMs":77.5,"totalMs":92}}"#,
                ].joined())
    }

    @Test func unverified() throws {
        let line = ScanReport(source: "b", page: 2, index: 1, outcome: .read(try Specimen.doubtfulReport())).json.text
        #expect(
            line
                == [
                    #"{"schema":1,"source":"b","page":2,"index":1,"status":"unverified","format":"TD3","#,
                    #""lines":["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<","#,
                    #""L898902C36UTO7408122F1204159ZE184226B<<<<<14"],"fields":{"documentType":"P","#,
                    #""issuingState":"UTO","surname":"ERIKSSON","givenNames":"ANNA MARIA","#,
                    #""documentNumber":"L898902C3","nationality":"UTO","dateOfBirth":"740812","gender":"F","#,
                    #""dateOfExpiry":"120415","personalNumber":"ZE184226B","dateOfBirthISO":"1974-08-12","#,
                    #""dateOfExpiryISO":"2012-04-15","issuingStateName":"Utopia","nationalityName":"Utopia"},"#,
                    #""checks":{"documentNumber":"valid","dateOfBirth":"valid","dateOfExpiry":"valid","#,
                    #""personalNumber":"valid","composite":"invalid"},"assurance":{"documentType":"none","#,
                    #""issuingState":"none","surname":"none","givenNames":"none","documentNumber":"ownCheckDigit","#,
                    #""nationality":"none","dateOfBirth":"ownCheckDigit","gender":"none","#,
                    #""dateOfExpiry":"ownCheckDigit","personalNumber":"ownCheckDigit"},"#,
                    #""blindSpots":{"documentNumber":[{"line":2,"column":1,"used":"L","twins":"1"},{"line":2,"#,
                    #""column":2,"used":"8","twins":"S"},{"line":2,"column":4,"used":"8","twins":"S"},{"line":2,"#,
                    #""column":6,"used":"0","twins":"U"}],"personalNumber":[{"line":2,"column":31,"used":"1","#,
                    #""twins":"L"},{"line":2,"column":32,"used":"8","twins":"S"},{"line":2,"column":36,"used":"6","#,
                    #""twins":"G"}]},"#,
                    #""blindPairs":[[{"line":2,"column":1,"used":"L","twin":"I"},{"line":2,"column":4,"used":"8","twi"#,
                    #"n":"B"}],[{"line":2,"column":1,"used":"L","twin":"I"},{"line":2,"column":7,"used":"2","twin":"Z"#,
                    #""}],[{"line":2,"column":2,"used":"8","twin":"B"},{"line":2,"column":4,"used":"8","twin":"B"}],["#,
                    #"{"line":2,"column":2,"used":"8","twin":"B"},{"line":2,"column":7,"used":"2","twin":"Z"}],[{"lin"#,
                    #"e":2,"column":6,"used":"0","twin":"Q"},{"line":2,"column":8,"used":"C","twin":"K"}],[{"line":2,"#,
                    #""column":29,"used":"Z","twin":"2"},{"line":2,"column":32,"used":"8","twin":"B"}],[{"line":2,"co"#,
                    #"lumn":29,"used":"Z","twin":"2"},{"line":2,"column":35,"used":"2","twin":"Z"}],[{"line":2,"colum"#,
                    #"n":31,"used":"1","twin":"I"},{"line":2,"column":34,"used":"2","twin":"Z"}],[{"line":2,"column":"#,
                    #"34,"used":"2","twin":"Z"},{"line":2,"column":37,"used":"B","twin":"8"}]],"#,
                    #""repairs":[{"line":2,"column":5,"read":"O","used":"0","reason":"alphabet"},"#,
                    #"{"line":2,"column":5,"used":"<","reason":"gap"}],"warnings":["expired","specimen"],"#,
                    #""reasons":[{"code":"checkDigit","field":"composite","line":2,"column":44,"expected":"0","#,
                    #""actual":"4"},{"code":"illegalCharacter","field":"documentNumber","line":2,"column":5},"#,
                    #"{"code":"impossibleDate","field":"dateOfBirth","line":2,"column":14},"#,
                    #"{"code":"unknownExpiry","field":"dateOfExpiry","line":2,"column":22},{"code":"fixedText","#,
                    #""field":"issuingState","line":1,"column":3},{"code":"documentCode","field":"documentType","#,
                    #""line":1,"column":1},{"code":"emptyField","field":"surname","line":1,"column":6},"#,
                    #"{"code":"noCheckDigits"},{"code":"gap","field":"documentNumber","line":2,"column":5},"#,
                    #"{"code":"unsureGlyph","field":"documentNumber","line":2,"column":5},"#,
                    #"{"code":"ambiguousGlyph","field":"documentNumber","line":2,"column":5},"#,
                    #"{"code":"decidedByCheckDigit","field":"documentNumber","line":2,"column":5},"#,
                    #"{"code":"weakEvidence"},{"code":"damagedInput"}],"confidence":0.995,"#,
                    #""quad":[[10,20.3],[410,-0.1],[410,50],[10,"#,
                    #"49.5]],"rotation":0,"mirrored":false}"#,
                ].joined())
    }

    /// Lines in no known layout are said where nothing else is, and are personal data.
    @Test func linesInNoLayout() {
        let report = ScanReport(source: "x", outcome: .notFound, unmatchedLines: ["I<UTOD2314?8907<<<"])
        #expect(
            report.json.text
                == #"{"schema":1,"source":"x","index":0,"status":"not_found","unmatchedLines":["I<UTOD2314?8907<<<"]}"#)
        #expect(
            ResultRecord(report).redacted.json.text == #"{"schema":1,"source":"x","index":0,"status":"not_found"}"#)
        #expect(TextReport(colored: false).text(of: report).contains("\n  I<UTOD2314?8907<<<\n"))
        #expect(!"\(report)".contains("UTO"))
    }

    @Test func notFound() {
        let report = ScanReport(
            source: "dir/\"\\\n\u{1}é\u{2028}.png", page: 3, outcome: .notFound, timing: Specimen.timing)
        #expect(
            report.json.text == #"{"schema":1,"source":"dir/\"\\\n\u0001é\u2028.png","page":3,"index":0,"#
                + #""status":"not_found","timing":{"decodeMs":3.6,"detectMs":10,"recognizeMs":77.5,"totalMs":92}}"#)
    }

    @Test func qualityOfThePicture() {
        let quality = ZoneQuality(pitch: 7.94, sharpness: 0.115, paper: 219.4, contrast: 69, glare: 0.251)
        let view = ZoneView(quality: quality, faults: [.tooSmall, .glare, .blurred])
        let report = ScanReport(source: "x", outcome: .notFound, view: view)
        #expect(
            report.json.text == #"{"schema":1,"source":"x","index":0,"status":"not_found","quality":{"pitch":7.9,"#
                + #""sharpness":0.12,"paper":219,"contrast":69,"glare":0.25,"faults":["tooSmall","glare","blurred"]}}"#)
        #expect(ResultRecord(report).redacted.json == report.json)
    }

    @Test func damagedFiles() throws {
        let none = ScanReport(source: "x", page: 1, outcome: .notFound, isDamaged: true)
        #expect(
            none.json.text
                == #"{"schema":1,"source":"x","page":1,"index":0,"status":"not_found","warnings":["damaged"]}"#)
        #expect(ResultRecord(none).isDamaged && ResultRecord(none).redacted.json == none.json)
        #expect(CSVTable(accessKeys: false).row(none).contains(",damaged,"))
        #expect(
            TextReport(colored: false).text(of: none).hasSuffix("damaged, or other programs may show it otherwise\n"))
        // One that the damage does not reach is warned of, and verified all the same.
        let mrz = MRZReport(try Specimen.passport(), isDamaged: true, asOf: try Specimen.today())
        #expect(mrz.isVerified && mrz.warnings.last == .damaged)
        let read = ResultRecord(ScanReport(source: "x", outcome: .read(mrz), isDamaged: true))
        #expect(read.isDamaged && read.redacted.json["warnings"]?.text == #"["damaged"]"#)
    }

    @Test func failed() {
        let report = ScanReport(
            source: "x", outcome: .failed(.init(code: "not_found", message: "There is no such file.")))
        #expect(
            report.json.text == #"{"schema":1,"source":"x","index":0,"status":"error","#
                + #""error":{"code":"not_found","message":"There is no such file."}}"#)
    }

    @Test func text() throws {
        let report = MRZReport(try Specimen.longNumberCard(), asOf: try Specimen.today())
        let line = ScanReport(source: "-", textLine: 4, outcome: .read(report)).json.text
        #expect(
            line
                == [
                    #"{"schema":1,"source":"-","textLine":4,"index":0,"status":"verified","format":"TD1","#,
                    #""lines":["I<UTOD23145890<7349<<<<<<<<<<<","3407127M9507122UTO<<<<<<<<<<<2","#,
                    #""STEVENSON<<PETER<JOHN<<<<<<<<<"],"fields":{"documentType":"I","issuingState":"UTO","#,
                    #""surname":"STEVENSON","givenNames":"PETER JOHN","documentNumber":"D23145890734","#,
                    #""nationality":"UTO","dateOfBirth":"340712","gender":"M","dateOfExpiry":"950712","#,
                    #""optionalData":"","optionalData2":"","dateOfBirthISO":"1934-07-12","#,
                    #""dateOfExpiryISO":"1995-07-12","issuingStateName":"Utopia","nationalityName":"Utopia"},"#,
                    #""checks":{"documentNumber":"valid","dateOfBirth":"valid","dateOfExpiry":"valid","#,
                    #""composite":"valid"},"assurance":{"documentType":"none","issuingState":"none","#,
                    #""surname":"none","givenNames":"none","documentNumber":"ownCheckDigit","nationality":"none","#,
                    #""dateOfBirth":"ownCheckDigit","gender":"none","dateOfExpiry":"ownCheckDigit","#,
                    #""optionalData":"composite","optionalData2":"composite"},"#,
                    #""blindSpots":{"documentNumber":[{"line":1,"column":9,"used":"1","twins":"L"},{"line":1,"#,
                    #""column":12,"used":"8","twins":"S"},{"line":1,"column":14,"used":"0","twins":"U"}]},"#,
                    #""blindPairs":[[{"line":1,"column":6,"used":"D","twin":"0"},{"line":1,"column":12,"used":"8","tw"#,
                    #"in":"B"}],[{"line":1,"column":6,"used":"D","twin":"O"},{"line":1,"column":11,"used":"5","twin":"#,
                    #""S"}],[{"line":1,"column":6,"used":"D","twin":"O"},{"line":1,"column":14,"used":"0","twin":"D"}"#,
                    #"],[{"line":1,"column":6,"used":"D","twin":"Q"},{"line":1,"column":7,"used":"2","twin":"Z"}],[{""#,
                    #"line":1,"column":6,"used":"D","twin":"Q"},{"line":1,"column":9,"used":"1","twin":"I"}],[{"line""#,
                    #":1,"column":7,"used":"2","twin":"Z"},{"line":1,"column":12,"used":"8","twin":"B"}],[{"line":1,""#,
                    #"column":9,"used":"1","twin":"I"},{"line":1,"column":12,"used":"8","twin":"B"}]],"#,
                    #""repairs":[],"warnings":["expired","specimen","longDocumentNumber"],"reasons":[]}"#,
                ].joined())
    }

    @Test func nationalFields() throws {
        let french = MRZReport(try Specimen.frenchCard(), asOf: try Specimen.today())
        #expect(
            french.fields.map(\.name) == [
                "documentType", "issuingState", "surname", "givenNames", "documentNumber", "dateOfBirth", "gender",
                "dateOfIssue", "departmentOfIssue", "officeOfIssue", "departmentOfIssue2", "sequenceNumber",
                "dateOfBirthISO", "dateOfIssueISO", "issuingStateName",
            ])
        #expect(
            french.fields.map(\.value) == [
                "ID", "FRA", "LOISEAU", "HERVE DJAMEL", "950695200018", "7303<<", "<", "9506", "952", "042", "952",
                "00018", "1973-03", "1995-06", "France",
            ])
        let swiss = MRZReport(try Specimen.swissLicence(), asOf: try Specimen.today())
        #expect(
            swiss.fields.map(\.name) == [
                "documentType", "issuingState", "surname", "givenNames", "documentNumber", "dateOfBirth",
                "personalNumber", "blankNumber", "language", "versionNumber", "dateOfBirthISO", "issuingStateName",
            ])
        #expect(
            swiss.fields.map(\.value) == [
                "FA", "CHE", "MARTIN", "HANS", "AAA001D", "670101", "305142128", "AAA001", "D", "097", "1967-01-01",
                "Switzerland",
            ])
    }

    @Test func accessKeys() throws {
        var report = MRZReport(try Specimen.passport(), asOf: try Specimen.today())
        report.add(try #require(report.verified.flatMap { ChipAccessKeys($0) }))
        let line = ScanReport(source: "a", outcome: .read(report)).json.text
        #expect(
            line.hasSuffix(
                #""accessKeys":{"mrzInformation":"L898902C3674081221204159","#
                    + #""kSeed":"3F181D701DD9F12E525EF9B5EBEF8909","kEnc":"3D6EA789F8973D023B435B104FA8D56B","#
                    + #""kMac":"DFD63E011A57F44C16A43B236EAB456B","#
                    + #""paceKey":"3F181D701DD9F12E525EF9B5EBEF8909F176231C"}}"#))
    }
}
