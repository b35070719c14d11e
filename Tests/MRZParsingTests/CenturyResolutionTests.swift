import MRZParsing
import Testing

@Suite("Centuries")
struct CenturyResolutionTests {
    @Test(
        "resolved from a reference day",
        arguments: [
            // Birth alone: never after the reference day.
            ("2025-06-01", "740812", nil, "1974-08-12", nil),
            ("2025-06-01", "250601", nil, "2025-06-01", nil),
            ("2025-06-01", "250602", nil, "1925-06-02", nil),
            ("2025-06-01", "<<<<<<", nil, nil, nil),
            ("2025-06-01", "25<<<<", nil, "2025", nil),
            ("2025-06-01", "2507<<", nil, "1925-07", nil),
            ("2025-06-01", "26<<<<", nil, "1926", nil),
            ("1999-06-01", "000229", nil, nil, nil),
            ("2000-02-29", "000229", nil, "2000-02-29", nil),
            // Expiry alone: within fifty years on either side.
            ("2025-06-01", nil, "300101", nil, "2030-01-01"),
            ("2025-06-01", nil, "960101", nil, "1996-01-01"),
            ("2025-06-01", nil, "750601", nil, "2075-06-01"),
            ("2025-06-01", nil, "750602", nil, "1975-06-02"),
            ("1998-06-01", nil, "080101", nil, "2008-01-01"),
            ("2025-06-01", nil, "290229", nil, nil),
            // Together: nothing expires before its holder's birth.
            ("2025-06-01", "740812", "120415", "1974-08-12", "2012-04-15"),
            ("2025-06-01", "100101", "050101", "1910-01-01", "2005-01-01"),
            ("2025-06-01", "200101", "190101", "1920-01-01", "2019-01-01"),
            ("2025-06-01", "650101", "630101", "1965-01-01", "2063-01-01"),
            // A child's card for ninety-nine years.
            ("2025-06-01", "240101", "230101", "1924-01-01", "2023-01-01"),
            ("2040-06-01", "390101", "380101", "1939-01-01", "2038-01-01"),
            ("2025-06-01", "990101", "980101", "1999-01-01", "2098-01-01"),
        ] as [(String, String?, String?, String?, String?)])
    func resolved(reference: String, birth: String?, expiry: String?, birthISO: String?, expiryISO: String?) throws {
        let parts = reference.split(separator: "-").compactMap { Int($0) }
        let day = try #require(CalendarDay(year: parts[0], month: parts[1], day: parts[2]))
        let resolution = CenturyResolution(
            birth: try birth.flatMap { MRZDate(try MRZLine($0)) },
            expiry: try expiry.flatMap { MRZDate(try MRZLine($0)) }, asOf: day)
        #expect(resolution.birth?.isoString == birthISO)
        #expect(resolution.expiry?.isoString == expiryISO)
    }

    @Test("for every two-digit year, a birth lies in the hundred years up to the reference day")
    func everyYear() throws {
        for year in 0..<100 {
            let text = (year < 10 ? "0" : "") + "\(year)0601"
            let birth = CenturyResolution(birth: MRZDate(try MRZLine(text)), expiry: nil, asOf: referenceDay).birth
            #expect((1926...2025).contains(try #require(birth).year))
        }
    }
}
