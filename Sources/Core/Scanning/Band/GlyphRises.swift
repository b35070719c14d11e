import Imaging
import MRZDetection

/// How far below the middle of their cells the characters of a band lie, line by line.
///
/// Where few characters of a line were found as blobs, in small print above all, its grid may leave the rest of it: the strip
/// cuts off their feet or their heads, and shows where they begin.
struct GlyphRises {
    /// In capital heights.
    private let rises: CellOffsets

    /// The grid leaves its line where characters lie so far off it.
    private static let maxRise = 0.16
    /// Pixels as dark as that are ink, and a row has so many of them in a cell.
    private static let maxInk: UInt8 = 110
    private static let minInk = 2
    /// How high print has to be that tells, in capital heights: a filler is lower than a capital.
    private static let minHeight = 0.5
    /// What lies further from the median of those round about is a character's own.
    private static let maxOdd = 0.12

    /// - Parameters:
    ///   - strips: the lines of the band, as the grid has them.
    ///   - columns: of the band.
    ///   - capHeight: of the strips, in pixels.
    init(on strips: [LineStrip], columns: Int, capHeight: Double) {
        rises = CellOffsets(
            strips.map { strip in (0..<columns).map { Self.rise(in: strip, column: $0, capHeight: capHeight) } },
            maxOdd: Self.maxOdd)
    }

    /// Whether several characters side by side lie off the grid, all to the same side.
    var areOffGrid: Bool { rises.areOff(by: Self.maxRise) }

    /// `band` on a grid that follows its characters; nil where they settle none.
    func corrected(_ band: Band) -> Band? {
        let places = rises.lines.map { line in line.indices.map { line[$0] == nil ? nil : Double($0) } }
        return band.following(places, rises: rises.lines)
    }

    /// How far below the middle of a cell the middle of its print lies; nil where next to none is there, or the strip ends
    /// above it and below it. Where it ends on one side alone the other side tells.
    private static func rise(in strip: LineStrip, column: Int, capHeight: Double) -> Double? {
        let image = strip.image
        let cell = strip.pixelColumns(ofColumn: column)
        func isInk(_ row: Int) -> Bool {
            var count = 0
            for x in cell where image[x, row] <= maxInk { count += 1 }
            return count >= minInk
        }
        let middle = Double(image.height - 1) / 2
        // The print that is nearest to the middle: beyond it begins that of the next line.
        let start = (0...image.height / 2).lazy.flatMap { [Int(middle) - $0, Int(middle) + $0] }
            .first { (0..<image.height).contains($0) && isInk($0) }
        guard let start else { return nil }
        var (top, bottom) = (start, start)
        while top > 0, isInk(top - 1) { top -= 1 }
        while bottom < image.height - 1, isInk(bottom + 1) { bottom += 1 }
        guard Double(bottom - top + 1) >= minHeight * capHeight else { return nil }
        let (above, below) = (Double(top) - (middle - capHeight / 2), Double(bottom) - (middle + capHeight / 2))
        switch (top == 0, bottom == image.height - 1) {
        case (true, true): return nil
        case (true, false): return below / capHeight
        case (false, true): return above / capHeight
        case (false, false): return (above + below) / 2 / capHeight
        }
    }
}
