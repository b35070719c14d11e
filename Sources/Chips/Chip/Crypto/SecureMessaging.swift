/// The session with a chip: every command and every answer encrypted and authenticated. ICAO Doc 9303-11, 9.8.
struct SecureMessaging {
    let cipher: ChipCipher
    private let encryption: SecretBytes
    private let authentication: SecretBytes
    /// The send sequence counter, as long as a block.
    private var counter: [UInt8]

    /// - Parameter secret: what both sides know, from which the keys are derived.
    /// - Parameter counter: where the counter starts; zero when nil.
    init(_ cipher: ChipCipher, secret: SecretBytes, counter: [UInt8]? = nil) throws(ChipError) {
        self.init(
            cipher, encryption: try cipher.derivedKey(secret, counter: 1),
            authentication: try cipher.derivedKey(secret, counter: 2), counter: counter)
    }

    init(_ cipher: ChipCipher, encryption: SecretBytes, authentication: SecretBytes, counter: [UInt8]? = nil) {
        self.cipher = cipher
        self.encryption = encryption
        self.authentication = authentication
        self.counter = counter ?? [UInt8](repeating: 0, count: cipher.block)
    }

    /// How many bytes of a file fit an answer of at most 256 bytes of data: beside them stand their tag, length and
    /// padding indicator (4), the status (4) and the MAC (10).
    var shortRoom: Int { (256 - 18) / cipher.block * cipher.block - 1 }

    private mutating func count() {
        for place in counter.indices.reversed() {
            counter[place] &+= 1
            if counter[place] != 0 { return }
        }
    }

    /// The command as it travels.
    mutating func protected(_ command: CommandAPDU) throws(ChipError) -> CommandAPDU {
        count()
        var header = command.header
        header[0] |= 0x0C
        var objects: [UInt8] = []
        if !command.data.isEmpty {
            let text = try cipher.encrypted(
                cipher.padded(command.data), key: encryption, iv: try cipher.messagingIV(counter, key: encryption))
            objects = command.ins & 1 == 1 ? TLV.encoded(0x85, text) : TLV.encoded(0x87, [0x01] + text)
        }
        if let le = command.le {
            objects += TLV.encoded(0x97, le > 256 ? CommandAPDU.bytes(of: le) : [UInt8(truncatingIfNeeded: le)])
        }
        let covered = counter + cipher.padded(header) + (objects.isEmpty ? [] : cipher.padded(objects))
        objects += TLV.encoded(0x8E, try cipher.mac(covered, key: authentication))
        let isExtended = objects.count > 255 || (command.le ?? 0) > 256
        return CommandAPDU(
            cla: header[0], ins: command.ins, p1: command.p1, p2: command.p2, data: objects,
            le: isExtended ? 65_536 : 256)
    }

    /// What an answer says.
    ///
    /// - Throws: `sessionEnded` for one that comes in the clear, whatever it says: it may be anybody's.
    ///   `secureMessagingFailed` for one with a wrong MAC, or built otherwise.
    mutating func opened(_ response: ResponseAPDU) throws(ChipError) -> ResponseAPDU {
        guard !response.data.isEmpty else {
            throw ChipError(
                .sessionEnded, "The chip answered in the clear: the session has ended.", status: response.status)
        }
        count()
        let failure = ChipError(.secureMessagingFailed, "An answer does not carry the proof of the session's keys.")
        var objects: [DataObject]
        do throws(ChipError) { objects = try TLV.objects(in: response.data[...]) } catch { throw failure }
        guard let last = objects.popLast(), last.tag == 0x8E, last.value.count == 8 else { throw failure }
        let covered = response.data.prefix(response.data.count - last.whole.count)
        guard
            ChipRandom.same(
                try cipher.mac(cipher.padded(counter + covered), key: authentication), last.value)
        else { throw failure }
        guard let status = objects.popLast(), status.tag == 0x99, status.value.count == 2, objects.count <= 1 else {
            throw failure
        }
        let word = status.value.reduce(0) { $0 << 8 | UInt16($1) }
        guard let text = objects.first else { return ResponseAPDU(data: [], status: word) }
        var cryptogram = text.value
        switch text.tag {
        case 0x87: guard cryptogram.popFirst() == 0x01 else { throw failure }
        case 0x85: break
        default: throw failure
        }
        guard !cryptogram.isEmpty, cryptogram.count.isMultiple(of: cipher.block),
            let plain = ChipCipher.unpadded(
                try cipher.decrypted(
                    Array(cryptogram), key: encryption, iv: try cipher.messagingIV(counter, key: encryption)))
        else { throw failure }
        return ResponseAPDU(data: plain, status: word)
    }
}
