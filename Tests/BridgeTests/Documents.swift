import MRZParsing
import Reporting
import TestSupport
import Testing

/// Invented documents, verified or not.
enum Documents {
    static func today() throws -> CalendarDay { CalendarDay.ofTests }

    static func report(_ lines: [String], _ format: MRZFormat) throws -> MRZReport {
        MRZReport(try MRZ(lines, format: format), asOf: try today())
    }

    static func passport() throws -> MRZReport {
        try report(
            Doc9303.td3, .td3)
    }

    /// Its composite digit is wrong.
    static func refusedPassport() throws -> MRZReport {
        try report(
            ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<14"], .td3)
    }

    static func card(expiry: String) throws -> MRZReport {
        MRZReport(
            try MRZ(
                printing: [
                    .documentCode: "I", .issuingState: "UTO", .documentNumber: "D23145890", .dateOfBirth: "740812",
                    .sex: "F", .dateOfExpiry: expiry, .nationality: "UTO", .primaryIdentifier: "ERIKSSON",
                    .secondaryIdentifier: "ANNA MARIA",
                ], in: .td1), asOf: try today())
    }

    static func card() throws -> MRZReport {
        try report(
            Doc9303.td1, .td1)
    }

    static func visa() throws -> MRZReport {
        try report(
            ["V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L8988901C4XXX4009078F96121096ZE184226B<<<<<<"], .mrvA)
    }
}
