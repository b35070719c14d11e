import AccessKeys

/// Basic Access Control. ICAO Doc 9303-11, 4.3.
enum BAC {
    /// Opens the chip; the session is the channel's from then on.
    ///
    /// - Throws: `accessUnsupported`, `wrongKey`, `accessFailed` when the chip does not know the key itself.
    static func open(_ channel: ChipChannel, _ keys: ChipAccessKeys, entropy: ChipEntropy) throws(ChipError) {
        let cipher = ChipCipher.tripleDES
        let (encryption, authentication) = (SecretBytes(keys.encryption), SecretBytes(keys.authentication))
        let response = try channel.send(CommandAPDU(ins: 0x84, p1: 0, p2: 0, le: 8))
        guard response.status == StatusWord.done, response.data.count == 8 else {
            throw ChipError(
                .accessUnsupported, "The chip has no Basic Access Control.", status: response.status)
        }
        let challenge = response.data
        let nonce = try entropy.bytes(8)
        let keying = try entropy.secret(16)
        let open = nonce + challenge
        let offer = try SecretBytes(count: open.count + keying.count) { target in
            target.update(from: open, count: open.count)
            keying.with { (target + open.count).update(from: $0, count: keying.count) }
            return true
        }
        let text = try cipher.encrypted(offer, key: encryption)
        let mac = try cipher.mac(cipher.padded(text), key: authentication)
        let answer = try channel.send(CommandAPDU(ins: 0x82, p1: 0, p2: 0, data: text + mac, le: 40))
        guard answer.status == StatusWord.done else {
            if answer.status == StatusWord.noReference {
                throw ChipError(
                    .accessUnsupported, "The chip has no Basic Access Control.", status: answer.status)
            }
            throw ChipError(
                .wrongKey, "The chip does not take the key: the MRZ is another document's, or misread.",
                status: answer.status)
        }
        let failure = ChipError(.accessFailed, "The chip does not know the key that it accepted.")
        guard answer.data.count == 40,
            ChipRandom.same(
                try cipher.mac(cipher.padded(Array(answer.data.prefix(32))), key: authentication), answer.data.suffix(8)
            )
        else { throw failure }
        let plain = try cipher.secretlyDecrypted(Array(answer.data.prefix(32)), key: encryption)
        guard
            plain.with({ plain in
                ChipRandom.same(challenge, UnsafeBufferPointer(start: plain, count: 8))
                    && ChipRandom.same(nonce, UnsafeBufferPointer(start: plain + 8, count: 8))
            })
        else { throw failure }
        let secret = try SecretBytes(count: 16) { target in
            plain.with { plain in
                keying.with { own in
                    for i in 0..<16 { target[i] = own[i] ^ plain[16 + i] }
                }
            }
            return true
        }
        channel.messaging = try SecureMessaging(
            cipher, secret: secret, counter: Array(challenge.suffix(4) + nonce.suffix(4)))
    }
}
