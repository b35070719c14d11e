import AccessKeys
import CChip

/// The ciphers of secure messaging, each with its MAC and key derivation. ICAO Doc 9303-11, 9.7 and 9.8.
enum ChipCipher: UInt8, CaseIterable {
    /// Two-key 3DES in CBC mode with the retail MAC.
    case tripleDES = 1
    /// AES in CBC mode with CMAC, cut to eight bytes.
    case aes128 = 2
    case aes192 = 3
    case aes256 = 4

    var name: String {
        switch self {
        case .tripleDES: "3DES"
        case .aes128: "AES-128"
        case .aes192: "AES-192"
        case .aes256: "AES-256"
        }
    }

    var isAES: Bool { self != .tripleDES }
    /// Bytes of a block.
    var block: Int { isAES ? 16 : 8 }
    /// Bytes of a key.
    var keyLength: Int {
        switch self {
        case .tripleDES, .aes128: 16
        case .aes192: 24
        case .aes256: 32
        }
    }

    /// KDF(K, c) of ICAO Doc 9303-11, 9.7.1.
    func derivedKey(_ secret: SecretBytes, counter: UInt8) throws(ChipError) -> SecretBytes {
        let size = keyLength > 16 ? 32 : 20
        let input = try SecretBytes(count: secret.count + 4) { target in
            secret.with { target.update(from: $0, count: secret.count) }
            target[secret.count + 3] = counter
            return true
        }
        let digest = try SecretBytes(count: size) { target in
            input.with { cchip_hash(size, $0, input.count, target) }
        }
        return try SecretBytes(count: keyLength) { target in
            digest.with { target.update(from: $0, count: keyLength) }
            if self == .tripleDES {
                for i in 0..<keyLength { target[i] = target[i].withOddParity }
            }
            return true
        }
    }

    func encrypted(_ input: [UInt8], key: SecretBytes, iv: [UInt8]? = nil) throws(ChipError) -> [UInt8] {
        try run(input, key: key, iv: iv, encrypts: true)
    }

    func decrypted(_ input: [UInt8], key: SecretBytes, iv: [UInt8]? = nil) throws(ChipError) -> [UInt8] {
        try run(input, key: key, iv: iv, encrypts: false)
    }

    /// Of what nobody else is to have.
    func encrypted(_ input: SecretBytes, key: SecretBytes) throws(ChipError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: input.count)
        let isDone = input.with { run($0, input.count, key: key, iv: nil, encrypts: true, into: &output) }
        guard isDone else { throw .cryptography }
        return output
    }

    /// To what nobody else is to have.
    func secretlyEncrypted(_ input: [UInt8], key: SecretBytes) throws(ChipError) -> SecretBytes {
        try SecretBytes(count: input.count) { output in
            run(input, input.count, key: key, iv: nil, encrypts: true, into: output)
        }
    }

    /// To what nobody else is to have.
    func secretlyDecrypted(_ input: [UInt8], key: SecretBytes, iv: [UInt8]? = nil) throws(ChipError) -> SecretBytes {
        try SecretBytes(count: input.count) { output in
            run(input, input.count, key: key, iv: iv, encrypts: false, into: output)
        }
    }

    /// - Parameter iv: zeros when nil.
    private func run(_ input: [UInt8], key: SecretBytes, iv: [UInt8]?, encrypts: Bool) throws(ChipError) -> [UInt8] {
        var output = [UInt8](repeating: 0, count: input.count)
        guard run(input, input.count, key: key, iv: iv, encrypts: encrypts, into: &output) else { throw .cryptography }
        return output
    }

    private func run(
        _ input: UnsafePointer<UInt8>, _ count: Int, key: SecretBytes, iv: [UInt8]?, encrypts: Bool,
        into output: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let start = iv ?? [UInt8](repeating: 0, count: block)
        guard start.count == block, key.count == keyLength else { return false }
        return key.with { cchip_cbc(isAES, encrypts, $0, key.count, start, input, count, output) }
    }

    /// Eight bytes over data that is padded already; AES takes it as it is.
    func mac(_ padded: [UInt8], key: SecretBytes) throws(ChipError) -> [UInt8] {
        guard key.count == keyLength else { throw .cryptography }
        var mac = [UInt8](repeating: 0, count: 16)
        let isDone = key.with { key in
            isAES
                ? cchip_cmac(key, keyLength, padded, padded.count, &mac)
                : cchip_retail_mac(key, padded, padded.count, &mac)
        }
        guard isDone else { throw .cryptography }
        return Array(mac.prefix(8))
    }

    /// The MAC of an authentication token of PACE, for which only 3DES pads. ICAO Doc 9303-11, 4.4.3.4.
    func tokenMAC(_ data: [UInt8], key: SecretBytes) throws(ChipError) -> [UInt8] {
        try mac(isAES ? data : padded(data), key: key)
    }

    /// ISO/IEC 9797-1 padding method 2.
    func padded(_ data: [UInt8]) -> [UInt8] {
        let padded = data + [0x80]
        let over = padded.count % block
        return over == 0 ? padded : padded + [UInt8](repeating: 0, count: block - over)
    }

    /// Takes the padding off; nil when there is none.
    static func unpadded(_ data: [UInt8]) -> [UInt8]? {
        guard let end = data.lastIndex(where: { $0 != 0 }), data[end] == 0x80 else { return nil }
        return Array(data[..<end])
    }

    /// Takes the padding off; nil when there is none.
    static func unpadded(_ data: SecretBytes) throws(ChipError) -> SecretBytes? {
        let end = data.with { bytes in
            (0..<data.count).last { bytes[$0] != 0 }.flatMap { bytes[$0] == 0x80 ? $0 : nil }
        }
        return try end.map { (end) throws(ChipError) in try data.prefix(end) }
    }

    /// The initial vector of secure messaging for a send sequence counter. ICAO Doc 9303-11, 9.8.6.
    func messagingIV(_ counter: [UInt8], key: SecretBytes) throws(ChipError) -> [UInt8]? {
        isAES ? try encrypted(counter, key: key) : nil
    }
}

/// The digests that chips and their issuers use.
enum ChipDigest: Int, CaseIterable {
    case sha1 = 20
    case sha224 = 28
    case sha256 = 32
    case sha384 = 48
    case sha512 = 64

    init?(_ oid: OID) {
        switch oid {
        case .sha1: self = .sha1
        case .sha224: self = .sha224
        case .sha256: self = .sha256
        case .sha384: self = .sha384
        case .sha512: self = .sha512
        default: return nil
        }
    }

    func hash(_ bytes: some Collection<UInt8>) throws(ChipError) -> [UInt8] {
        let input = Array(bytes)
        var digest = [UInt8](repeating: 0, count: rawValue)
        guard cchip_hash(rawValue, input, input.count, &digest) else { throw .cryptography }
        return digest
    }
}

enum ChipRandom {
    static func bytes(_ count: Int) throws(ChipError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard cchip_random(&bytes, count) else { throw .cryptography }
        return bytes
    }

    static func secret(_ count: Int) throws(ChipError) -> SecretBytes {
        try SecretBytes(count: count) { cchip_random($0, count) }
    }

    /// Whether both are the same, in a time that does not depend on where they differ.
    static func same(_ one: [UInt8], _ other: some Collection<UInt8>) -> Bool {
        one.count == other.count && cchip_same(one, Array(other), one.count)
    }
}
