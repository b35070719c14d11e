public import Imaging
public import MRZDetection

/// How well a picture shows a zone, measured on its characters.
public struct ZoneQuality: Sendable, Equatable {
    /// Pixels from one character to the next.
    public var pitch: Double
    /// How steep the edges of the strokes are: the mean share of the contrast that is crossed in a tenth of a
    /// character, 0...1, along the line or across it, whichever is less. It falls with blur and with too few pixels
    /// alike.
    public var sharpness: Double
    /// Grey of the paper, 0...255: nine of ten places on the lines are darker.
    public var paper: Double
    /// The difference between paper and ink, in grey levels.
    public var contrast: Double
    /// Share of the characters of which nothing is left but the brightest white.
    public var glare: Double

    public init(pitch: Double, sharpness: Double, paper: Double, contrast: Double, glare: Double) {
        self.pitch = pitch
        self.sharpness = sharpness
        self.paper = paper
        self.contrast = contrast
        self.glare = glare
    }

    /// Measures `band` in the picture that it was found in.
    public init(of band: Band, in image: GrayImage) {
        var samples = Samples(image: image)
        for line in 0..<band.lineCount { samples.take(band, line: Double(line)) }
        pitch = band.pitch
        sharpness = samples.sharpness
        paper = samples.paper
        contrast = samples.contrast
        glare = samples.glare
    }
}

/// Grey levels along the lines of a band and across them.
private struct Samples {
    let image: GrayImage
    private var levels = [Int](repeating: 0, count: 256)
    private var along = Steepness()
    private var across = Steepness()
    private var cells = 0
    private var burntOut = 0

    /// Samples per character along the line.
    private static let density = 10
    /// Heights at which the line is followed, in capital heights from its middle.
    private static let rises = [-0.3, 0.0, 0.3]
    /// At and above this a pixel is as white as white gets.
    private static let white: UInt8 = 250

    init(image: GrayImage) { self.image = image }

    mutating func take(_ band: Band, line: Double) {
        var before: [UInt8?] = Self.rises.map { _ in nil }
        for column in 0..<band.columnCount {
            var darkest = UInt8.max
            for i in 0..<Self.density {
                let place = Double(column) - 0.5 + (Double(i) + 0.5) / Double(Self.density)
                let middle = band.point(column: place, line: line)
                let up = band.point(column: place, line: line, rise: 1) - middle
                for (row, rise) in Self.rises.enumerated() {
                    let level = level(at: middle + up * rise)
                    levels[Int(level)] += 1
                    darkest = min(darkest, level)
                    if let last = before[row] { along.add(from: last, to: level) }
                    before[row] = level
                }
                if i == Self.density / 3 || i == 2 * Self.density / 3 { takeAcross(middle, up, pitch: band.pitch) }
            }
            cells += 1
            if darkest >= Self.white { burntOut += 1 }
        }
    }

    /// How far above and below the middle of the line it is looked at from row to row, in capital heights.
    private static let crossed = 0.7
    /// How far one place is from the next at least, in capital heights.
    private static let minStep = 0.02

    private mutating func takeAcross(_ middle: Point, _ up: Point, pitch: Double) {
        // A tenth of a character, in capital heights.
        let step = pitch / Double(Self.density) / max(1, up.length)
        var before: UInt8?
        var rise = -Self.crossed
        while rise <= Self.crossed {
            let level = level(at: middle + up * rise)
            if let before { across.add(from: before, to: level) }
            before = level
            rise += max(step, Self.minStep)
        }
    }

    private func level(at point: Point) -> UInt8 { UInt8(min(255, image.light(at: point) + 0.5)) }

    private func level(below share: Double) -> Double {
        let total = levels.reduce(0, +)
        var sum = 0
        for (level, count) in levels.enumerated() {
            sum += count
            if Double(sum) >= share * Double(total) { return Double(level) }
        }
        return 255
    }

    var paper: Double { level(below: 0.9) }
    var contrast: Double { paper - level(below: 0.1) }
    var glare: Double { Double(burntOut) / Double(max(1, cells)) }
    var sharpness: Double {
        guard contrast > 0 else { return 0 }
        return min(1, min(along.mean, across.mean) / contrast)
    }
}

/// The mean size of steps in grey level, each step weighted by itself: flat places do not count.
private struct Steepness {
    private var sum = 0.0
    private var squares = 0.0

    mutating func add(from first: UInt8, to second: UInt8) {
        let step = abs(Double(second) - Double(first))
        sum += step
        squares += step * step
    }

    var mean: Double { sum > 0 ? squares / sum : 0 }
}
