/// The compressed pixels of a GIF picture, counted but not decoded. GIF89a specification, appendix F.
///
/// giflib fills a picture up whose codes give too few pixels and passes over those that are too many. A changed code
/// mostly gives another number of pixels than the right one, and so do all that refer to it.
struct GIFCodes {
    private let bytes: [UInt8]
    /// Where the next byte of data stands.
    private var at: Int
    /// How many bytes are left of its block.
    private var left = 0
    private var bits = 0
    private var bitCount = 0

    /// - Parameter start: where the number of bits of a pixel stands, before the blocks of data.
    private init(of bytes: [UInt8], at start: Int) {
        self.bytes = bytes
        at = start
    }

    /// Whether codes give so many pixels, no more and no fewer.
    ///
    /// - Parameter start: where the number of bits of a pixel stands, before the blocks of data.
    static func give(_ pixels: Int, in bytes: [UInt8], at start: Int) -> Bool {
        guard let depth = bytes.number(at: start, size: 1), (1...11).contains(depth) else { return false }
        var codes = GIFCodes(of: bytes, at: start + 1)
        return codes.pixelCount(depth: depth, maxCount: pixels) == pixels
    }

    /// The pixels that all codes up to the last give; nil where one of them is impossible, or there are more
    /// than `maxCount`.
    private mutating func pixelCount(depth: Int, maxCount: Int) -> Int? {
        let (clear, end) = (1 << depth, (1 << depth) + 1)
        // How many pixels a code stands for.
        var lengths = [Int32](repeating: 1, count: 4096)
        var (size, next, last, count) = (depth + 1, end + 1, Int32(0), 0)
        while let code = self.code(size) {
            if code == end { break }
            if code == clear {
                (size, next, last) = (depth + 1, end + 1, 0)
                continue
            }
            guard code < (last == 0 ? clear : min(next + 1, 4096)) else { return nil }
            if last > 0, next < 4096 {
                lengths[next] = last + 1
                next += 1
                if next == 1 << size, size < 12 { size += 1 }
            }
            guard code < next else { return nil }
            last = lengths[code]
            count += Int(last)
            if count > maxCount { return nil }
        }
        return count
    }

    /// The next code; nil where the data end.
    private mutating func code(_ size: Int) -> Int? {
        while bitCount < size {
            if left == 0 {
                guard let length = bytes.number(at: at, size: 1), length > 0 else { return nil }
                left = length
                at += 1
            }
            guard at < bytes.count else { return nil }
            bits |= Int(bytes[at]) << bitCount
            bitCount += 8
            at += 1
            left -= 1
        }
        defer {
            bits >>= size
            bitCount -= size
        }
        return bits & ((1 << size) - 1)
    }
}
