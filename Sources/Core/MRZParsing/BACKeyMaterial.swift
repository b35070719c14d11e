/// The part of an MRZ from which the keys to a chip are derived: number, birth and expiry, each with its check digit.
/// ICAO Doc 9303-11, 4.3.2 and Appendix D.
///
/// Basic Access Control takes the first 16 bytes of its SHA-1, PACE all 20. Whoever holds this can read the chip, so a
/// reading gives it away only when asked. The hash is the caller's, for this module imports nothing.
public struct BACKeyMaterial: Sendable, Hashable {
    private let documentNumber: [MRZCharacter]
    private let dateOfBirth: [MRZCharacter]
    private let dateOfExpiry: [MRZCharacter]

    /// Nil when documents of that layout have no chip of this kind: it takes a TD1, TD2 or TD3.
    public init?(_ verified: VerifiedMRZ) {
        let mrz = verified.mrz
        guard [.td1, .td2, .td3].contains(mrz.format), let number = mrz.field(.documentNumber),
            let birth = mrz.field(.dateOfBirth), let expiry = mrz.field(.dateOfExpiry)
        else { return nil }
        documentNumber = number.characters
        dateOfBirth = birth.characters
        dateOfExpiry = expiry.characters
    }

    /// Takes what somebody typed: letters of either case, a space counts as a filler, dates as YYMMDD.
    ///
    /// A number shorter than 9 is filled up; dates are filled up or cut to 6 characters.
    ///
    /// - Throws: `MRZParsingError.illegalCharacter`, with 0, 1 or 2 for number, birth or expiry as its line.
    public init(documentNumber: String, dateOfBirth: String, dateOfExpiry: String) throws(MRZParsingError) {
        var read: [[MRZCharacter]] = []
        for (index, text) in [documentNumber, dateOfBirth, dateOfExpiry].enumerated() {
            do {
                read.append(try MRZLine(typed: text).characters)
            } catch .illegalCharacter(_, let column) {
                throw .illegalCharacter(line: index, column: column)
            }
        }
        self.documentNumber = read[0] + Self.fillers(9 - read[0].count)
        self.dateOfBirth = Self.fitted(read[1], to: 6)
        self.dateOfExpiry = Self.fitted(read[2], to: 6)
    }

    /// The MRZ information of the standard, with the whole of a long document number.
    public var mrzInformation: String {
        [documentNumber, dateOfBirth, dateOfExpiry].flatMap { $0 + [CheckDigit(of: $0).character] }.text
    }

    private static func fitted(_ characters: [MRZCharacter], to length: Int) -> [MRZCharacter] {
        characters.prefix(length) + fillers(length - characters.count)
    }

    private static func fillers(_ count: Int) -> [MRZCharacter] {
        Array(repeating: .filler, count: max(0, count))
    }
}

extension BACKeyMaterial: PersonalData {
    public var redacted: String { "BACKeyMaterial" }
    public var expandedDescription: String { mrzInformation }
}
