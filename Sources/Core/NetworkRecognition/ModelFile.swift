import Recognition

/// The parts of a Tesseract model file (`traineddata`): a table of offsets, then the components one after another.
///
/// See `ccutil/tessdatamanager.h` of Tesseract 4 and later.
struct ModelFile {
    /// The parts that are needed here, by their numbers in the table.
    enum Part: Int {
        case network = 17
        case characters = 21
        case recoder = 22
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let offsets: [Int]

    /// - Throws: `RecognitionError` with `.modelRefused` when `bytes` are no model.
    init(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecognitionError) {
        var cursor = ByteCursor(bytes)
        let count = try cursor.integer(Int32.self)
        guard (1...64).contains(count) else { throw .damagedModel }
        var offsets: [Int] = []
        for _ in 0..<count {
            let offset = Int(try cursor.integer(Int64.self))
            guard offset < bytes.count else { throw .damagedModel }
            offsets.append(offset)
        }
        self.bytes = bytes
        self.offsets = offsets
    }

    /// The bytes of `part`.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when the file has no such part.
    func part(_ part: Part) throws(RecognitionError) -> UnsafeBufferPointer<UInt8> {
        guard part.rawValue < offsets.count, offsets[part.rawValue] >= 0 else {
            throw RecognitionError(.modelRefused, "The recognition model holds no network of long short-term memory.")
        }
        let start = offsets[part.rawValue]
        // A part reaches to the next one, wherever that stands in the table.
        let end = offsets.filter { $0 > start }.min() ?? bytes.count
        return UnsafeBufferPointer(rebasing: bytes[start..<end])
    }
}
