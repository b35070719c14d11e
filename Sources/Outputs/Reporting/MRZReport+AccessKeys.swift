public import AccessKeys
import Hexadecimal

extension MRZReport {
    /// The names under `accessKeys`, in order.
    static let accessKeyNames = ["mrzInformation", "kSeed", "kEnc", "kMac", "paceKey"]

    /// The keys to the chip as results show them: bytes in hexadecimal.
    public mutating func add(_ keys: ChipAccessKeys) {
        let bytes = [keys.seed, keys.encryption, keys.authentication, keys.pace]
        let values = [keys.mrzInformation] + bytes.map { $0.hexadecimal(uppercase: true) }
        accessKeys = zip(Self.accessKeyNames, values).map { NamedValue(name: $0, value: $1) }
    }
}
