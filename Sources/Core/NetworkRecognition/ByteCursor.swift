import Recognition

/// Reads little-endian values one after another from a model's bytes.
struct ByteCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// The next `count` bytes, where they are.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when there are not so many.
    mutating func take(_ count: Int) throws(RecognitionError) -> UnsafeBufferPointer<UInt8> {
        guard count >= 0, count <= bytes.count - position else { throw .damagedModel }
        defer { position += count }
        return UnsafeBufferPointer(rebasing: bytes[position..<(position + count)])
    }

    mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(RecognitionError) -> Value {
        let raw = UnsafeRawBufferPointer(try take(MemoryLayout<Value>.size))
        return Value(littleEndian: raw.loadUnaligned(as: Value.self))
    }

    /// - Throws: `RecognitionError` with `.modelRefused` when there are not so many.
    mutating func integers<Value: FixedWidthInteger>(
        _ count: Int, of _: Value.Type = Value.self
    ) throws(RecognitionError) -> [Value] {
        let size = MemoryLayout<Value>.size
        let raw = UnsafeRawBufferPointer(try take(count * size))
        return [Value](unsafeUninitializedCapacity: count) { values, initialized in
            for each in 0..<count {
                values[each] = Value(littleEndian: raw.loadUnaligned(fromByteOffset: each &* size, as: Value.self))
            }
            initialized = count
        }
    }

    mutating func floats(_ count: Int) throws(RecognitionError) -> [Float] {
        try integers(count, of: UInt32.self).map(Float.init(bitPattern:))
    }

    mutating func double() throws(RecognitionError) -> Double {
        Double(bitPattern: try integer(UInt64.self))
    }

    /// A count that the rest of the bytes can hold at `size` bytes each.
    mutating func count(size: Int) throws(RecognitionError) -> Int {
        let count = Int(try integer(UInt32.self))
        guard count <= (bytes.count - position) / size else { throw .damagedModel }
        return count
    }

    mutating func string() throws(RecognitionError) -> String {
        String(decoding: try take(try count(size: 1)), as: UTF8.self)
    }
}

extension RecognitionError {
    /// The bytes contradict their own format.
    static let damagedModel = RecognitionError(.modelRefused, "The recognition model is damaged.")
}
