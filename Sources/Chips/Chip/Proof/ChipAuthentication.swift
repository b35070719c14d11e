/// A key agreement with the chip's own key, which a copy does not have. ICAO Doc 9303-11, 6.2.
struct ChipAuthentication {
    let channel: ChipChannel
    let info: ChipAuthenticationInfo
    let key: ChipAuthenticationKey
    let lengths: AnswerLengths
    let entropy: ChipEntropy

    /// The ways that a chip lists, the strongest cipher first. One that names no cipher means 3DES.
    static func candidates(_ infos: SecurityInfos) -> [(ChipAuthenticationInfo, ChipAuthenticationKey)] {
        infos.chipKeys.flatMap { key -> [(ChipAuthenticationInfo, ChipAuthenticationKey)] in
            let fitting = infos.chipAuthentications.filter { info in
                info.isCurve == key.isCurve
                    && (info.keyIdentifier == nil || key.keyIdentifier == nil
                        || info.keyIdentifier == key.keyIdentifier)
            }
            guard fitting.isEmpty else { return fitting.map { ($0, key) } }
            let oid = OID(bytes: OID.chipAuthentication.bytes + [key.isCurve ? 2 : 1, ChipCipher.tripleDES.rawValue])
            return [
                (
                    ChipAuthenticationInfo(
                        oid: oid, cipher: .tripleDES, isCurve: key.isCurve, keyIdentifier: key.keyIdentifier), key
                )
            ]
        }
        .sorted { $0.0.cipher.rawValue > $1.0.cipher.rawValue }
    }

    /// Agrees on new keys; the channel's session is theirs from then on. That the chip has them shows its next answer.
    ///
    /// - Returns: false, with nothing sent, where its command is longer than chip and reader can.
    /// - Throws: `refused`, `cryptographyFailed` for a key of a kind that is not known, and what the channel does.
    func agree() throws(ChipError) -> Bool {
        let (domain, theirs) = try Domain.read(key.info)
        guard domain.isCurve == key.isCurve else { throw .cryptography }
        let scalar = try entropy.scalar(of: domain)
        let own = try domain.power(scalar)
        let secret = try domain.secret(scalar, theirs)
        let identifier = key.keyIdentifier.map { TLV.encoded(0x84, $0) } ?? []
        let command =
            info.cipher == .tripleDES
            ? CommandAPDU(ins: 0x22, p1: 0x41, p2: 0xA6, data: TLV.encoded(0x91, own) + identifier)
            : CommandAPDU(ins: 0x86, p1: 0, p2: 0, data: TLV.encoded(0x7C, TLV.encoded(0x80, own)), le: 256)
        if lengths == .short, try channel.takesExtendedLength(command) { return false }
        if info.cipher != .tripleDES {
            _ = try channel.done(
                CommandAPDU(ins: 0x22, p1: 0x41, p2: 0xA4, data: TLV.encoded(0x80, info.oid.bytes) + identifier),
                "chip authentication")
        }
        _ = try channel.done(command, "chip authentication")
        channel.messaging = try SecureMessaging(info.cipher, secret: secret)
        return true
    }
}
