public import AccessKeys

extension MRZReport {
    /// The names under `accessKeys`, in order.
    static let accessKeyNames = ["mrzInformation", "kSeed", "kEnc", "kMac", "paceKey"]

    /// The keys to the chip as results show them: bytes in hexadecimal.
    public mutating func add(_ keys: ChipAccessKeys) {
        let values = [keys.mrzInformation] + [keys.seed, keys.encryption, keys.authentication, keys.pace].map(\.hex)
        accessKeys = zip(Self.accessKeyNames, values).map { NamedValue(name: $0, value: $1) }
    }
}

extension [UInt8] {
    /// Two capital digits a byte.
    fileprivate var hex: String {
        map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
