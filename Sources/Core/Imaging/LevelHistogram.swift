/// How many pixels have each level of grey.
package struct LevelHistogram: Sendable {
    private var counts = [Int](repeating: 0, count: 256)
    private var all = 0

    package init() {}

    /// - Parameter pixels: one byte each.
    package init(of pixels: [UInt8]) {
        for pixel in pixels { counts[Int(pixel)] += 1 }
        all = pixels.count
    }

    package mutating func add(_ level: UInt8) {
        counts[Int(level)] += 1
        all += 1
    }

    package mutating func add(_ other: LevelHistogram) {
        for level in counts.indices { counts[level] += other.counts[level] }
        all += other.all
    }

    /// The level that a share of all, 0...1, is no lighter than.
    package func level(above share: Double) -> Int {
        var sum = 0
        for (level, count) in counts.enumerated() {
            sum += count
            if Double(sum) >= share * Double(all) { return level }
        }
        return 255
    }
}
