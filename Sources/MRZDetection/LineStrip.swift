public import Imaging

/// One line of a band, straightened: what the recogniser reads.
public struct LineStrip: Sendable {
    /// Dark print on light, capitals `geometry.capHeight` high in the middle.
    public let image: GrayImage
    /// Pixels from one cell to the next.
    public let pitch: Double
    /// Where the left edge of column 0 lies in `image`, in pixels.
    public let origin: Double

    /// The column, with fraction, whose cell holds the pixel column `x`; its middle is at .5.
    public func column(at x: Double) -> Double { (x - origin) / pitch }
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
