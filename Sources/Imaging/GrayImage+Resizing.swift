extension GrayImage {
    /// The picture resampled to `newWidth` × `newHeight` pixels: box averages where it shrinks to half or less, linear
    /// interpolation (after halving as often as fits) elsewhere.
    ///
    /// - Precondition: both sides are at least 1 and the picture is not empty.
    public func resized(width newWidth: Int, height newHeight: Int) -> GrayImage {
        precondition(
            newWidth > 0 && newHeight > 0 && width > 0 && height > 0, "an empty picture has no pixels to spread")
        if newWidth == width && newHeight == height { return self }
        if newWidth * 2 <= width && newHeight * 2 <= height {
            return halved().resized(width: newWidth, height: newHeight)
        }
        return interpolated(width: newWidth, height: newHeight)
    }

    /// Half the size, each pixel the mean of four; an odd last row or column is dropped.
    public func halved() -> GrayImage {
        let newWidth = max(1, width / 2)
        let newHeight = max(1, height / 2)
        if width < 2 || height < 2 { return interpolated(width: newWidth, height: newHeight) }
        return pixels.withUnsafeBufferPointer { source in
            GrayImage(width: newWidth, height: newHeight) { target in
                for y in 0..<newHeight {
                    let upper = UnsafeBufferPointer(rebasing: source[(2 * y * width)..<((2 * y + 1) * width)])
                    let lower = UnsafeBufferPointer(rebasing: source[((2 * y + 1) * width)..<((2 * y + 2) * width)])
                    let row = UnsafeMutableBufferPointer(rebasing: target[(y * newWidth)..<((y + 1) * newWidth)])
                    let done = Self.halve(
                        UnsafeRawBufferPointer(upper), UnsafeRawBufferPointer(lower),
                        into: UnsafeMutableRawBufferPointer(row))
                    for x in done..<newWidth {
                        let i = x &* 2
                        let sum =
                            UInt16(upper[i]) &+ UInt16(upper[i &+ 1]) &+ UInt16(lower[i]) &+ UInt16(lower[i &+ 1])
                        row[x] = UInt8(truncatingIfNeeded: (sum &+ 2) >> 2)
                    }
                }
            }
        }
    }

    /// The means of four, four of them at once in the 16-bit lanes of a word, for as many as there are whole words.
    ///
    /// - Returns: how many were written.
    private static func halve(
        _ upper: UnsafeRawBufferPointer, _ lower: UnsafeRawBufferPointer, into row: UnsafeMutableRawBufferPointer
    ) -> Int {
        let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
        let count = row.count / 4 * 4
        for x in stride(from: 0, to: count, by: 4) {
            let above = UInt64(littleEndian: upper.loadUnaligned(fromByteOffset: 2 &* x, as: UInt64.self))
            let below = UInt64(littleEndian: lower.loadUnaligned(fromByteOffset: 2 &* x, as: UInt64.self))
            let pairs = (above & lanes) &+ (above &>> 8 & lanes) &+ (below & lanes) &+ (below &>> 8 & lanes)
            let means = (pairs &+ 0x0002_0002_0002_0002) &>> 2 & lanes
            let closer = (means | means &>> 8) & 0x0000_FFFF_0000_FFFF
            let packed = UInt32(truncatingIfNeeded: closer | closer &>> 16)
            row.storeBytes(of: packed.littleEndian, toByteOffset: x, as: UInt32.self)
        }
        return count
    }

    private func interpolated(width newWidth: Int, height newHeight: Int) -> GrayImage {
        // Positions and weights of a column are the same in every row: 8 bits of fraction suffice for 8-bit pixels.
        let columns = Self.taps(from: width, to: newWidth)
        let rows = Self.taps(from: height, to: newHeight)
        return pixels.withUnsafeBufferPointer { source in
            GrayImage(width: newWidth, height: newHeight) { target in
                withUnsafeTemporaryAllocation(of: Int32.self, capacity: width) { mixed in
                    for y in 0..<newHeight {
                        let tap = rows[y]
                        let upper = UnsafeBufferPointer(
                            rebasing: source[(tap.first * width)..<((tap.first + 1) * width)])
                        let lower = UnsafeBufferPointer(
                            rebasing: source[(tap.second * width)..<((tap.second + 1) * width)])
                        for x in 0..<width {
                            mixed[x] = Int32(upper[x]) &* (256 &- tap.weight) &+ Int32(lower[x]) &* tap.weight
                        }
                        let row = UnsafeMutableBufferPointer(rebasing: target[(y * newWidth)..<((y + 1) * newWidth)])
                        for x in 0..<newWidth {
                            let c = columns[x]
                            let value = mixed[c.first] &* (256 &- c.weight) &+ mixed[c.second] &* c.weight &+ 32768
                            row[x] = UInt8(truncatingIfNeeded: value &>> 16)
                        }
                    }
                }
            }
        }
    }

    private struct Tap {
        let first: Int
        let second: Int
        /// Share of `second`, in 256ths.
        let weight: Int32
    }

    private static func taps(from old: Int, to new: Int) -> [Tap] {
        (0..<new).map { i in
            let position = max(0, (Double(i) + 0.5) * Double(old) / Double(new) - 0.5)
            let first = min(Int(position), old - 1)
            return Tap(
                first: first, second: min(first + 1, old - 1),
                weight: Int32(((position - Double(first)) * 256).rounded()))
        }
    }
}
