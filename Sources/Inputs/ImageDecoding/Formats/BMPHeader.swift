/// The two headers of a bitmap file.
enum BMPHeader {
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        let headerSize = try bytes.number(at: 14, size: 4, little: true).orHeaderBreaksOff()
        guard headerSize >= 40 else { throw DecodingError(.unsupported, "Bitmap files of OS/2 are not read.") }
        let width = try bytes.number(at: 18, size: 4, little: true).orHeaderBreaksOff()
        let height = try bytes.number(at: 22, size: 4, little: true).orHeaderBreaksOff()
        let compression = try bytes.number(at: 30, size: 4, little: true).orHeaderBreaksOff()
        guard compression == 0 else {
            throw DecodingError(.unsupported, "Compressed bitmap files are not read; save it as PNG.")
        }
        let depth = try bytes.number(at: 28, size: 2, little: true).orHeaderBreaksOff()
        guard [1, 4, 8, 24, 32].contains(depth) else {
            throw DecodingError(.unsupported, "Bitmap files of \(depth) bits a pixel are not read; save it as PNG.")
        }
        // Rows from the top are told by a negative height.
        let rows = Int32(truncatingIfNeeded: height).magnitude
        return PageHeader(width: Int(Int32(truncatingIfNeeded: width)), height: Int(rows))
    }

    /// The file as Leptonica expects it: it takes red for blue where a pixel has 32 bits.
    static func redFirst(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.number(at: 28, size: 2, little: true) == 32,
            let pixels = bytes.number(at: 10, size: 4, little: true)
        else { return bytes }
        var swapped = bytes
        for at in stride(from: pixels, to: bytes.count - 2, by: 4) { swapped.swapAt(at, at + 2) }
        return swapped
    }
}
