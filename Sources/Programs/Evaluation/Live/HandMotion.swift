import Imaging

#if canImport(Glibc)
    import Glibc
#endif

/// How a hand moves a page before a camera of 30 frames a second: in, tremble and drift, and how its focus follows.
struct HandMotion: Sendable {
    /// Frames before anything is seen.
    static let empty = 6
    /// Frames until the page is in its place.
    static let arrived = 15

    /// Where the page is in one frame.
    struct Pose {
        var offset: Point
        var cosine: Double
        var sine: Double
        var scale: Double
        /// Radius of the blur, in pixels.
        var defocus: Double
        /// Pixels from the last frame to this one.
        var speed: Point
    }

    private let phases: [Double]
    private let entry: Point

    init(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        phases = (0..<6).map { _ in random.unit() * 2 * Double.pi }
        let direction = random.unit() * 2 * Double.pi
        entry = Point(x: cos(direction) * 1500, y: sin(direction) * 1500)
    }

    func pose(at frame: Int) -> Pose {
        let here = offset(at: frame)
        let angle = (2.0 * sin(0.021 * Double(frame) + phases[4])) * Double.pi / 180
        return Pose(
            offset: here, cosine: cos(angle), sine: sin(angle),
            scale: 1 + 0.025 * sin(0.017 * Double(frame) + phases[5]), defocus: defocus(at: frame),
            speed: here - offset(at: frame - 1))
    }

    private func offset(at frame: Int) -> Point {
        let t = Double(frame)
        // A hand drifts by centimetres in seconds and trembles by millimetres eight times a second.
        let drift = Point(
            x: 34 * sin(0.031 * t + phases[0]) + 1.6 * sin(1.7 * t + phases[2]),
            y: 18 * sin(0.043 * t + phases[1]) + 1.3 * sin(1.5 * t + phases[3]))
        guard frame < Self.arrived else { return drift }
        // In from the side, slower and slower.
        let left = max(0, Double(Self.arrived - frame) / Double(Self.arrived - Self.empty))
        return drift + entry * (left * left)
    }

    /// Focus hunts when the page has come, and again after some seconds.
    private func defocus(at frame: Int) -> Double {
        let since = Double((frame - Self.arrived) % 150)
        guard frame >= Self.empty, since < 14 else { return 0 }
        let t = max(0, since)
        return abs(4.5 * cos(0.45 * t)) * max(0, 1 - t / 14)
    }
}

/// SplitMix64: the same numbers on every machine.
struct SeededRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// 0..<1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}

extension GrayImage {
    /// The picture averaged over boxes of `2 x + 1` by `2 y + 1` pixels; edges repeat.
    func blurred(x: Int, y: Int) -> GrayImage {
        let across = x > 0 ? averaged(radius: x, lines: height, line: width, step: 1, count: width) : self
        return y > 0 ? across.averaged(radius: y, lines: width, line: 1, step: width, count: height) : across
    }

    /// - Parameters:
    ///   - line: from one line's first pixel to the next line's.
    ///   - step: from one pixel of a line to the next, of which it has `count`.
    private func averaged(radius: Int, lines: Int, line: Int, step: Int, count: Int) -> GrayImage {
        pixels.withUnsafeBufferPointer { source in
            GrayImage(width: width, height: height) { target in
                let size = 2 * radius + 1
                for l in 0..<lines {
                    let start = l &* line
                    func level(_ i: Int) -> Int { Int(source[start &+ min(max(i, 0), count &- 1) &* step]) }
                    var sum = 0
                    for i in -radius...radius { sum &+= level(i) }
                    for i in 0..<count {
                        target[start &+ i &* step] = UInt8(sum / size)
                        sum &+= level(i &+ radius &+ 1) &- level(i &- radius)
                    }
                }
            }
        }
    }
}
