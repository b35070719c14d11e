import CSampling
package import Imaging

/// Resamples the lines of a band into straight strips of one size, along the band's own curves.
public struct Rectifier: Sendable {
    public let geometry: StripGeometry

    public init(_ geometry: StripGeometry) {
        self.geometry = geometry
    }

    /// Line `line` of `band` from `picture`, flattened: see `flattened()`. With a fraction it is what stands between two
    /// lines, and from -1 down or from their number up what stands beside them.
    public func strip(
        of band: Band, line: Double, from picture: ImagePyramid, varied variation: StripVariation = .plain
    ) -> LineStrip {
        let raw = cut(of: band, line: line, from: picture, varied: variation)
        return strip(flattening: band.isLight ? raw.inverted() : raw, isLight: band.isLight, varied: variation)
    }

    /// A line that was `cut`, its print dark, flattened.
    ///
    /// - Parameter isLight: it was inverted, since its print is light.
    package func strip(
        flattening cut: GrayImage, isLight: Bool, varied variation: StripVariation = .plain
    ) -> LineStrip {
        let (image, contrast) = cut.flattened(isLight: isLight)
        return LineStrip(
            image: image, contrast: contrast, pitch: geometry.pitch,
            origin: (geometry.margin + variation.moved) * geometry.pitch)
    }

    /// The same as it looks in the picture, straight and not flattened.
    package func cut(
        of band: Band, line: Double, from picture: ImagePyramid, varied variation: StripVariation = .plain
    ) -> GrayImage {
        let columns = Double(band.columnCount) + 2 * geometry.margin
        let width = Int((columns * geometry.pitch).rounded())
        // Sampled where a cell of the picture is about as large as one of the strip: larger ones are halved first.
        let half = picture.halved(while: band.pitch, exceeds: 1.8 * geometry.pitch)
        let (source, scale) = (half.image, half.scale)
        let height = geometry.height
        let rise = 1 / (geometry.capHeight * variation.capScale)
        let right = Double(source.width) - 2
        let bottom = Double(source.height) - 2
        return source.pixels.withUnsafeBufferPointer { pixels in
            GrayImage(width: width, height: height) { target in
                for x in 0..<width {
                    let column = (Double(x) + 0.5) / geometry.pitch - geometry.margin - 0.5 - variation.moved
                    let first = (0.5 - Double(height) / 2) * rise - variation.lowered
                    let top = band.point(column: column, line: line, rise: first)
                    let next = band.point(column: column, line: line, rise: first + rise)
                    let stepX = (next.x - top.x) * scale
                    let stepY = (next.y - top.y) * scale
                    let start = half.place(of: top)
                    var (px, py) = (start.x, start.y)
                    let endX = px + Double(height) * stepX
                    let endY = py + Double(height) * stepY
                    if let first = pixels.baseAddress, let column = target.baseAddress, px >= 1, px < right, py >= 1,
                        py < bottom, endX >= 1, endX < right, endY >= 1, endY < bottom
                    {
                        csampling_path(first, source.width, px, py, stepX, stepY, height, column + x, width)
                        continue
                    }
                    var at = x
                    for _ in 0..<height {
                        target[at] = Self.sample(pixels, width: source.width, height: source.height, x: px, y: py)
                        px += stepX
                        py += stepY
                        at &+= width
                    }
                }
            }
        }
    }

    /// What `csampling_path` does, at the edge of the picture: pixels beyond it repeat it.
    @inline(__always)
    private static func sample(
        _ pixels: UnsafeBufferPointer<UInt8>, width: Int, height: Int, x: Double, y: Double
    ) -> UInt8 {
        let fx = min(max(x, -1e6), 1e6).rounded(.down)
        let fy = min(max(y, -1e6), 1e6).rounded(.down)
        let ix = Int(fx)
        let iy = Int(fy)
        let tx = Float(x - fx)
        let ty = Float(y - fy)
        let wx = weights(tx)
        let wy = weights(ty)
        func row(_ y: Int) -> Float {
            let base = min(max(y, 0), height &- 1) &* width
            if ix >= 1 && ix &+ 2 < width {
                let i = base &+ ix
                return wx.0 * Float(pixels[i &- 1]) + wx.1 * Float(pixels[i]) + wx.2 * Float(pixels[i &+ 1]) + wx.3
                    * Float(pixels[i &+ 2])
            }
            func at(_ x: Int) -> Float { Float(pixels[base &+ min(max(x, 0), width &- 1)]) }
            return wx.0 * at(ix &- 1) + wx.1 * at(ix) + wx.2 * at(ix &+ 1) + wx.3 * at(ix &+ 2)
        }
        let value = wy.0 * row(iy &- 1) + wy.1 * row(iy) + wy.2 * row(iy &+ 1) + wy.3 * row(iy &+ 2)
        return UInt8(max(0, min(255, value + 0.5)))
    }

    @inline(__always)
    private static func weights(_ t: Float) -> (Float, Float, Float, Float) {
        let t2 = t * t
        let t3 = t2 * t
        return (
            0.5 * (-t + 2 * t2 - t3), 0.5 * (2 - 5 * t2 + 3 * t3), 0.5 * (t + 4 * t2 - 3 * t3), 0.5 * (t3 - t2)
        )
    }
}
