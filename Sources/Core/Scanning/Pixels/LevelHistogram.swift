/// How many pixels have each level of grey.
struct LevelHistogram {
    private var counts = [Int](repeating: 0, count: 256)
    private var all = 0

    mutating func add(_ level: UInt8) {
        counts[Int(level)] += 1
        all += 1
    }

    mutating func add(_ other: LevelHistogram) {
        for level in counts.indices { counts[level] += other.counts[level] }
        all += other.all
    }

    /// The level that so much of all is no lighter than.
    func level(above share: Double) -> Int {
        var sum = 0
        for (level, count) in counts.enumerated() {
            sum += count
            if Double(sum) >= share * Double(all) { return level }
        }
        return 255
    }
}
