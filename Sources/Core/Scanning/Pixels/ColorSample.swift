import Imaging
import MRZDetection

/// What is seen at one point of a zone in colours.
struct ColorSample {
    let column: Int
    /// 0...255.
    let light: Double
    /// The light of the brightest of its colours.
    let brightest: Double
    /// By how much it is redder and bluer than green, as shares of the light.
    let red: Double
    let blue: Double
    /// Halves of the height of capitals below the middle of the line.
    let rise: Double
    /// Above or below the line.
    var isOuter: Bool { abs(rise) > Self.innerReach }
    /// A colour that the camera gives to the edge of ink.
    var isFringe = false

    /// Where a cell is looked at: in columns from its middle and in halves of the height of capitals.
    static let across = stride(from: -0.45, through: 0.45, by: 0.1).map(\.self)
    static let rises = stride(from: -1.1, through: 1.1, by: 0.2).map(\.self)
    /// Between those: a stroke that is finer than they are apart runs past them.
    static let risesBetween = stride(from: -1.0, through: 1.0, by: 0.2).map(\.self)
    private static let innerReach = 1.2
    /// Where it is looked at above and below the line, up to where accents reach.
    static let outerRises = [-1.9, -1.7, -1.5, -1.3, 1.3, 1.5, 1.7, 1.9]
    /// Where that which reaches there goes on, to either side of the line.
    static let furtherRises = [2.1, 2.3, 2.5]
    /// Cells that are looked at beyond either end of a line.
    static let margin = 2
    /// The least light that tints are shares of, so that noise in the dark is none.
    static let minLight = 20.0
    /// What is seen along each line, from the cell before it to the one behind it.
    static func samples(
        of places: ZonePlaces, in color: ColorPlanes, beside gray: GrayImage
    ) -> [[ColorSample]] {
        places.lengths.enumerated().map { line, length in
            samples(
                of: places, line: line, columns: -margin..<(length + margin), rises: rises + outerRises, in: color,
                beside: gray)
        }
    }

    /// What is seen between them along a line.
    static func samplesBetween(
        of places: ZonePlaces, line: Int, in color: ColorPlanes, beside gray: GrayImage
    ) -> [ColorSample] {
        samples(
            of: places, line: line, columns: -margin..<(places.lengths[line] + margin), rises: risesBetween,
            in: color, beside: gray)
    }

    /// What is seen of some cells of a line, in columns of so many samples.
    static func samples(
        of places: ZonePlaces, line: Int, columns: Range<Int>, rises: [Double], in color: ColorPlanes,
        beside gray: GrayImage
    ) -> [ColorSample] {
        var samples: [ColorSample] = []
        samples.reserveCapacity(columns.count * across.count * rises.count)
        for column in columns {
            for u in across {
                let (middle, down) = places.column(Double(column) + u, line: line)
                for rise in rises {
                    let point = middle + down * rise
                    let light = gray.light(at: point)
                    let inColors = PlaceBetweenPixels(point, in: color.red)
                    let (red, green) = (color.red.light(at: inColors), color.green.light(at: inColors))
                    let blue = color.blue.light(at: inColors)
                    samples.append(
                        ColorSample(
                            column: column, light: light, brightest: max(red, green, blue),
                            red: (red - green) / max(minLight, light),
                            blue: (blue - green) / max(minLight, light),
                            rise: rise))
                }
            }
        }
        return samples
    }
}

extension [ColorSample] {
    /// The samples in each cell of a line, from its first one; they are sorted by columns.
    var cells: [ArraySlice<ColorSample>] {
        var start = startIndex
        return (0..<(last?.column ?? -1) + 1).map { column in
            let end = self[start...].firstIndex { $0.column != column } ?? endIndex
            defer { start = end }
            return self[start..<end]
        }
    }
}

/// How red or how blue the samples of a line are.
struct Tint {
    let middle: Double
    /// Half of how far it varies, but for a share at either end.
    let spread: Double

    init(_ values: [Double], within share: Double) {
        let last = max(0, values.count - 1)
        let end = Int(share * Double(last))
        middle = values.ranked(last / 2)
        spread = (values.ranked(last - end) - values.ranked(end)) / 2
    }
}

/// Both tints of a line.
struct Tints {
    let red: Tint
    let blue: Tint

    init(_ samples: [ColorSample], within share: Double) {
        red = Tint(samples.map(\.red), within: share)
        blue = Tint(samples.map(\.blue), within: share)
    }
}

extension [Double] {
    /// The value that has so many before it in ascending order; 0 of none.
    func ranked(_ rank: Int) -> Double {
        percentile(self, (Double(rank) + 0.5) / Double(Swift.max(1, count)))
    }
}
