public import AccessKeys
public import MRZParsing

/// What opens a chip.
public struct ChipKey: Sendable {
    /// Keys from the MRZ.
    let mrz: ChipAccessKeys?
    /// The card access number that is printed on cards, and on some passports: PACE alone takes it.
    let cardAccessNumber: CardAccessNumber?

    /// A key made of both: PACE is done with the card access number where the chip knows one, and all else with the
    /// MRZ.
    public init(mrz: ChipAccessKeys, cardAccessNumber: CardAccessNumber? = nil) {
        self.mrz = mrz
        self.cardAccessNumber = cardAccessNumber
    }

    public init(cardAccessNumber: CardAccessNumber) {
        mrz = nil
        self.cardAccessNumber = cardAccessNumber
    }

    /// No key, for chips that are open to everybody.
    public init() {
        mrz = nil
        cardAccessNumber = nil
    }

    /// The passwords for PACE, that which is to be used first first.
    var passwords: [PACEPassword] {
        [cardAccessNumber.map(PACEPassword.init), mrz.map(PACEPassword.init)].compactMap { $0 }
    }
}

extension ChipKey: PersonalData {
    public var redacted: String { "ChipKey" }
    public var expandedDescription: String { mrz?.expandedDescription ?? cardAccessNumber?.expandedDescription ?? "" }
}

/// The digits of a card access number. ICAO Doc 9303-11, 4.4.1: mostly six.
public struct CardAccessNumber: Sendable, Hashable {
    let digits: [UInt8]

    /// Nil for anything but 4 to 16 digits.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard (4...16).contains(bytes.count), bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        digits = bytes
    }
}

extension CardAccessNumber: PersonalData {
    public var redacted: String { "CardAccessNumber" }
    public var expandedDescription: String { String(decoding: digits, as: UTF8.self) }
}

/// A password of PACE: which one it is, and K_π once the cipher is known. ICAO Doc 9303-11, 4.4.1 and 9.7.3.
package struct PACEPassword {
    /// 1 for the MRZ, 2 for the card access number.
    let reference: UInt8
    let key: (ChipCipher) throws(ChipError) -> SecretBytes

    package init(_ keys: ChipAccessKeys) {
        let secret = SecretBytes(keys.pace)
        reference = 1
        key = { (cipher) throws(ChipError) in try cipher.derivedKey(secret, counter: 3) }
    }

    init(_ number: CardAccessNumber) {
        let secret = SecretBytes(number.digits)
        reference = 2
        key = { (cipher) throws(ChipError) in try cipher.derivedKey(secret, counter: 3) }
    }

    /// A key that is K_π itself, as some worked examples give it.
    package init(reference: UInt8, derivedKey: [UInt8]) {
        self.reference = reference
        key = { (_) throws(ChipError) in SecretBytes(derivedKey) }
    }
}

/// Where random numbers come from; worked examples have theirs.
package struct ChipEntropy {
    let bytes: (Int) throws(ChipError) -> [UInt8]
    /// A secret number for a group; nil to have one made.
    let scalar: () -> [UInt8]?

    /// Where keys come from.
    let secret: (Int) throws(ChipError) -> SecretBytes

    package static var system: ChipEntropy {
        ChipEntropy(
            bytes: { (count) throws(ChipError) in try ChipRandom.bytes(count) },
            secret: { (count) throws(ChipError) in try ChipRandom.secret(count) }, scalar: { nil })
    }

    package init(
        bytes: @escaping (Int) throws(ChipError) -> [UInt8], scalar: @escaping () -> [UInt8]? = { nil }
    ) {
        self.init(
            bytes: bytes, secret: { (count) throws(ChipError) in SecretBytes(try bytes(count)) }, scalar: scalar)
    }

    private init(
        bytes: @escaping (Int) throws(ChipError) -> [UInt8],
        secret: @escaping (Int) throws(ChipError) -> SecretBytes, scalar: @escaping () -> [UInt8]?
    ) {
        self.bytes = bytes
        self.secret = secret
        self.scalar = scalar
    }

    func scalar(of domain: Domain) throws(ChipError) -> SecretBytes {
        if let given = scalar() { return SecretBytes(given) }
        return try domain.scalar()
    }
}
