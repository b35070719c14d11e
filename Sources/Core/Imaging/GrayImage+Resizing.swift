import CSampling

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

    /// The picture at `share` of its size, resampled as `resized(width:height:)` does, by the same share both ways:
    /// what of the last row and column makes no whole pixel is dropped.
    ///
    /// - Precondition: `share` is above 0 and the picture is not empty.
    public func resized(by share: Double) -> GrayImage {
        precondition(share > 0 && width > 0 && height > 0, "an empty picture has no pixels to spread")
        if share == 1 { return self }
        if share <= 0.5, width >= 2, height >= 2 { return halved().resized(by: 2 * share) }
        return interpolated(
            width: Self.side(width, times: share), height: Self.side(height, times: share), share: share)
    }

    /// A side in the size that `share` gives it, at least one pixel.
    static func side(_ old: Int, times share: Double) -> Int { max(1, Int(Double(old) * share)) }

    /// Half the size, each pixel the mean of four; an odd last row or column is dropped.
    public func halved() -> GrayImage {
        let newWidth = max(1, width / 2)
        let newHeight = max(1, height / 2)
        if width < 2 || height < 2 { return interpolated(width: newWidth, height: newHeight) }
        return pixels.withUnsafeBufferPointer { source in
            GrayImage(width: newWidth, height: newHeight) { target in
                guard let source = source.baseAddress, let target = target.baseAddress else { return }
                for y in 0..<newHeight {
                    csampling_halve(
                        source + 2 * y * width, source + (2 * y + 1) * width, newWidth, target + y * newWidth)
                }
            }
        }
    }

    /// - Parameter share: new pixels for one of the picture; by default the new sides show just what the old ones do.
    private func interpolated(width newWidth: Int, height newHeight: Int, share: Double? = nil) -> GrayImage {
        // Positions and weights of a column are the same in every row: 8 bits of fraction suffice for 8-bit pixels.
        let acrossRow = Self.taps(from: width, to: newWidth, share: share ?? Double(newWidth) / Double(width))
        let columns = acrossRow.span
        let rows = Self.taps(from: height, to: newHeight, share: share ?? Double(newHeight) / Double(height))
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
                            let c = columns[unchecked: x]
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

    private static func taps(from old: Int, to new: Int, share: Double) -> [Tap] {
        (0..<new).map { i in
            let position = max(0, (Double(i) + 0.5) / share - 0.5)
            let first = min(Int(position), old - 1)
            return Tap(
                first: first, second: min(first + 1, old - 1),
                weight: Int32(((position - Double(first)) * 256).rounded()))
        }
    }
}
