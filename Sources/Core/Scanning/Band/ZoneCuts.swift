package import Imaging
package import MRZDetection

/// The lines of a zone that was read before, cut straight: for somebody who reads them again.
package struct ZoneCuts: Sendable {
    /// How a line is cut: print twice as large as the recogniser has it, with a cell on either side of the line.
    package static let geometry = StripGeometry(height: 64, capHeight: 38, pitch: 30, margin: 1)

    /// One picture a line, as it looks. The middle of column c is at (c + 1.5) × 30 pixels.
    package let lines: [GrayImage]
}

extension MRZScanner.Configuration {
    /// Finds the band of a zone again and cuts its lines along its own curves.
    ///
    /// - Parameters:
    ///   - zone: where it was read, in pixels of `picture`.
    ///   - lines: how many lines it has.
    ///   - columns: characters of its longest line.
    /// - Returns: nil when no band lies there.
    package func cuts(of zone: Quad, lines: Int, columns: Int, in picture: Picture) -> ZoneCuts? {
        let gray = picture.gray
        guard gray.width > 0, gray.height > 0, lines > 0, columns > 0 else { return nil }
        let pyramid = ImagePyramid(gray)
        for pass in searchPasses(longSide: max(gray.width, gray.height)) {
            let fits = BandDetector(detector).bands(in: pyramid, at: pass)
                .flatMap { [$0, $0.turned, $0.mirrored, $0.mirrored.turned] }
                .compactMap { $0.window(over: zone, lines: lines, columns: columns) }
            guard let best = fits.min(by: { $0.distance < $1.distance }), best.distance < Self.maxDistance else {
                continue
            }
            let rectifier = Rectifier(ZoneCuts.geometry)
            return ZoneCuts(lines: (0..<lines).map { rectifier.cut(of: best.band, line: Double($0), from: pyramid) })
        }
        return nil
    }

    /// The largest distance from the corners of a zone to those of its band found again, in cells, on average: a column
    /// off would be 1.
    private static let maxDistance = 0.6
}

extension Band {
    /// The window of the band's grid that lies best over a zone, and how far off its corners are on average, in cells.
    fileprivate func window(over zone: Quad, lines: Int, columns: Int) -> (band: Band, distance: Double)? {
        var best: (band: Band, distance: Double)?
        for line in min(0, lineCount - lines)...max(0, lineCount - lines) {
            for column in -Self.reach...Self.reach {
                let window = window(columns: column..<column + columns, lines: line..<line + lines)
                let distance =
                    zip(window.quad.corners, zone.corners).map { ($0 - $1).length }.reduce(0, +) / (4 * pitch)
                if distance < best?.distance ?? .infinity { best = (window, distance) }
            }
        }
        return best
    }

    /// How many columns a reading may have moved the grid by.
    private static var reach: Int { 16 }
}
