import Glibc

/// Reading numbers out of bytes that may lie about their own length: every read is checked and may give nothing.
extension [UInt8] {
    func holds(_ mark: some Collection<UInt8>, at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count, mark.count <= count - offset else { return false }
        return self[offset..<(offset + mark.count)].elementsEqual(mark)
    }

    /// An unsigned number of `size` bytes, most significant first unless `little`.
    func number(at offset: Int, size: Int, little: Bool = false) -> Int? {
        guard offset >= 0, offset <= count, size <= count - offset else { return nil }
        let field = self[offset..<(offset + size)]
        return little
            ? field.reversed().reduce(0) { $0 << 8 | Int($1) } : field.reduce(0) { $0 << 8 | Int($1) }
    }

    /// The first offset from `start` at which `text` stands whole before `end`; nil of that is the end of the bytes.
    func place(of text: StaticString, from start: Int = 0, before end: Int? = nil) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return nil }
            let last = Swift.min(bytes.count, end ?? bytes.count) - text.utf8CodeUnitCount
            var at = start
            while at <= last {
                guard let hit = memchr(base + at, Int32(text.utf8Start[0]), last - at + 1) else { break }
                at = UnsafeRawPointer(hit) - base
                if memcmp(hit, text.utf8Start, text.utf8CodeUnitCount) == 0 { return at }
                at += 1
            }
            return nil
        }
    }
}

/// The error of a header that breaks off.
let headerBreaksOff = DecodingError(.truncated, "The file ends within its header.")

extension Optional {
    /// The value, or the error of a header that breaks off.
    func orHeaderBreaksOff() throws(DecodingError) -> Wrapped {
        guard let self else { throw headerBreaksOff }
        return self
    }
}
