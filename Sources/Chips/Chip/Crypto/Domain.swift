import CChip

/// The group in which PACE and chip authentication agree on a key. ICAO Doc 9303-11, 9.5.
///
/// Elements are encoded as an uncompressed point, or as an integer as long as the prime.
final class Domain: @unchecked Sendable {
    // Never changed once it is made.
    private let domain: OpaquePointer
    /// The number of the standardised domain parameters; nil when they were written out.
    let identifier: Int?

    private init(_ domain: OpaquePointer, identifier: Int?) {
        self.domain = domain
        self.identifier = identifier
    }

    deinit { cchip_domain_free(domain) }

    /// Standardised domain parameters; nil when there are none of that number. ICAO Doc 9303-11, 9.5.1.
    convenience init?(standardized identifier: Int) {
        guard let number = Int32(exactly: identifier), let domain = cchip_domain_new(number) else { return nil }
        self.init(domain, identifier: identifier)
    }

    /// The group of a SubjectPublicKeyInfo, and the key.
    ///
    /// - Throws: `malformed`, `cryptographyFailed` for parameters that no document has.
    static func read(_ info: ArraySlice<UInt8>) throws(ChipError) -> (domain: Domain, key: [UInt8]) {
        let parts = try TLV.objects(in: try TLV.object(info).value)
        guard parts.count == 2, parts[0].tag == 0x30, parts[1].tag == 0x03, parts[1].value.first == 0 else {
            throw .malformed("A public key of the chip")
        }
        let algorithm = try TLV.objects(in: parts[0].value)
        if let oid = algorithm.under(0x06), OID(bytes: oid) == .standardizedDomainParameters {
            guard let number = algorithm.under(0x02)?.number, let domain = Domain(standardized: number) else {
                throw .cryptography
            }
            var key = Array(parts[1].value.dropFirst())
            // A key of integers is an INTEGER in DER.
            if !domain.isCurve { key = domain.padded(try TLV.object(key[...]).value) }
            return (domain, key)
        }
        var key = [UInt8](repeating: 0, count: Int(CCHIP_MAX_ELEMENT))
        let bytes = Array(info)
        guard let domain = cchip_domain_of_key(bytes, bytes.count, &key) else { throw .cryptography }
        let read = Domain(domain, identifier: nil)
        return (read, Array(key.prefix(read.elementLength)))
    }

    var isCurve: Bool { cchip_domain_is_curve(domain) }
    /// Bytes of a coordinate or an integer.
    var fieldLength: Int { cchip_domain_field(domain) }
    private var elementLength: Int { isCurve ? 1 + 2 * fieldLength : fieldLength }

    /// The bits of the prime, to the next byte.
    var bits: Int { fieldLength * 8 }

    private func padded(_ number: ArraySlice<UInt8>) -> [UInt8] {
        let digits = number.drop { $0 == 0 }
        return [UInt8](repeating: 0, count: max(0, fieldLength - digits.count)) + digits
    }

    /// A new secret number.
    func scalar() throws(ChipError) -> SecretBytes {
        try SecretBytes(count: cchip_domain_order(domain)) { cchip_domain_scalar(domain, $0) }
    }

    /// `base`, or the generator, to the power of a secret number.
    ///
    /// - Throws: `cryptographyFailed` also for an element that is not of the group.
    func power(_ scalar: SecretBytes, of base: [UInt8]? = nil) throws(ChipError) -> [UInt8] {
        try element { output in
            scalar.with { number in
                guard let base else { return cchip_domain_power(domain, number, scalar.count, nil, 0, output) }
                return cchip_domain_power(domain, number, scalar.count, base, base.count, output)
            }
        }
    }

    /// The generator of generic mapping.
    func mapped(nonce: SecretBytes, shared: [UInt8]) throws(ChipError) -> [UInt8] {
        try element { output in
            nonce.with { cchip_domain_mapped(domain, $0, nonce.count, shared, shared.count, output) }
        }
    }

    /// The generator of integrated mapping: `number` is what the pseudo-random function gave.
    func integrated(_ number: [UInt8]) throws(ChipError) -> [UInt8] {
        try element { cchip_domain_integrated(domain, number, number.count, $0) }
    }

    /// What both sides know.
    func secret(_ scalar: SecretBytes, _ element: [UInt8]) throws(ChipError) -> SecretBytes {
        try SecretBytes(count: fieldLength) { output in
            scalar.with { cchip_domain_secret(domain, $0, scalar.count, element, element.count, output) }
        }
    }

    private func element(_ body: (UnsafeMutablePointer<UInt8>) -> Bool) throws(ChipError) -> [UInt8] {
        let capacity = Int(CCHIP_MAX_ELEMENT)
        var isDone = false
        let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            buffer.initialize(repeating: 0)
            if let start = buffer.baseAddress { isDone = body(start) }
            count = capacity
        }
        guard isDone else { throw .cryptography }
        return Array(bytes.prefix(elementLength))
    }
}
