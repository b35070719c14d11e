package import AccessKeys

/// The steps of a reading one by one, for worked examples and for fuzzers: `ChipReader` takes them itself.
package final class ChipLaboratory {
    private let channel: ChipChannel
    private let entropy: ChipEntropy

    package init(_ transport: any ChipTransport, entropy: ChipEntropy) {
        channel = ChipChannel(transport, limits: ChipLimits())
        self.entropy = entropy
    }

    package func openByBAC(_ keys: ChipAccessKeys) throws(ChipError) {
        try BAC.open(channel, keys, entropy: entropy)
    }

    /// - Parameter kind: as `PACEInfo.name`.
    /// - Returns: what chip authentication mapping sends encrypted.
    package func openByPACE(_ kind: String, parameter: Int, key: PACEPassword) throws(ChipError) -> [UInt8]? {
        for mapping: UInt8 in [1, 2, 3, 4, 6] {
            for cipher in ChipCipher.allCases {
                let oid = OID(bytes: OID.pace.bytes + [mapping, cipher.rawValue])
                let numbers = [[0x02], [UInt8(parameter)]].map {
                    DataObject(tag: 0x02, value: $0[...], whole: [])
                }
                guard let info = PACEInfo(oid, numbers), info.name == kind else { continue }
                let pace = PACE(channel: channel, info: info, password: key, isOneOfMany: false, entropy: entropy)
                try pace.announce()
                return try pace.open().map { proof in
                    proof.factor.with { Array(UnsafeBufferPointer(start: $0, count: proof.factor.count)) }
                }
            }
        }
        throw ChipError(.accessUnsupported, "There is no such way.")
    }

    /// Sends a command through the session.
    package func send(
        _ header: [UInt8], data: [UInt8] = [], le: Int? = nil
    ) throws(ChipError) -> (status: UInt16, data: [UInt8]) {
        let response = try channel.send(
            CommandAPDU(cla: header[0], ins: header[1], p1: header[2], p2: header[3], data: data, le: le))
        return (response.status, response.data)
    }

    /// What a session makes of its first answer.
    ///
    /// - Parameter isSealed: whether the answer gets the right MAC first, so that what stands behind it is reached.
    package static func open(
        _ answer: [UInt8], cipher number: UInt8, isSealed: Bool
    ) throws(ChipError) -> (status: UInt16, data: [UInt8]) {
        let cipher = ChipCipher(rawValue: number % 4 + 1) ?? .tripleDES
        let key = SecretBytes([UInt8](repeating: 1, count: cipher.keyLength))
        var session = SecureMessaging(cipher, encryption: key, authentication: key)
        var data = answer
        if isSealed {
            // The counter is 1 for the first answer of a session without commands.
            let counter = [UInt8](repeating: 0, count: cipher.block - 1) + [1]
            data += TLV.encoded(0x8E, try cipher.mac(cipher.padded(counter + answer), key: key))
        }
        let opened = try session.opened(ResponseAPDU(data: data, status: StatusWord.done))
        return (opened.status, opened.data)
    }

    /// The data objects of some bytes, each as tag and value.
    package static func objects(_ bytes: [UInt8]) throws(ChipError) -> [(tag: UInt32, value: [UInt8])] {
        try TLV.objects(in: bytes[...]).map { ($0.tag, Array($0.value)) }
    }

    package static func encoded(_ tag: UInt32, _ value: [UInt8]) -> [UInt8] { TLV.encoded(tag, value) }

    /// How many protocols a chip lists.
    package static func protocols(_ bytes: [UInt8]) throws(ChipError) -> Int {
        let infos = try SecurityInfos(bytes[...])
        return infos.pace.count + ChipAuthentication.candidates(infos).count
    }
}
