/// Password Authenticated Connection Establishment. ICAO Doc 9303-11, 4.4.
struct PACE {
    let channel: ChipChannel
    let info: PACEInfo
    let password: PACEPassword
    /// Whether the chip lists more than one way: then it is to be told which parameters are meant.
    let isOneOfMany: Bool
    let entropy: ChipEntropy

    /// What chip authentication mapping leaves to be verified. ICAO Doc 9303-11, 4.4.3.5.
    struct MappingProof {
        let domain: Domain
        /// The chip's public key of the mapping.
        let mappingKey: [UInt8]
        /// The number by which the chip's authentic key becomes that.
        let factor: SecretBytes
    }

    /// Tells the chip what is to be done. No key is tried yet, so another way can follow a refusal.
    ///
    /// - Throws: `accessUnsupported`.
    func announce() throws(ChipError) {
        var data = TLV.encoded(0x80, info.oid.bytes) + TLV.encoded(0x83, [password.reference])
        if isOneOfMany { data += TLV.encoded(0x84, [UInt8(info.parameter)]) }
        // No Le: German documents refuse one here.
        let response = try channel.send(CommandAPDU(ins: 0x22, p1: 0xC1, p2: 0xA4, data: data))
        // Warnings say how many tries are left.
        guard response.status == StatusWord.done || response.status >> 8 == 0x63 else {
            throw ChipError(
                .accessUnsupported, "The chip does not do PACE in a way that it lists.", status: response.status)
        }
    }

    /// Opens the chip; the session is the channel's from then on.
    ///
    /// - Throws: `wrongKey`, `accessFailed`.
    func open() throws(ChipError) -> MappingProof? {
        guard let domain = Domain(standardized: info.parameter), domain.isCurve == info.isCurve else {
            throw .cryptography
        }
        do throws(ChipError) {
            return try open(domain)
        } catch  where error.code == .cryptographyFailed || error.code == .malformed {
            throw ChipError(.accessFailed, "The chip breaks the rules of PACE.")
        }
    }

    private func open(_ domain: Domain) throws(ChipError) -> MappingProof? {
        let cipher = info.cipher
        let encrypted = Array(try step([], answer: 0x80))
        guard encrypted.count == 16 || encrypted.count == 32, encrypted.count.isMultiple(of: cipher.block) else {
            throw .malformed("An answer of the chip")
        }
        let nonce = try cipher.secretlyDecrypted(encrypted, key: try password.key(cipher))
        var mappingKey: [UInt8] = []
        let generator: [UInt8]
        if info.mapping == .integrated {
            let own = try entropy.bytes(cipher.keyLength)
            _ = try step(TLV.encoded(0x81, own), answer: nil)
            generator = try domain.integrated(
                try IntegratedMapping.number(cipher, nonce: nonce, own: own, bits: domain.bits))
        } else {
            let scalar = try entropy.scalar(of: domain)
            mappingKey = Array(
                try step(TLV.encoded(0x81, try domain.power(scalar)), answer: 0x82))
            generator = try domain.mapped(nonce: nonce, shared: try domain.power(scalar, of: mappingKey))
        }
        let scalar = try entropy.scalar(of: domain)
        let own = try domain.power(scalar, of: generator)
        let theirs = Array(try step(TLV.encoded(0x83, own), answer: 0x84))
        guard theirs != own else { throw ChipError(.accessFailed, "The chip sent the reader's own key back.") }
        let secret = try domain.secret(scalar, theirs)
        let encryption = try cipher.derivedKey(secret, counter: 1)
        let authentication = try cipher.derivedKey(secret, counter: 2)
        let answer = try token(for: theirs, own: own, authentication, domain)
        var proof: MappingProof?
        if info.mapping == .chipAuthentication {
            proof = try mappingProof(answer, encryption, mappingKey, domain)
        }
        channel.messaging = SecureMessaging(cipher, encryption: encryption, authentication: authentication)
        return proof
    }

    /// Exchanges the tokens that prove the keys.
    private func token(
        for theirs: [UInt8], own: [UInt8], _ authentication: SecretBytes, _ domain: Domain
    ) throws(ChipError) -> [DataObject] {
        func token(over key: [UInt8]) throws(ChipError) -> [UInt8] {
            let object = TLV.encoded(0x06, info.oid.bytes) + TLV.encoded(domain.isCurve ? 0x86 : 0x84, key)
            return try info.cipher.tokenMAC(TLV.encoded(0x7F49, object), key: authentication)
        }
        let command = CommandAPDU(
            ins: 0x86, p1: 0, p2: 0, data: TLV.encoded(0x7C, TLV.encoded(0x85, try token(over: theirs))), le: 256)
        let response = try channel.send(command)
        guard response.status == StatusWord.done else {
            throw ChipError(
                .wrongKey, "The chip does not take the key: the MRZ or the number is another document's, or misread.",
                status: response.status)
        }
        let answer = try Self.objects(response.data)
        guard let theirToken = answer.under(0x86), ChipRandom.same(try token(over: own), theirToken) else {
            throw ChipError(.accessFailed, "The chip does not know the key that it accepted.")
        }
        return answer
    }

    /// Absence is no failure of PACE: the chip then proves nothing.
    private func mappingProof(
        _ answer: [DataObject], _ encryption: SecretBytes, _ mappingKey: [UInt8], _ domain: Domain
    ) throws(ChipError) -> MappingProof? {
        let cipher = info.cipher
        guard let encrypted = answer.under(0x8A), !encrypted.isEmpty, encrypted.count.isMultiple(of: cipher.block)
        else {
            return nil
        }
        let iv = try cipher.encrypted([UInt8](repeating: 0xFF, count: cipher.block), key: encryption)
        let plain = try cipher.secretlyDecrypted(Array(encrypted), key: encryption, iv: iv)
        guard let factor = try ChipCipher.unpadded(plain) else { return nil }
        return MappingProof(domain: domain, mappingKey: mappingKey, factor: factor)
    }

    /// One of the chained steps: sends an object and gives what stands under a tag of the answer.
    private func step(_ data: [UInt8], answer tag: UInt32?) throws(ChipError) -> ArraySlice<UInt8> {
        let body = TLV.encoded(0x7C, data)
        // To a key of a prime group comes one that no short answer holds.
        let command = CommandAPDU(
            cla: 0x10, ins: 0x86, p1: 0, p2: 0, data: body, le: body.count > 255 ? 65_536 : 256)
        let response = try channel.send(command)
        guard response.status == StatusWord.done else {
            throw ChipError(
                .accessFailed, "The chip broke off PACE with a status.", status: response.status)
        }
        let objects = try Self.objects(response.data)
        guard let tag else { return [] }
        guard let value = objects.under(tag) else { throw .malformed("An answer of the chip") }
        return value
    }

    private static func objects(_ data: [UInt8]) throws(ChipError) -> [DataObject] {
        let outer = try TLV.object(data[...])
        guard outer.tag == 0x7C else { throw .malformed("An answer of the chip") }
        return try TLV.objects(in: outer.value)
    }
}

/// The pseudo-random function of integrated mapping. ICAO Doc 9303-11, 4.4.3.3.2.
enum IntegratedMapping {
    /// R_p(s, t) before it is reduced by the prime.
    ///
    /// - Parameter bits: of the prime.
    static func number(
        _ cipher: ChipCipher, nonce: SecretBytes, own: [UInt8], bits: Int
    ) throws(ChipError) -> [UInt8] {
        let isLong = cipher.keyLength > 16
        let constants: ([UInt8], [UInt8]) =
            isLong
            ? (
                [
                    0xD4, 0x63, 0xD6, 0x52, 0x34, 0x12, 0x4E, 0xF7, 0x89, 0x70, 0x54, 0x98, 0x6D, 0xCA, 0x0A, 0x17,
                    0x4E, 0x28, 0xDF, 0x75, 0x8C, 0xBA, 0xA0, 0x3F, 0x24, 0x06, 0x16, 0x41, 0x4D, 0x5A, 0x16, 0x76,
                ],
                [
                    0x54, 0xBD, 0x72, 0x55, 0xF0, 0xAA, 0xF8, 0x31, 0xBE, 0xC3, 0x42, 0x3F, 0xCF, 0x39, 0xD6, 0x9B,
                    0x6C, 0xBF, 0x06, 0x66, 0x77, 0xD0, 0xFA, 0xAE, 0x5A, 0xAD, 0xD9, 0x9D, 0xF8, 0xE5, 0x35, 0x17,
                ]
            )
            : (
                [0xA6, 0x68, 0x89, 0x2A, 0x7C, 0x41, 0xE3, 0xCA, 0x73, 0x9F, 0x40, 0xB0, 0x57, 0xD8, 0x59, 0x04],
                [0xA4, 0xE1, 0x36, 0xAC, 0x72, 0x5F, 0x73, 0x8B, 0x01, 0xC1, 0xF6, 0x02, 0x17, 0xC1, 0x88, 0xAD]
            )
        let size = constants.0.count * 8
        let rounds = (bits + 64 + size - 1) / size
        var key = SecretBytes(try cipher.encrypted(nonce, key: SecretBytes(own)))
        var output: [UInt8] = []
        for _ in 0..<rounds {
            let short = try key.prefix(cipher.keyLength)
            output += try cipher.encrypted(constants.1, key: short)
            key = try cipher.secretlyEncrypted(constants.0, key: short)
        }
        return output
    }
}
