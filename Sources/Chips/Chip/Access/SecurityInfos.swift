/// How a chip can be opened and how it proves itself: the SecurityInfos of EF.CardAccess, EF.CardSecurity and DG14.
/// ICAO Doc 9303-11, 9.2.
struct SecurityInfos {
    private(set) var pace: [PACEInfo] = []
    private(set) var chipAuthentications: [ChipAuthenticationInfo] = []
    private(set) var chipKeys: [ChipAuthenticationKey] = []
    /// The digest of active authentication with ECDSA.
    private(set) var activeAuthenticationDigest: ChipDigest?
    /// Every info about PACE as it came, also those that are not understood, to be compared.
    private(set) var paceBytes: Set<[UInt8]> = []

    private static let maxCount = 64

    /// Infos that are not known are passed over; of those that are known, each must be built as it should.
    ///
    /// - Throws: `malformed`, `limitExceeded`.
    init(_ bytes: ArraySlice<UInt8>) throws(ChipError) {
        let set = try TLV.object(bytes)
        guard set.tag == 0x31 else { throw .malformed("The chip's list of protocols") }
        let infos = try TLV.objects(in: set.value)
        guard infos.count <= Self.maxCount else {
            throw ChipError(.limitExceeded, "The chip lists more protocols than there are.")
        }
        for info in infos where info.tag == 0x30 {
            guard let oid = Self.oid(of: info), Self.known.contains(where: { oid.bytes.starts(with: $0.bytes) }) else {
                continue
            }
            read(oid, Array(try TLV.objects(in: info.value).dropFirst()), whole: info.whole)
        }
    }

    private static let known: [OID] = [.pace, .chipAuthentication, .chipAuthenticationKey, .activeAuthentication]

    /// Of what an info is; nil when it does not say.
    private static func oid(of info: DataObject) -> OID? {
        guard let header = TLV.Header(info.value), header.tag == 0x06 else { return nil }
        let oid = info.value.dropFirst(header.size).prefix(header.length)
        return oid.count == header.length ? OID(bytes: oid) : nil
    }

    private mutating func read(_ oid: OID, _ parts: [DataObject], whole: ArraySlice<UInt8>) {
        if oid == .activeAuthentication {
            // INTEGER version, then the algorithm.
            if let algorithm = parts.under(0x06), let last = OID(bytes: algorithm).arcs(under: .plainECDSA),
                last.count == 1
            {
                let digests: [UInt8: ChipDigest] = [1: .sha1, 2: .sha224, 3: .sha256, 4: .sha384, 5: .sha512]
                activeAuthenticationDigest = last.first.flatMap { digests[$0] }
            }
        } else if oid.arcs(under: .pace) != nil {
            paceBytes.insert(Array(whole))
            if let info = PACEInfo(oid, parts) { pace.append(info) }
        } else if let arcs = oid.arcs(under: .chipAuthentication), arcs.count == 2,
            let cipher = arcs.last.flatMap(ChipCipher.init(rawValue:))
        {
            let numbers = parts.filter { $0.tag == 0x02 }
            chipAuthentications.append(
                ChipAuthenticationInfo(
                    oid: oid, cipher: cipher, isCurve: arcs.first == 2,
                    keyIdentifier: numbers.count > 1 ? Array(numbers[1].value) : nil))
        } else if let arcs = oid.arcs(under: .chipAuthenticationKey), let info = parts.first, info.tag == 0x30 {
            chipKeys.append(
                ChipAuthenticationKey(
                    info: info.whole, isCurve: arcs.first == 2, keyIdentifier: parts.under(0x02).map(Array.init)))
        }
    }
}

/// One way of doing PACE. ICAO Doc 9303-11, 9.2.1.
struct PACEInfo {
    let oid: OID
    let mapping: Mapping
    let cipher: ChipCipher
    let isCurve: Bool
    /// The number of the standardised domain parameters.
    let parameter: Int

    enum Mapping: UInt8 {
        case generic = 0
        case integrated = 1
        case chipAuthentication = 2

        var name: String {
            switch self {
            case .generic: "GM"
            case .integrated: "IM"
            case .chipAuthentication: "CAM"
            }
        }
    }

    /// Nil for one that is not known, or with domain parameters of its own.
    init?(_ oid: OID, _ parts: [DataObject]) {
        guard let arcs = oid.arcs(under: .pace), arcs.count == 2, let kind = arcs.first, let last = arcs.last,
            let cipher = ChipCipher(rawValue: last)
        else { return nil }
        switch kind {
        case 1: (mapping, isCurve) = (.generic, false)
        case 2: (mapping, isCurve) = (.generic, true)
        case 3: (mapping, isCurve) = (.integrated, false)
        case 4: (mapping, isCurve) = (.integrated, true)
        case 6: (mapping, isCurve) = (.chipAuthentication, true)
        default: return nil
        }
        // Version 2 is the only one of Doc 9303.
        let numbers = parts.filter { $0.tag == 0x02 }
        guard numbers.count == 2, numbers[0].value.number == 2, let parameter = numbers[1].value.number,
            (isCurve ? 8...18 : 0...2).contains(parameter)
        else { return nil }
        self.oid = oid
        self.cipher = cipher
        self.parameter = parameter
    }

    /// `ECDH-GM-AES-128`.
    var name: String { "\(isCurve ? "ECDH" : "DH")-\(mapping.name)-\(cipher.name)" }

    /// Whether its public keys fit commands of at most 255 bytes: integers of 2048 bits do not.
    var fitsShortCommands: Bool { isCurve || parameter == 0 }

    /// Higher is taken first: what proves the chip as well, then curves, then the mapping that most chips have, then
    /// the stronger cipher.
    var rank: Int {
        let mappings: [Mapping: Int] = [.chipAuthentication: 2, .generic: 1, .integrated: 0]
        return (mapping == .chipAuthentication ? 100 : 0) + (isCurve ? 50 : 0) + (mappings[mapping] ?? 0) * 10
            + Int(cipher.rawValue)
    }
}

/// A cipher of chip authentication. ICAO Doc 9303-11, 9.2.5.
struct ChipAuthenticationInfo {
    let oid: OID
    let cipher: ChipCipher
    let isCurve: Bool
    /// The bytes of the number of its key.
    let keyIdentifier: [UInt8]?
}

/// A public key of the chip. ICAO Doc 9303-11, 9.2.6.
struct ChipAuthenticationKey {
    /// The SubjectPublicKeyInfo.
    let info: ArraySlice<UInt8>
    let isCurve: Bool
    let keyIdentifier: [UInt8]?
}
