/// Bytes changed by chance, the same with every run.
struct Damage: RandomNumberGenerator {
    private var state: UInt64

    init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The same bytes but for one to ten of those in `range`.
    mutating func changed(_ bytes: [UInt8], in range: Range<Int>) -> [UInt8] {
        var changed = bytes
        for _ in 0..<Int.random(in: 1...10, using: &self) {
            changed[Int.random(in: range, using: &self)] ^= UInt8.random(in: 1...255, using: &self)
        }
        return changed
    }
}
