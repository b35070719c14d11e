package import Imaging

/// Blobs by place: square buckets, so that neighbours are found without looking at all of them.
package struct BlobIndex {
    private let side: Double
    private let columns: Int
    private let rows: Int
    /// The blobs of bucket `b` are `entries[starts[b]..<starts[b + 1]]`.
    private let starts: [Int32]
    private let entries: [Entry]
    private let centers: [Point]

    /// What is asked of a blob, bucket by bucket in one row of memory.
    package struct Entry {
        package var blob: Int
        var center: Point
        var diagonal: Double
    }

    /// A blob beside another one, and how far their centres are apart, in pixels.
    package struct Neighbour {
        package var blob: Int
        package var distance: Double
    }

    package init(_ blobs: [Blob], width: Int, height: Int, side: Double = 12) {
        self.side = side
        let columns = Int(Double(width) / side) + 1
        let rows = Int(Double(height) / side) + 1
        self.columns = columns
        self.rows = rows
        centers = blobs.map(\.center)
        var starts = [Int32](repeating: 0, count: columns * rows + 1)
        let cells = blobs.map { blob in
            min(rows - 1, Int(blob.center.y / side)) * columns + min(columns - 1, Int(blob.center.x / side))
        }
        for cell in cells { starts[cell + 1] += 1 }
        for i in 0..<(columns * rows) { starts[i + 1] += starts[i] }
        var fill = starts
        var entries = [Entry](
            repeating: Entry(blob: 0, center: Point(x: 0, y: 0), diagonal: 0), count: blobs.count)
        for (i, cell) in cells.enumerated() {
            entries[Int(fill[cell])] = Entry(blob: i, center: blobs[i].center, diagonal: blobs[i].diagonal)
            fill[cell] += 1
        }
        self.starts = starts
        self.entries = entries
    }

    /// Calls `body` with every blob whose centre lies between two corners, and with others near it.
    @inline(__always)
    package func forEach(from low: Point, to high: Point, _ body: (borrowing Entry) -> Void) {
        let left = max(0, Int(low.x / side))
        let right = min(columns - 1, Int(max(-1, high.x) / side))
        let top = max(0, Int(low.y / side))
        let bottom = min(rows - 1, Int(max(-1, high.y) / side))
        guard high.x >= 0, high.y >= 0, left <= right, top <= bottom else { return }
        let starts = starts.span
        let entries = entries.span
        for row in top...bottom {
            let begin = Int(starts[row &* columns &+ left])
            let end = Int(starts[row &* columns &+ right &+ 1])
            for k in begin..<end { body(entries[k]) }
        }
    }

    /// Calls `body` with every blob whose centre is within `radius` pixels of `point`, and the squared distance.
    @inline(__always)
    func forEach(within radius: Double, of point: Point, _ body: (borrowing Entry, Double) -> Void) {
        let reach = Point(x: radius, y: radius)
        forEach(from: point - reach, to: point + reach) { entry in
            let dx = entry.center.x - point.x
            let dy = entry.center.y - point.y
            let square = dx * dx + dy * dy
            if square <= radius * radius { body(entry, square) }
        }
    }

    /// The blobs nearest to blob `index` within `radius`, nearest first, itself left out: as many as fit into `found`.
    ///
    /// - Returns: how many were found.
    package func nearest(to index: Int, within radius: Double, into found: UnsafeMutableBufferPointer<Neighbour>) -> Int
    {
        var count = 0
        forEach(within: radius, of: centers[index]) { entry, square in
            guard entry.blob != index else { return }
            var at = count
            if count == found.count {
                guard square < found[count &- 1].distance else { return }
                at = count &- 1
            } else {
                count &+= 1
            }
            while at > 0 && found[at &- 1].distance > square {
                found[at] = found[at &- 1]
                at &-= 1
            }
            found[at] = Neighbour(blob: entry.blob, distance: square)
        }
        for i in 0..<count { found[i].distance = found[i].distance.squareRoot() }
        return count
    }
}
