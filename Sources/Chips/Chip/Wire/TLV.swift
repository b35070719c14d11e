/// A data object of BER-TLV: a tag and what stands under it. ISO/IEC 7816-4, 5.2.2; ITU-T X.690.
struct DataObject {
    /// The tag's bytes as a number: `0x5F1F`.
    let tag: UInt32
    let value: ArraySlice<UInt8>
    /// Tag, length and value as they came.
    let whole: ArraySlice<UInt8>
}

/// Reads and writes BER-TLV. A chip's bytes are hostile: a tag has at most three bytes, a length at most four, none
/// reaches beyond its end, and nothing is read deeper than somebody asks for. Lengths are definite.
enum TLV {
    /// More objects side by side than any file has.
    static let maxObjects = 4096

    /// The objects that stand side by side in `bytes`, to the last byte.
    ///
    /// - Throws: `malformed`, `limitExceeded`.
    static func objects(in bytes: ArraySlice<UInt8>) throws(ChipError) -> [DataObject] {
        var rest = bytes
        var found: [DataObject] = []
        while !rest.isEmpty {
            guard found.count < maxObjects else {
                throw ChipError(.limitExceeded, "The chip sent more data objects than any file has.")
            }
            found.append(try next(&rest))
        }
        return found
    }

    /// The one object that `bytes` are.
    ///
    /// - Throws: `malformed` also when something follows it.
    static func object(_ bytes: ArraySlice<UInt8>) throws(ChipError) -> DataObject {
        var rest = bytes
        let object = try next(&rest)
        guard rest.isEmpty else { throw .malformed("A data object with bytes after it") }
        return object
    }

    /// Takes the first object off.
    static func next(_ rest: inout ArraySlice<UInt8>) throws(ChipError) -> DataObject {
        guard let header = Header(rest), header.length <= rest.count - header.size else {
            throw .malformed("A data object")
        }
        let whole = rest.prefix(header.size + header.length)
        rest = rest.dropFirst(header.size + header.length)
        return DataObject(tag: header.tag, value: whole.dropFirst(header.size), whole: whole)
    }

    /// Tag and length of an object, of which there need not be more.
    struct Header {
        let tag: UInt32
        /// Bytes of tag and length.
        let size: Int
        /// Bytes of the value, at most 2^31.
        let length: Int

        /// Nil when `bytes` do not begin with one, or end in it.
        init?(_ bytes: ArraySlice<UInt8>) {
            var rest = bytes
            guard let first = rest.popFirst() else { return nil }
            var tag = UInt32(first)
            if first & 0x1F == 0x1F {
                var isWhole = false
                for _ in 0..<2 where !isWhole {
                    guard let byte = rest.popFirst() else { return nil }
                    tag = tag << 8 | UInt32(byte)
                    isWhole = byte & 0x80 == 0
                }
                guard isWhole else { return nil }
            }
            guard let short = rest.popFirst() else { return nil }
            if short < 0x80 {
                length = Int(short)
            } else {
                let count = Int(short & 0x7F)
                guard (1...4).contains(count), rest.count >= count else { return nil }
                let value = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
                guard value <= Int(Int32.max) else { return nil }
                rest = rest.dropFirst(count)
                length = value
            }
            self.tag = tag
            size = bytes.count - rest.count
        }
    }

    /// An object in the shortest encoding.
    static func encoded(_ tag: UInt32, _ value: some Collection<UInt8>) -> [UInt8] {
        bigEndian(UInt64(tag), minimal: true) + length(value.count) + value
    }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        let bytes = bigEndian(UInt64(count), minimal: true)
        return [0x80 | UInt8(bytes.count)] + bytes
    }

    /// A number in as few bytes as it takes, at least one; in eight where it is not to be `minimal`.
    static func bigEndian(_ number: UInt64, minimal: Bool) -> [UInt8] {
        let bytes = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> UInt64($0)) }
        return minimal ? Array(bytes.drop { $0 == 0 }.isEmpty ? bytes.suffix(1) : bytes.drop { $0 == 0 }) : bytes
    }
}

extension [DataObject] {
    /// What stands under a tag first; nil when nothing does.
    func under(_ tag: UInt32) -> ArraySlice<UInt8>? { first { $0.tag == tag }?.value }
}

extension ArraySlice<UInt8> {
    /// An unsigned number of at most four bytes, leading zeros apart; nil for anything else.
    var number: Int? {
        let digits = drop { $0 == 0 }
        guard !isEmpty, digits.count <= 4 else { return nil }
        return digits.reduce(0) { $0 << 8 | Int($1) }
    }
}
