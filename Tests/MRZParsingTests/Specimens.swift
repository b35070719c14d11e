import MRZParsing

/// The day all tests take for today.
let referenceDay = CalendarDay(year: 2025, month: 6, day: 1)!

extension MRZ {
    /// Reads lines parted by blanks or line ends.
    init(_ text: String, _ format: MRZFormat) throws(MRZParsingError) {
        try self.init(text.split(whereSeparator: \.isWhitespace).map(String.init), format: format)
    }
}

/// The specimens of ICAO Doc 9303, parts 4 to 7.
enum Specimen {
    static let td3 = """
        P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
        L898902C36UTO7408122F1204159ZE184226B<<<<<10
        """
    static let td1 = """
        I<UTOD231458907<<<<<<<<<<<<<<<
        7408122F1204159UTO<<<<<<<<<<<6
        ERIKSSON<<ANNA<MARIA<<<<<<<<<<
        """
    static let td1Long = """
        I<UTOD23145890<7349<<<<<<<<<<<
        3407127M9507122UTO<<<<<<<<<<<2
        STEVENSON<<PETER<JOHN<<<<<<<<<
        """
    static let td2 = """
        I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<
        D231458907UTO7408122F1204159<<<<<<<6
        """
    static let mrvA = """
        V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<
        L8988901C4XXX7408122F96121096ZE184226B<<<<<<
        """
    static let mrvB = """
        V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<
        L8988901C4XXX7408122F9612109<<<<<<<<
        """
    static let frenchIdentityCard = """
        IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<
        9409923102854CORINNE<<<<<<<6512068F4
        """
    static let frenchDrivingLicence = "D1FRA13AA000026181231MARTIN<<9"
    static let russianInternalPassport = """
        PNRUSZDRIL7K<<SERGEQ<ANATOL9EVI3<<<<<<<<<<<<
        3919353498RUS7207233M<<<<<<<4151218910003<50
        """
    static let swissDrivingLicence = """
        AAA001D<<
        FACHE305142128097<<800126<<<<<
        MUSTER<<ANNA<<<<<<<<<<<<<<<<<<
        """
}
