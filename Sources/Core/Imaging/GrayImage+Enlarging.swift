import CSampling

extension GrayImage {
    /// The picture enlarged with cubics (Catmull and Rom 1974), which keep narrow gaps between strokes open where
    /// `resized(by:)` closes them. Beyond the edges the picture goes on as it ends.
    ///
    /// - Precondition: `share`, new pixels for one of the picture, is at least 1, and both sides have at least 4
    ///   pixels.
    public func enlarged(by share: Double) -> GrayImage {
        precondition(width >= 4 && height >= 4 && share >= 1, "this is no enlargement")
        let columns = CubicTaps(over: width, share: share)
        let rows = CubicTaps(over: height, share: share)
        let newWidth = columns.first.count
        let newHeight = rows.first.count
        return pixels.withUnsafeBufferPointer { source in
            GrayImage(width: newWidth, height: newHeight) { target in
                // The four rows that the next one is mixed of: row y of the picture is kept in place y % 4.
                withUnsafeTemporaryAllocation(of: Float.self, capacity: 4 * newWidth) { stretched in
                    guard let source = source.baseAddress, let target = target.baseAddress,
                        let stretched = stretched.baseAddress
                    else { return }
                    var done = 0
                    for y in 0..<newHeight {
                        let first = Int(rows.first[y])
                        while done < first + 4 {
                            csampling_stretch(
                                source + done * width, columns.first, columns.weights, newWidth,
                                stretched + done % 4 * newWidth)
                            done += 1
                        }
                        func row(_ k: Int) -> UnsafePointer<Float> {
                            UnsafePointer(stretched + (first + k) % 4 * newWidth)
                        }
                        rows.weights.withUnsafeBufferPointer { weights in
                            guard let weights = weights.baseAddress else { return }
                            csampling_mix(
                                row(0), row(1), row(2), row(3), weights + 4 * y, newWidth, target + y * newWidth)
                        }
                    }
                }
            }
        }
    }
}

/// Which four pixels along one side each new pixel is made of, and their shares.
private struct CubicTaps {
    /// The first of the four.
    private(set) var first: [Int32] = []
    private(set) var weights: [Float] = []

    init(over old: Int, share: Double) {
        for i in 0..<GrayImage.side(old, times: share) {
            let position = (Double(i) + 0.5) / share - 0.5
            let before = Int(position.rounded(.down))
            var shares: [Float] = [0, 0, 0, 0]
            csampling_weights(Float(position - Double(before)), &shares)
            let start = min(max(0, before - 1), old - 4)
            // Pixels beyond an edge are those at the edge.
            var kept: [Float] = [0, 0, 0, 0]
            for k in 0..<4 { kept[min(max(0, before - 1 + k), old - 1) - start] += shares[k] }
            first.append(Int32(start))
            weights += kept
        }
    }
}
