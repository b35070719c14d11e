import Imaging

/// What of a line is no ink, and how it is tinted.
struct ColorGround {
    /// What is lighter than so much of the paper is no ink.
    private static let paperShare = 0.5
    /// The share at either end of the tints that does not count for how far they vary.
    private static let ends = 0.05
    /// A tint that differs by so much is another one.
    static let strange = 0.12
    /// Ink is darker than so much of the paper, that of the edges of stems too.
    static let inkLight = 0.72

    /// A sensor with a colour filter sees the left and the right edge of a stem in opposite colours. What is beside ink
    /// is such a fringe where its opposite lies beyond that, at most so many samples off, and has so much of its tint.
    private static let fringeReach = 5
    private static let minOpposite = 0.4
    /// What is more vivid is no fringe.
    private static let maxFringe = 0.4

    /// The light of the paper.
    private let paper: Double
    /// The least light that is no ink.
    private let minLight: Double
    /// Those of all that is no ink.
    let tints: Tints

    init(of samples: [ColorSample]) {
        paper = max(ColorSample.minLight, samples.map(\.light).ranked(samples.count * 3 / 4))
        let minLight = Self.paperShare * paper
        self.minLight = minLight
        tints = Tints(samples.filter { $0.light > minLight }, within: Self.ends)
    }

    func has(_ sample: ColorSample) -> Bool { sample.light > minLight && !sample.isFringe }

    /// How far a sample is off the paper's tint.
    func tint(of sample: ColorSample) -> Double {
        max(abs(sample.red - tints.red.middle), abs(sample.blue - tints.blue.middle))
    }

    /// The same of the most vivid one; ink counts as having no tint.
    func vividness(of samples: some Sequence<ColorSample>) -> Double {
        samples.lazy.filter(has).map(tint).max() ?? 0
    }

    /// The same samples, with what of them are fringes.
    ///
    /// - Parameters:
    ///   - samples: in columns, one below the other first.
    ///   - inner: how many of each column lie on the line, evenly one below the other; they come first.
    ///   - outer: how many lie above or below it.
    func markingFringes(in samples: [ColorSample], inner: Int, outer: Int) -> [ColorSample] {
        let offsets = samples.map { Point(x: $0.red - tints.red.middle, y: $0.blue - tints.blue.middle) }
        let lightestInk = Self.inkLight * paper
        /// Whether ink, and beyond it the opposite colour, lies on the way from a sample.
        func isFringe(_ place: Int, way: StrideThrough<Int>) -> Bool {
            let own = offsets[place]
            var isBeyondInk = false
            for other in way where samples.indices.contains(other) {
                if samples[other].light < lightestInk {
                    isBeyondInk = true
                } else if isBeyondInk, own.dot(offsets[other]) < -Self.minOpposite * own.dot(own) {
                    return true
                }
            }
            return false
        }
        let (rows, last) = (inner + outer, inner - 1)
        var marked = samples
        let fringed = Self.strange...Self.maxFringe
        for (place, offset) in offsets.enumerated() where fringed.contains(max(abs(offset.x), abs(offset.y))) {
            let row = place % rows
            var ways = [-rows, rows].map { stride(from: place + $0, through: place + Self.fringeReach * $0, by: $0) }
            if row <= last {
                ways.append(stride(from: place - 1, through: place - min(row, Self.fringeReach), by: -1))
                ways.append(
                    stride(from: place + 1, through: place + min(last - row, Self.fringeReach), by: 1))
            }
            marked[place].isFringe = ways.contains { isFringe(place, way: $0) }
        }
        return marked
    }
}
