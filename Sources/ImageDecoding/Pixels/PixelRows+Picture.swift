import Imaging

extension PixelRows {
    /// The upright picture of these rows.
    ///
    /// - Parameters:
    ///   - factor: the side of the square of pixels that becomes one.
    ///   - reduction: what the picture is to say of itself.
    func picture(factor: Int, orientation: Orientation, color: Bool, reduction: Double) -> Picture {
        let source = PixelSize(width: width, height: height)
        let buffers = RowBuffers(width: paddedWidth)
        var gray = PlaneBuilder(source: source, factor: factor, orientation: orientation)
        guard color, isColored else {
            for y in 0..<height {
                readGray(y, into: buffers.gray)
                gray.add(buffers.gray)
            }
            return Picture(gray: gray.finish(), reduction: reduction)
        }
        var red = PlaneBuilder(source: source, factor: factor, orientation: orientation)
        var green = PlaneBuilder(source: source, factor: factor, orientation: orientation)
        var blue = PlaneBuilder(source: source, factor: factor, orientation: orientation)
        for y in 0..<height {
            readColor(y, gray: buffers.gray, red: buffers.red, green: buffers.green, blue: buffers.blue)
            gray.add(buffers.gray)
            red.add(buffers.red)
            green.add(buffers.green)
            blue.add(buffers.blue)
        }
        let planes = ColorPlanes(red: red.finish(), green: green.finish(), blue: blue.finish())
        return Picture(gray: gray.finish(), color: planes, reduction: reduction)
    }
}
