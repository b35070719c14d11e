/// A command to the chip. ISO/IEC 7816-4, 5.1.
struct CommandAPDU {
    var cla: UInt8 = 0
    let ins: UInt8
    let p1: UInt8
    let p2: UInt8
    /// The command's data, at most 65,535 bytes.
    var data: [UInt8] = []
    /// How many bytes are expected, 1 to 65,536; nil for none.
    var le: Int?

    /// Whether it takes lengths of three bytes.
    var isExtended: Bool { data.count > 255 || (le ?? 0) > 256 }

    var header: [UInt8] { [cla, ins, p1, p2] }

    /// The command as it is sent.
    var encoded: [UInt8] {
        var bytes = header
        if isExtended {
            bytes.append(0)
            if !data.isEmpty { bytes += Self.bytes(of: data.count) + data }
            if let le { bytes += Self.bytes(of: le) }
        } else {
            if !data.isEmpty { bytes += [UInt8(data.count)] + data }
            if let le { bytes.append(UInt8(truncatingIfNeeded: le)) }
        }
        return bytes
    }

    /// Two bytes, in which 65,536 is 0.
    static func bytes(of count: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
    }
}

/// What the chip answers: data and a status word.
struct ResponseAPDU {
    let data: [UInt8]
    let status: UInt16

    /// Nil when there is not even a status: over some readers that is what a chip looks like that has gone.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 2 else { return nil }
        data = Array(bytes.dropLast(2))
        status = bytes.suffix(2).reduce(0) { $0 << 8 | UInt16($1) }
    }

    init(data: [UInt8], status: UInt16) {
        self.data = data
        self.status = status
    }
}

/// Status words that are acted upon. ISO/IEC 7816-4, 5.6.
enum StatusWord {
    static let done: UInt16 = 0x9000
    static let endOfFile: UInt16 = 0x6282
    static let wrongLength: UInt16 = 0x6700
    static let noFile: UInt16 = 0x6A82
    static let noReference: UInt16 = 0x6A88
    static let wrongOffset: UInt16 = 0x6B00

    /// `6Cxx`: how many bytes the chip would give.
    static func offeredLength(_ status: UInt16) -> Int? {
        guard status >> 8 == 0x6C else { return nil }
        let count = Int(status & 0xFF)
        return count == 0 ? 256 : count
    }
}
