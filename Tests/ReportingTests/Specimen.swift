import Imaging
import MRZParsing
import Reporting
import Scanning
import TestSupport
import Testing

/// Invented documents and the reports of them.
enum Specimen {
    static func today() throws -> CalendarDay { CalendarDay.ofTests }

    static let passportLines = Doc9303.td3

    static func passport() throws -> MRZ { try MRZ(passportLines, format: .td3) }

    /// The same with a wrong composite digit.
    static func refusedPassport() throws -> MRZ {
        try MRZ([passportLines[0], passportLines[1].dropLast() + "4"], format: .td3)
    }

    static func longNumberCard() throws -> MRZ {
        try MRZ(
            printing: [
                .documentCode: "I", .issuingState: "UTO", .documentNumber: "D23145890734", .dateOfBirth: "340712",
                .sex: "M", .dateOfExpiry: "950712", .nationality: "UTO", .primaryIdentifier: "STEVENSON",
                .secondaryIdentifier: "PETER JOHN",
            ], in: .td1)
    }

    static func frenchCard() throws -> MRZ {
        try MRZ(
            printing: [
                .primaryIdentifier: "LOISEAU", .departmentOfIssue: "952", .officeOfIssue: "042",
                .dateOfIssue: "9506", .departmentOfIssue2: "952", .sequenceNumber: "00018",
                .secondaryIdentifier: "HERVE DJAMEL", .dateOfBirth: "7303<<", .sex: "<",
            ], in: .frenchIdentityCard)
    }

    static func swissLicence() throws -> MRZ {
        try MRZ(
            ["AAA001D<<", "FACHE305142128097<<670101<<<<<", "MARTIN<<HANS<<<<<<<<<<<<<<<<<<"],
            format: .swissDrivingLicence)
    }

    static let sighting = MRZReport.Sighting(
        confidence: 0.99549,
        quad: Quad(
            topLeft: Point(x: 10, y: 20.25), topRight: Point(x: 410, y: -0.06), bottomRight: Point(x: 409.96, y: 50),
            bottomLeft: Point(x: 10, y: 49.5)),
        rotation: 359.97, isMirrored: false)

    static let timing = StageTiming(
        decode: .microseconds(3640), detect: .milliseconds(10), recognize: .microseconds(77_512),
        total: .microseconds(92_049))

    /// Every reason for which an MRZ is not verified, as results have it.
    static func everyReason() throws -> [UnverifiedReason] {
        let (mrz, place) = (try refusedPassport(), MRZPosition(line: 1, column: 4))
        return VerificationFailure.Reason.all(at: place).map { UnverifiedReason($0, in: mrz) }
            + Reading.Doubt.all(at: place).map { UnverifiedReason($0, in: mrz) }
    }

    /// A report with reasons of both kinds, about one character and about all of them, and with repairs.
    static func doubtfulReport() throws -> MRZReport {
        let first = MRZSpan(line: 0, 0..<2)
        let place = MRZPosition(line: 1, column: 4)
        return MRZReport(
            try refusedPassport(),
            status: .unverified(
                [
                    .checkDigit(.composite, at: MRZPosition(line: 1, column: 43), .invalid),
                    .illegalCharacter(.documentNumber, at: place),
                    .impossibleDate(.dateOfBirth, at: MRZSpan(line: 1, 13..<19)),
                    .unknownExpiry(at: MRZSpan(line: 1, 21..<27)),
                    .fixedText(.issuingState, at: MRZSpan(line: 0, 2..<5)),
                    .documentCode(at: first), .emptyField(.primaryIdentifier, at: MRZSpan(line: 0, 5..<44)),
                    .noCheckDigits,
                ],
                [
                    .gap(at: place), .unsure(at: place), .twin(at: place), .decidedByCheckDigit(at: place),
                    .weakEvidence, .damaged,
                ]),
            repairs: [
                Repair(
                    position: place, read: MRZCharacter("O"), used: try #require(MRZCharacter("0")), reason: .alphabet),
                Repair(position: place, read: nil, used: .filler, reason: .gap),
            ], sighting: sighting, asOf: try today())
    }
}
