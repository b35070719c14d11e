import FuzzTargets
import MRZParsing
import Testing

/// The fuzzers ask a second routine about every document that verifies: it knows each layout that can.
@Suite struct PlainCheckDigitsTests {
    /// The specimens of Doc 9303 and of the issuers, by layout.
    private static let specimens: [String: [String]] = [
        "TD1": ["I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<"],
        "TD2": ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"],
        "TD3": ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
        "RUS-PN": ["PNRUSZDRIL7K<<SERGEQ<ANATOL9EVI3<<<<<<<<<<<<", "3919353498RUS7207233M<<<<<<<4151218910003<50"],
        "MRVA": ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX7408122F96121096ZE184226B<<<<<<"],
        "MRVB": ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX7408122F9612109<<<<<<<<"],
        "FRA-ID": ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "9409923102854CORINNE<<<<<<<6512068F4"],
        "FRA-DL": ["D1FRA13AA000026181231MARTIN<<9"],
    ]

    /// As printed it holds; with another digit at any of its places it does not.
    @Test(arguments: MRZFormat.all.filter { !$0.checks.isEmpty })
    func everyLayout(_ format: MRZFormat) throws {
        let lines = try #require(Self.specimens[format.name]).map { Array($0.utf8) }
        #expect(PlainCheckDigits.hold(lines, format.name))
        for check in format.checks {
            let (line, column) = (check.digit.line, check.digit.column)
            var wrong = lines
            wrong[line][column] = lines[line][column] == UInt8(ascii: "1") ? UInt8(ascii: "2") : UInt8(ascii: "1")
            #expect(!PlainCheckDigits.hold(wrong, format.name), "\(check.kind)")
        }
    }
}
