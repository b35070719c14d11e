/// An object identifier by the bytes of its value in DER. ITU-T X.690, 8.19.
struct OID: Hashable {
    let bytes: [UInt8]

    init(bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// - Precondition: at least two numbers.
    init(_ numbers: Int...) {
        var bytes: [UInt8] = []
        for number in [numbers[0] * 40 + numbers[1]] + numbers.dropFirst(2) {
            var groups = [UInt8(number & 0x7F)]
            var rest = number >> 7
            while rest > 0 {
                groups.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes += groups.reversed()
        }
        self.bytes = bytes
    }

    /// What follows `other`; nil when this does not begin with it.
    func arcs(under other: OID) -> ArraySlice<UInt8>? {
        bytes.starts(with: other.bytes) && bytes.count > other.bytes.count ? bytes.dropFirst(other.bytes.count) : nil
    }
}

extension OID {
    /// PACE: bsi-de protocols, as all of these. ICAO Doc 9303-11, 9.2.
    static let pace = OID(0, 4, 0, 127, 0, 7, 2, 2, 4)
    /// Chip authentication.
    static let chipAuthentication = OID(0, 4, 0, 127, 0, 7, 2, 2, 3)
    /// The public key of chip authentication.
    static let chipAuthenticationKey = OID(0, 4, 0, 127, 0, 7, 2, 2, 1)
    /// The parameters of a curve, named by their number.
    static let standardizedDomainParameters = OID(0, 4, 0, 127, 0, 7, 1, 2)
    /// ECDSA whose signatures are the two numbers one behind the other: ecdsa-plain-signatures of BSI TR-03111.
    static let plainECDSA = OID(0, 4, 0, 127, 0, 7, 1, 1, 4, 1)
    /// id-icao-mrtd-security-aaProtocolObject. ICAO Doc 9303-11, 9.2.
    static let activeAuthentication = OID(2, 23, 136, 1, 1, 5)

    static let sha1 = OID(1, 3, 14, 3, 2, 26)
    static let sha224 = OID(2, 16, 840, 1, 101, 3, 4, 2, 4)
    static let sha256 = OID(2, 16, 840, 1, 101, 3, 4, 2, 1)
    static let sha384 = OID(2, 16, 840, 1, 101, 3, 4, 2, 2)
    static let sha512 = OID(2, 16, 840, 1, 101, 3, 4, 2, 3)
}
