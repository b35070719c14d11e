public import Imaging

/// One line of a band, straightened: what the recogniser reads.
public struct LineStrip: Sendable {
    /// Dark print on light, capitals `geometry.capHeight` high in the middle.
    public private(set) var image: GrayImage
    /// How far black and white lay apart round each column of `image` before they were spread, as a share of the light
    /// there: little where there is no print, although noise fills the flattened strip.
    public let contrast: [Float]
    /// Pixels from one cell to the next.
    public let pitch: Double
    /// Where the left edge of column 0 lies in `image`, in pixels.
    public let origin: Double

    /// The column, with fraction, whose cell holds the pixel column `x`; its middle is at .5.
    public func column(at x: Double) -> Double { (x - origin) / pitch }

    /// Where a column, with fraction, lies in `image`, in pixels: its cell begins there.
    package func x(ofColumn column: Double) -> Double { origin + column * pitch }

    /// Where the middle of a cell lies in `image`, in pixels.
    package func middle(ofColumn column: Int) -> Double { x(ofColumn: Double(column) + 0.5) }

    /// The pixel column of `image` at which a cell begins; `image` need not have it.
    package func left(ofColumn column: Int) -> Int { Int(x(ofColumn: Double(column)).rounded()) }

    /// The pixel columns of a cell, as far as `image` has them.
    package func pixelColumns(ofColumn column: Int) -> Range<Int> {
        let left = left(ofColumn: column)
        return (left..<left + Int(pitch)).clamped(to: 0..<image.width)
    }

    /// The contrast in the middle of cell `column`; 0 beyond the strip.
    package func contrast(atColumn column: Int) -> Double {
        let x = Int(middle(ofColumn: column))
        return contrast.indices.contains(x) ? Double(contrast[x]) : 0
    }

    /// The same, as a share of the line's typical contrast.
    public func relativeContrast(atColumn column: Int) -> Double { contrast(atColumn: column) / typicalContrast }

    /// How much two cells look alike: the correlation of their grey levels, -1...1, at the best of a few shifts.
    public func likeness(ofColumn first: Int, toColumn second: Int) -> Double {
        let width = Int(pitch)
        let a = left(ofColumn: first)
        let b = left(ofColumn: second)
        var best = -1.0
        for shift in -2...2 {
            guard a >= 0, b + shift >= 0, a + width <= image.width, b + shift + width <= image.width else { continue }
            best = max(best, correlation(a, b + shift, width: width))
        }
        return best
    }

    private func correlation(_ a: Int, _ b: Int, width: Int) -> Double {
        var n = 0.0
        var sumA = 0.0
        var sumB = 0.0
        var squareA = 0.0
        var squareB = 0.0
        var product = 0.0
        for y in 0..<image.height {
            for x in 0..<width {
                let va = Double(image[a + x, y])
                let vb = Double(image[b + x, y])
                n += 1
                sumA += va
                sumB += vb
                squareA += va * va
                squareB += vb * vb
                product += va * vb
            }
        }
        let varianceA = squareA - sumA * sumA / n
        let varianceB = squareB - sumB * sumB / n
        guard varianceA > 1, varianceB > 1 else { return -1 }
        return (product - sumA * sumB / n) / (varianceA * varianceB).squareRoot()
    }

    /// The strip with paper where the ink is less than `share` of black, 0..<1.
    package func withoutStrokes(fainterThan share: Double) -> LineStrip {
        var bold = self
        bold.image = image.withoutStrokes(fainterThan: share)
        return bold
    }

    /// The strip with some of its cells as another one of the same size shows them.
    ///
    /// - Parameter columns: of the grid.
    package func taking(_ columns: [Int], from other: LineStrip) -> LineStrip {
        var taken = image.pixels
        for column in columns {
            for x in pixelColumns(ofColumn: column) {
                for y in 0..<image.height { taken[y * image.width + x] = other.image[x, y] }
            }
        }
        var strip = self
        strip.image = GrayImage(width: image.width, height: image.height, pixels: taken)
        return strip
    }

    package init(image: GrayImage, contrast: [Float], pitch: Double, origin: Double) {
        self.image = image
        self.contrast = contrast
        self.pitch = pitch
        self.origin = origin
        typicalContrast = max(Self.minContrast, percentile(contrast.map(Double.init), Self.printRank))
    }

    /// What most columns with print have of `contrast`.
    package let typicalContrast: Double

    /// The percentile of all columns that is taken for that of columns with print, and what it is at least: contrasts
    /// are divided by it.
    private static let printRank = 0.6
    private static let minContrast = 0.004
}

/// A slightly different cut of the same line: a second look at it.
public struct StripVariation: Sendable, Hashable {
    /// Capitals drawn this much larger.
    public var capScale: Double
    /// The line lowered by this many capital heights.
    public var lowered: Double
    /// The line moved to the right by this many columns.
    public var moved: Double

    public init(capScale: Double = 1, lowered: Double = 0, moved: Double = 0) {
        self.capScale = capScale
        self.lowered = lowered
        self.moved = moved
    }

    /// The line as the grid has it.
    public static let plain = StripVariation()
}

/// The size of the strips that bands are cut into; the model in `models/` is trained on strips of this size.
public struct StripGeometry: Sendable {
    /// Height of a strip, in pixels.
    public var height: Int
    /// Height of the capitals in it, in pixels.
    public var capHeight: Double
    /// Width of a cell, in pixels.
    public var pitch: Double
    /// Cells shown beyond each end, where the grid may be off.
    public var margin: Double

    public init(height: Int, capHeight: Double, pitch: Double, margin: Double) {
        self.height = height
        self.capHeight = capHeight
        self.pitch = pitch
        self.margin = margin
    }
}
