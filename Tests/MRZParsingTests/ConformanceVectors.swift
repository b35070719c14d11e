import Testing

/// The 47 vectors of the conformance table: 38 that a parser must accept and read, 9 that it must refuse.
///
/// They were built with another implementation of the check digits than the one under test.
enum ConformanceVectors {
    struct Valid: Sendable, CustomTestStringConvertible {
        let name: String
        let format: String
        let lines: [String]
        let documentNumber: String
        let primaryIdentifier: String
        let secondaryIdentifier: String
        var testDescription: String { name }
    }

    struct Invalid: Sendable, CustomTestStringConvertible {
        let name: String
        let lines: [String]
        /// The code of the first objection, or `noLayout` when the lines fit none.
        let reason: String
        var testDescription: String { name }
    }

    static let valid: [Valid] = [
        Valid(
            name: "td3-icao", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td1-icao", format: "TD1",
            lines: [
                "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F1204159UTO<<<<<<<<<<<6", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
            ],
            documentNumber: "D23145890", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td2-icao", format: "TD2",
            lines: ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"],
            documentNumber: "D23145890", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "mrva-icao", format: "MRVA",
            lines: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX7408122F96121096ZE184226B<<<<<<"],
            documentNumber: "L8988901C", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "mrvb-icao", format: "MRVB",
            lines: ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "L8988901C4XXX7408122F9612109<<<<<<<<"],
            documentNumber: "L8988901C", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "mrva-full-opt", format: "MRVA",
            lines: ["VNUTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4UTO7408122F3204153B3ABC12345678901"],
            documentNumber: "L8988901C", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td1-long12", format: "TD1",
            lines: [
                "I<UTOD23145890<7349<<<<<<<<<<<", "3407127M9507122UTO<<<<<<<<<<<2", "STEVENSON<<PETER<JOHN<<<<<<<<<",
            ],
            documentNumber: "D23145890734", primaryIdentifier: "STEVENSON", secondaryIdentifier: "PETER JOHN"),
        Valid(
            name: "td1-long-bel", format: "TD1",
            lines: [
                "IDBEL600001795<0152<<<<<<<<<<<", "1301014F2311207BEL130101987398", "SPECIMEN<<SPECIMEN<<<<<<<<<<<<",
            ],
            documentNumber: "600001795015", primaryIdentifier: "SPECIMEN", secondaryIdentifier: "SPECIMEN"),
        Valid(
            name: "td1-long-prt", format: "TD1",
            lines: [
                "I<PRT007777779<ZZ92<<<<<<<<<<<", "8303143M3405282PRT<<<<<<<<<<<2", "CACADOR<DE<ARAUJO<<ANDRE<ESTEV",
            ],
            documentNumber: "007777779ZZ9", primaryIdentifier: "CACADOR DE ARAUJO", secondaryIdentifier: "ANDRE ESTEV"),
        Valid(
            name: "td1-long10", format: "TD1",
            lines: [
                "I<UTO123456789<07<<<<<<<<<<<<<", "7408122F3204153UTO<<<<<<<<<<<0", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
            ],
            documentNumber: "1234567890", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td2-long12", format: "TD2",
            lines: ["I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D23145890<UTO7408122F32041537349<<<8"],
            documentNumber: "D23145890734", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-germany", format: "TD3",
            lines: ["P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<", "C01X00T478D<<7408122F3204153<<<<<<<<<<<<<<00"],
            documentNumber: "C01X00T47", primaryIdentifier: "MUSTERMANN", secondaryIdentifier: "ERIKA"),
        Valid(
            name: "td3-germany-optcd<", format: "TD3",
            lines: ["P<D<<MUSTERMANN<<ERIKA<<<<<<<<<<<<<<<<<<<<<<", "C01X00T478D<<7408122F3204153<<<<<<<<<<<<<<<0"],
            documentNumber: "C01X00T47", primaryIdentifier: "MUSTERMANN", secondaryIdentifier: "ERIKA"),
        Valid(
            name: "td1-germany", format: "TD1",
            lines: [
                "IDD<<T220001293<<<<<<<<<<<<<<<", "7408122F3204153D<<<<<<<<<<<<<0", "MUSTERMANN<<ERIKA<<<<<<<<<<<<<",
            ],
            documentNumber: "T22000129", primaryIdentifier: "MUSTERMANN", secondaryIdentifier: "ERIKA"),
        Valid(
            name: "td3-optcd<", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153<<<<<<<<<<<<<<<4"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-dob-daymonth-unknown", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO74<<<<1F3204153ZE184226B<<<<<14"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-dob-unknown", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO<<<<<<0F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-sex<", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122<3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-mononym", format: "TD3",
            lines: ["P<UTOARKFREITH<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ARKFREITH", secondaryIdentifier: ""),
        Valid(
            name: "td3-no-filler-line2", format: "TD3",
            lines: ["POUTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "E123456782UTO7408122F3204153LHMDMGKPNOOOA926"],
            documentNumber: "E12345678", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-refugee-XXB", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36XXB7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-UNO", format: "TD3",
            lines: ["P<UNOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UNO7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-EUE", format: "TD3",
            lines: ["P<EUEERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-XOM", format: "TD3",
            lines: ["P<XOMERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36XOM7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-XPO", format: "TD3",
            lines: ["P<XPOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-XCE", format: "TD3",
            lines: ["P<XCEERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-RKS", format: "TD3",
            lines: ["P<RKSERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36RKS7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-GBD", format: "TD3",
            lines: ["P<GBDERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36GBD7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-short-number", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C<3UTO7408122F3204153ZE184226B<<<<<12"],
            documentNumber: "L898902C", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-number-inner-filler", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "AB<2134<<1UTO7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "AB 2134", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td3-truncated", format: "TD3",
            lines: ["P<UTONILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "NILAVADHANANANDA",
            secondaryIdentifier: "CHAYAPA DEJTHAMRONG K"),
        Valid(
            name: "td3-multi-<<", format: "TD3",
            lines: ["P<UTOERIKSSON<<ANNA<<MARIA<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            documentNumber: "L898902C3", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td1-cmc-AC", format: "TD1",
            lines: [
                "ACUTOD231458907XYZ<<<<<<<<<<<<", "7408122F3204153UTO<<<<<<<<<<<0", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
            ],
            documentNumber: "D23145890", primaryIdentifier: "ERIKSSON", secondaryIdentifier: "ANNA MARIA"),
        Valid(
            name: "td1-FIN-opt", format: "TD1",
            lines: [
                "I<FINXA10000585010195<112X<<<<", "9501016F2803135FIN<<<<<<<<<<<7", "SPECIMEN<TRAVEL<<VILMA<SOFIA<<",
            ],
            documentNumber: "XA1000058", primaryIdentifier: "SPECIMEN TRAVEL", secondaryIdentifier: "VILMA SOFIA"),
        Valid(
            name: "fra-id-old", format: "FRA-ID",
            lines: ["IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<", "9409923102854CORINNE<<<<<<<6512068F4"],
            documentNumber: "940992310285", primaryIdentifier: "BERTHIER", secondaryIdentifier: "CORINNE"),
        Valid(
            name: "fra-id-admin", format: "FRA-ID",
            lines: ["IDFRAMARTIN<DURAND<<<<<<<<<<<<0CHE02", "1710GVA123451CLAIRE<<MARIE<9112311F5"],
            documentNumber: "1710GVA12345", primaryIdentifier: "MARTIN DURAND", secondaryIdentifier: "CLAIRE MARIE"),
        Valid(
            name: "fra-dl", format: "FRA-DL",
            lines: ["D1FRA13AA000026181231MARTIN<<9"],
            documentNumber: "13AA00002", primaryIdentifier: "MARTIN", secondaryIdentifier: ""),
        Valid(
            name: "che-dl", format: "CHE-DL",
            lines: ["AAA001D<<", "FACHE305142128097<<800126<<<<<", "MUSTER<<ANNA<<<<<<<<<<<<<<<<<<"],
            documentNumber: "AAA001D", primaryIdentifier: "MUSTER", secondaryIdentifier: "ANNA"),
    ]

    static let invalid: [Invalid] = [
        Invalid(
            name: "neg-composite",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<11"],
            reason: "checkDigit"),
        Invalid(
            name: "neg-dobcd",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408127F3204153ZE184226B<<<<<16"],
            reason: "checkDigit"),
        Invalid(
            name: "neg-month13",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7413128F3204153ZE184226B<<<<<16"],
            reason: "impossibleDate"),
        Invalid(
            name: "neg-day31feb",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7402315F3204153ZE184226B<<<<<12"],
            reason: "impossibleDate"),
        Invalid(
            name: "neg-sexZ",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122Z3204153ZE184226B<<<<<16"],
            reason: "illegalCharacter"),
        Invalid(
            name: "neg-td1-composite",
            lines: [
                "I<UTOD231458907<<<<<<<<<<<<<<<", "7408122F3204153UTO<<<<<<<<<<<7", "ERIKSSON<<ANNA<MARIA<<<<<<<<<<",
            ],
            reason: "checkDigit"),
        Invalid(
            name: "neg-len45",
            lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16<"],
            reason: "noLayout"),
        Invalid(
            name: "neg-charset",
            lines: ["P<UTOERIKS*ON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            reason: "noLayout"),
        Invalid(
            name: "neg-name-gap",
            lines: ["P<UTOERIKSSON<<ANNA<<<MARIA<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            reason: "illegalCharacter"),
        Invalid(
            name: "neg-name-digit",
            lines: ["P<UTOER1KSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204153ZE184226B<<<<<16"],
            reason: "illegalCharacter"),
    ]
}
