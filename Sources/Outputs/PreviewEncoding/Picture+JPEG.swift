import CLeptonica
import Glibc
public import Imaging

extension Picture {
    /// The picture as a JPEG file, in colour where it has colour; nil when it is empty or there is no memory to encode
    /// it.
    ///
    /// - Parameter quality: 1...100, as libjpeg has it.
    public func jpeg(quality: Int) -> [UInt8]? {
        guard gray.width > 0, gray.height > 0, let pix = pixCreate(Int32(gray.width), Int32(gray.height), 32) else {
            return nil
        }
        var owned: UnsafeMutablePointer<PIX>? = pix
        defer { pixDestroy(&owned) }
        guard let data = pixGetData(pix) else { return nil }
        let planes = color.map { [$0.red, $0.green, $0.blue] } ?? [gray, gray, gray]
        let wordsPerRow = Int(pixGetWpl(pix))
        planes[0].pixels.withUnsafeBufferPointer { red in
            planes[1].pixels.withUnsafeBufferPointer { green in
                planes[2].pixels.withUnsafeBufferPointer { blue in
                    for y in 0..<gray.height {
                        let row = data + y * wordsPerRow
                        for x in 0..<gray.width {
                            let i = y &* gray.width &+ x
                            row[x] = UInt32(red[i]) &<< 24 | UInt32(green[i]) &<< 16 | UInt32(blue[i]) &<< 8
                        }
                    }
                }
            }
        }
        var bytes: UnsafeMutablePointer<UInt8>?
        var count = 0
        guard pixWriteMemJpeg(&bytes, &count, pix, Int32(min(max(quality, 1), 100)), 0) == 0, let bytes else {
            return nil
        }
        defer { free(bytes) }
        let file = Array(UnsafeBufferPointer(start: bytes, count: count))
        // Leptonica writes to a stream in memory and does not look whether its end was refused memory.
        return file.suffix(2) == [0xFF, 0xD9] ? file : nil
    }
}
