import CChip

/// A signature of the chip over a challenge. ICAO Doc 9303-11, 6.1.
struct ActiveAuthentication {
    let channel: ChipChannel
    /// The SubjectPublicKeyInfo of DG15.
    let key: [UInt8]
    /// The digest that DG14 names for ECDSA.
    let digest: ChipDigest?
    let lengths: AnswerLengths
    let entropy: ChipEntropy

    /// - Throws: what the channel does.
    func fact() throws(ChipError) -> Fact {
        var bits = 0
        let kind = cchip_key(key, key.count, &bits)
        guard kind != cchip_key_none else { return .notChecked(.activeAuthentication, .unknownKey) }
        let expected = kind == cchip_key_rsa ? (bits + 7) / 8 : nil
        let room = channel.messaging?.shortRoom ?? 256
        // Short when it fits. What does not fit, some chips cut and call it done.
        let fits = expected.map { $0 <= room } ?? true
        let tries: [Int]
        switch lengths {
        case .short: tries = [256]
        case .untold: tries = fits ? [256] : [65_536]
        case .extended: tries = fits ? [256, 65_536] : [65_536, 256]
        }
        var refusal = Fact.Reason.refused
        for le in tries {
            let challenge = try entropy.bytes(8)
            var command = CommandAPDU(ins: 0x88, p1: 0, p2: 0, data: challenge, le: le)
            var response = try channel.send(command)
            if let offered = StatusWord.offeredLength(response.status) {
                command.le = offered
                response = try channel.send(command)
            }
            guard response.status == StatusWord.done, !response.data.isEmpty else {
                refusal = response.status == StatusWord.wrongLength ? .answerTooLong : .refused
                continue
            }
            if let expected, response.data.count < expected {
                refusal = .answerTooLong
                continue
            }
            let holds =
                kind == cchip_key_rsa
                ? try opensRSA(response.data, challenge) : try verifiesECDSA(response.data, challenge, bits: bits)
            return holds ? .proved(.activeAuthentication) : .failed(.activeAuthentication, .noProof)
        }
        return refusal == .answerTooLong && lengths == .short
            ? .notChecked(.activeAuthentication, .answerTooLong) : .failed(.activeAuthentication, .refused)
    }

    /// ISO/IEC 9796-2, digital signature scheme 1: `6A`, a random part, the hash of both and a trailer.
    private func opensRSA(_ signature: [UInt8], _ challenge: [UInt8]) throws(ChipError) -> Bool {
        var opened = [UInt8](repeating: 0, count: signature.count)
        guard cchip_rsa_open(key, key.count, signature, signature.count, &opened), opened.first == 0x6A else {
            return false
        }
        var message = opened[...].dropFirst()
        let digest: ChipDigest
        switch message.popLast() {
        case 0xBC: digest = .sha1
        case 0xCC:
            let digests: [UInt8: ChipDigest] = [
                0x33: .sha1, 0x38: .sha224, 0x34: .sha256, 0x36: .sha384, 0x35: .sha512,
            ]
            guard let named = message.popLast().flatMap({ digests[$0] }) else { return false }
            digest = named
        default: return false
        }
        guard message.count > digest.rawValue else { return false }
        let hash = message.suffix(digest.rawValue)
        return try digest.hash(message.dropLast(digest.rawValue) + challenge) == Array(hash)
    }

    private func verifiesECDSA(_ signature: [UInt8], _ challenge: [UInt8], bits: Int) throws(ChipError) -> Bool {
        let usual: ChipDigest = bits <= 224 ? .sha224 : bits <= 320 ? .sha256 : bits <= 384 ? .sha384 : .sha512
        let hash = try (digest ?? usual).hash(challenge)
        return cchip_ecdsa(key, key.count, hash, hash.count, signature, signature.count)
    }
}
