import Imaging

/// Blobs by place: square buckets, so that neighbours are found without looking at all of them.
package struct BlobIndex {
    private let side: Double
    private let columns: Int
    private let rows: Int
    private let starts: [Int32]
    private let members: [Int32]
    private let centers: [Point]

    package init(_ blobs: [Blob], width: Int, height: Int, side: Double = 24) {
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
        var members = [Int32](repeating: 0, count: blobs.count)
        for (i, cell) in cells.enumerated() {
            members[Int(fill[cell])] = Int32(i)
            fill[cell] += 1
        }
        self.starts = starts
        self.members = members
    }

    /// Calls `body` with every blob whose centre is within `radius` pixels of `point`, and the squared distance.
    @inline(__always)
    func forEach(within radius: Double, of point: Point, _ body: (Int, Double) -> Void) {
        let left = max(0, Int((point.x - radius) / side))
        let right = min(columns - 1, Int(max(-1, point.x + radius) / side))
        let top = max(0, Int((point.y - radius) / side))
        let bottom = min(rows - 1, Int(max(-1, point.y + radius) / side))
        guard point.x + radius >= 0, point.y + radius >= 0, left <= right, top <= bottom else { return }
        for row in top...bottom {
            let begin = Int(starts[row * columns + left])
            let end = Int(starts[row * columns + right + 1])
            for k in begin..<end {
                let i = Int(members[k])
                let dx = centers[i].x - point.x
                let dy = centers[i].y - point.y
                let square = dx * dx + dy * dy
                if square <= radius * radius { body(i, square) }
            }
        }
    }

    /// The `count` blobs nearest to blob `index` within `radius`, nearest first, itself left out.
    func nearest(_ count: Int, to index: Int, within radius: Double) -> [(blob: Int, distance: Double)] {
        var found: [(blob: Int, distance: Double)] = []
        found.reserveCapacity(count + 1)
        forEach(within: radius, of: centers[index]) { i, square in
            guard i != index else { return }
            if found.count == count && square >= found[count - 1].distance { return }
            var at = found.count
            while at > 0 && found[at - 1].distance > square { at -= 1 }
            found.insert((i, square), at: at)
            if found.count > count { found.removeLast() }
        }
        for i in found.indices { found[i].distance = found[i].distance.squareRoot() }
        return found
    }
}
