import CSampling
import Imaging

/// Builds one plane of a picture from the rows of its source: square blocks of pixels become their mean, and every
/// mean goes where the orientation wants it.
struct PlaneBuilder: ~Copyable {
    private let source: PixelSize
    private let factor: Int
    private let orientation: Orientation
    /// The size of the stored picture after the reduction, before it is turned.
    private let reduced: PixelSize
    private var pixels: [UInt8]
    private var sums: [UInt32]
    private var rows = 0
    /// The last reduced rows, where the orientation swaps the sides.
    private var strip: [UInt8]

    /// Half a line of the cache and more of each column is written at a time.
    private static let stripRows = 32

    /// - Parameters:
    ///   - source: the size of the rows to come and their number.
    ///   - factor: the side of a block, in pixels; blocks at the right and lower edge may be smaller.
    init(source: PixelSize, factor: Int, orientation: Orientation) {
        self.source = source
        self.factor = factor
        self.orientation = orientation
        reduced = PixelSize(
            width: (source.width + factor - 1) / factor, height: (source.height + factor - 1) / factor)
        pixels = [UInt8](repeating: 0, count: reduced.width * reduced.height)
        sums = [UInt32](repeating: 0, count: factor > 1 ? reduced.width : 0)
        strip = [UInt8](repeating: 0, count: orientation.swapsSides ? Self.stripRows * reduced.width : 0)
    }

    /// Adds the next row of the source.
    mutating func add(_ row: UnsafePointer<UInt8>) {
        defer { rows += 1 }
        if factor == 1 {
            place(row, at: rows)
            return
        }
        sum(row)
        if (rows + 1) % factor == 0 || rows + 1 == source.height { closeBlocks() }
    }

    consuming func finish() -> GrayImage {
        let (width, height) = orientation.swapsSides ? (reduced.height, reduced.width) : (reduced.width, reduced.height)
        return GrayImage(width: width, height: height, pixels: pixels)
    }

    private mutating func sum(_ row: UnsafePointer<UInt8>) {
        let (factor, whole) = (self.factor, source.width / self.factor)
        sums.withUnsafeMutableBufferPointer { sums in
            var pixel = row
            for block in 0..<whole {
                var sum: UInt32 = 0
                for offset in 0..<factor { sum &+= UInt32(pixel[offset]) }
                sums[block] &+= sum
                pixel += factor
            }
            for x in (whole &* factor)..<source.width { sums[whole] &+= UInt32(row[x]) }
        }
    }

    private mutating func closeBlocks() {
        let blockRows = rows % factor + 1
        let lastColumns = source.width - (reduced.width - 1) * factor
        var means = [UInt8](repeating: 0, count: reduced.width)
        for block in 0..<reduced.width {
            let columns = block == reduced.width - 1 ? lastColumns : factor
            let area = UInt32(truncatingIfNeeded: columns &* blockRows)
            means[block] = UInt8(truncatingIfNeeded: (sums[block] &+ area / 2) / area)
            sums[block] = 0
        }
        means.withUnsafeBufferPointer { means in
            if let base = means.baseAddress { place(base, at: rows / factor) }
        }
    }

    /// Puts the reduced row `y` where it belongs.
    private mutating func place(_ row: UnsafePointer<UInt8>, at y: Int) {
        guard orientation.swapsSides else { return put(row, at: y) }
        // A row becomes a column, whose pixels lie far apart: several at a time.
        strip.withUnsafeMutableBufferPointer { strip in
            let place = strip.extracting((y % Self.stripRows * reduced.width)...)
            place.baseAddress?.update(from: row, count: reduced.width)
        }
        if (y + 1) % Self.stripRows == 0 || y + 1 == reduced.height { turnStrip(endingAt: y) }
    }

    private mutating func put(_ row: UnsafePointer<UInt8>, at y: Int) {
        let width = reduced.width
        let (origin, columnStep, rowStep) = orientation.placement(width: width, height: reduced.height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            guard let base = pixels.baseAddress else { return }
            let start = base + (origin + y * rowStep)
            if columnStep == 1 {
                start.update(from: row, count: width)
            } else {
                // Written out for the one step that there is besides, so that it is vectorised.
                let first = start - (width - 1)
                for x in 0..<width { first[x] = row[width &- 1 &- x] }
            }
        }
    }

    /// Writes the rows that were collected, the last one of them `y`, as columns.
    private mutating func turnStrip(endingAt y: Int) {
        let width = reduced.width
        let first = y / Self.stripRows * Self.stripRows
        let rows = y + 1 - first
        let (origin, columnStep, rowStep) = orientation.placement(width: width, height: reduced.height)
        pixels.withUnsafeMutableBufferPointer { pixels in
            strip.withUnsafeBufferPointer { strip in
                guard let pixels = pixels.baseAddress, let strip = strip.baseAddress else { return }
                let start = pixels + (origin + first * rowStep)
                if rowStep > 0 {
                    csampling_transpose(strip, width, width, rows, start, columnStep)
                } else {
                    // From the last row, which comes first.
                    csampling_transpose(
                        strip + (rows - 1) * width, -width, width, rows, start - (rows - 1), columnStep)
                }
            }
        }
    }
}
