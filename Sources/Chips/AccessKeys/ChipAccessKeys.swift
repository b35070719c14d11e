import Crypto
public import MRZParsing

/// The keys that open the chip of a document, derived from its MRZ. ICAO Doc 9303-11, 4.3.2, 9.7.2 and Appendix D.
///
/// Who holds them can read the chip: give them to nobody but the reader of the chip.
public struct ChipAccessKeys: Sendable, Hashable {
    /// Number, birth and expiry, each with its check digit: what everything else is derived from.
    public let mrzInformation: String
    /// K_seed of Basic Access Control: 16 bytes.
    public let seed: [UInt8]
    /// K_Enc of Basic Access Control: two DES keys of 8 bytes, odd parity.
    public let encryption: [UInt8]
    /// K_MAC of Basic Access Control: two DES keys of 8 bytes, odd parity.
    public let authentication: [UInt8]
    /// What PACE derives its key K_π from once the chip has named its cipher: the 20 bytes of the SHA-1.
    public let pace: [UInt8]

    public init(_ material: BACKeyMaterial) {
        mrzInformation = material.mrzInformation
        pace = Self.sha1(Array(mrzInformation.utf8))
        seed = Array(pace.prefix(16))
        encryption = Self.derived(from: seed, counter: 1)
        authentication = Self.derived(from: seed, counter: 2)
    }

    /// Nil when documents of that layout have no chip with such keys: it takes a TD1, TD2 or TD3.
    public init?(_ verified: VerifiedMRZ) {
        guard let material = BACKeyMaterial(verified) else { return nil }
        self.init(material)
    }

    /// The key derivation function for DES keys. ICAO Doc 9303-11, 9.7.1.2 and 9.7.2.1.
    private static func derived(from seed: [UInt8], counter: UInt8) -> [UInt8] {
        sha1(seed + [0, 0, 0, counter]).prefix(16).map(\.withOddParity)
    }

    /// SHA-1 is what the standard demands here, weak or not.
    private static func sha1(_ bytes: [UInt8]) -> [UInt8] { Array(Insecure.SHA1.hash(data: bytes)) }
}

extension ChipAccessKeys: PersonalData {
    public var redacted: String { "ChipAccessKeys" }
    public var expandedDescription: String { mrzInformation }
}
