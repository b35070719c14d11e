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
        let (kind, bits, expected) = signature
        guard kind != cchip_key_none else { return .notChecked(.activeAuthentication, .unknownKey) }
        // Short when it fits. What does not fit, some chips cut and call it done.
        let fits = fitsShortAnswer
        let tries: [Int]
        switch lengths {
        case .short: tries = [256]
        case .untold: tries = fits ? [256] : [65_536]
        case .extended: tries = fits ? [256, 65_536] : [65_536, 256]
        }
        var isCut = false
        for le in tries {
            let challenge = try entropy.bytes(8)
            var command = CommandAPDU(ins: 0x88, p1: 0, p2: 0, data: challenge, le: le)
            var response = try channel.send(command)
            if let offered = StatusWord.offeredLength(response.status) {
                command.le = offered
                response = try channel.send(command)
            }
            guard response.status == StatusWord.done, !response.data.isEmpty else {
                isCut = response.status == StatusWord.wrongLength
                continue
            }
            if let expected, response.data.count < expected {
                isCut = true
                continue
            }
            let holds =
                kind == cchip_key_rsa
                ? try opensRSA(response.data, challenge) : try verifiesECDSA(response.data, challenge, bits: bits)
            return holds ? .proved(.activeAuthentication) : .failed(.activeAuthentication, .noProof)
        }
        // A signature that fits is not kept back for want of room, whatever the chip says.
        return isCut && !fits && lengths == .short
            ? .notChecked(.activeAuthentication, .answerTooLong) : .failed(.activeAuthentication, .refused)
    }

    /// The kind of the key, its bits, and how long its signatures are where they are of one length.
    private var signature: (kind: cchip_key_kind, bits: Int, length: Int?) {
        var bits = 0
        let kind = cchip_key(key, key.count, &bits)
        return (kind, bits, kind == cchip_key_rsa ? (bits + 7) / 8 : nil)
    }

    /// Whether a signature fits an answer of 256 bytes; those of curves do.
    var fitsShortAnswer: Bool { signature.length.map { $0 <= channel.messaging?.shortRoom ?? 256 } ?? true }

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
