import Imaging

/// Decoded pixels, row by row as plain bytes, over white where they are seen through.
protocol RowSource: ~Copyable {
    var width: Int { get }
    var height: Int { get }
    /// Whether red, green and blue differ, as far as the layout of the pixels says.
    var isColored: Bool { get }
    /// Bytes that a buffer for one row must hold.
    var paddedWidth: Int { get }

    /// Writes the luma of row `y`.
    func readGray(_ y: Int, into gray: UnsafeMutablePointer<UInt8>)
    /// Writes every plane of row `y`.
    func readColor(_ y: Int, into row: borrowing RowBuffers)
}

extension RowSource where Self: ~Copyable {
    /// The upright picture of these rows.
    ///
    /// - Parameters:
    ///   - factor: the side of the square of pixels that becomes one.
    ///   - reduction: what the picture is to say of itself.
    func picture(factor: Int, orientation: Orientation, color: Bool, reduction: Double) -> Picture {
        let source = PixelSize(width: width, height: height)
        let row = RowBuffers(width: paddedWidth)
        var gray = PlaneBuilder(source: source, factor: factor, orientation: orientation)
        guard color, isColored else {
            for y in 0..<height {
                readGray(y, into: row.gray)
                gray.add(row.gray)
            }
            return Picture(gray: gray.finish(), reduction: reduction)
        }
        var red = PlaneBuilder(source: source, factor: factor, orientation: orientation)
        var green = PlaneBuilder(source: source, factor: factor, orientation: orientation)
        var blue = PlaneBuilder(source: source, factor: factor, orientation: orientation)
        for y in 0..<height {
            readColor(y, into: row)
            gray.add(row.gray)
            red.add(row.red)
            green.add(row.green)
            blue.add(row.blue)
        }
        let planes = ColorPlanes(red: red.finish(), green: green.finish(), blue: blue.finish())
        return Picture(gray: gray.finish(), color: planes, reduction: reduction)
    }
}

/// The luma of a colour. ITU-R BT.601, as JPEG files have it, so that a page is as bright in either format.
@inline(__always)
func luma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 {
    UInt8(truncatingIfNeeded: (19595 &* UInt32(red) &+ 38470 &* UInt32(green) &+ 7471 &* UInt32(blue) &+ 32768) >> 16)
}
