extension GrayImage {
    /// A part of the picture, with pixels of its own.
    ///
    /// - Precondition: the part lies inside and is not empty.
    public func cut(x: Int, y: Int, width newWidth: Int, height newHeight: Int) -> GrayImage {
        precondition(x >= 0 && y >= 0 && newWidth > 0 && newHeight > 0, "an empty part")
        precondition(x + newWidth <= width && y + newHeight <= height, "a part outside the picture")
        var part: [UInt8] = []
        part.reserveCapacity(newWidth * newHeight)
        for row in y..<(y + newHeight) { part += pixels[(row * width + x)..<(row * width + x + newWidth)] }
        return GrayImage(width: newWidth, height: newHeight, pixels: part)
    }

    /// So many rows in the middle of the picture.
    ///
    /// - Precondition: there are so many.
    public func middleRows(_ count: Int) -> GrayImage {
        cut(x: 0, y: (height - count) / 2, width: width, height: count)
    }

    /// The picture as in a mirror beside it.
    public var mirrored: GrayImage {
        var mirrored: [UInt8] = []
        mirrored.reserveCapacity(pixels.count)
        for row in 0..<height { mirrored += pixels[(row * width)..<((row + 1) * width)].reversed() }
        return GrayImage(width: width, height: height, pixels: mirrored)
    }
}
