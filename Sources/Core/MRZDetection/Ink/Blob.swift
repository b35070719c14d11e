import CSampling
package import Imaging

/// A connected piece of ink.
package struct Blob {
    /// Centre of the bounding box, in pixels.
    package var center: Point
    /// The width of the bounding box, in pixels.
    package var width: Int32
    /// The height of the bounding box, in pixels.
    package var height: Int32
    /// Pixels of ink.
    package var area: Int32
    /// Diagonal of the bounding box, in pixels: hardly changes when a character turns.
    package var diagonal: Double
}

/// The blobs of one picture that could be characters, with their ink.
package struct Blobs {
    package let all: [Blob]
    private let runs: [Run]
    /// The runs of blob `i` are `runs[starts[i]..<starts[i + 1]]`.
    private let starts: [Int32]

    struct Run {
        var y: Int32
        var first: Int32
        var last: Int32
    }

    /// Limits that an isolated character keeps at any rotation, in pixels of the searched picture.
    package struct Limits {
        package var minSide: Int32 = 5
        package var maxSide: Int32 = 70
        package var minArea: Int32 = 9
        /// The share of the bounding box that is ink; a thin diagonal stroke fills about a fifth.
        package var minFill = 0.1
        /// Pixels of ink for each pixel of the longer side.
        var minInkOfSide = 0.9
        /// More blobs than this are texture: the largest are kept.
        var maxBlobs = 9000

        package init() {}
    }

    /// Labels the pixels marked `mark` by rows of runs joined where they touch, corners included.
    ///
    /// - Parameter places: blobs whose middle lies in one of these are left out.
    package init(in masks: InkMasks, marked mark: UInt8, besides places: [Quad] = [], limits: Limits) {
        let (runs, rows) = Self.runs(in: masks, marked: mark)
        let roots = Self.roots(of: runs, rows: rows)
        (all, self.runs, starts) = Self.collect(runs, roots: roots, besides: places, limits: limits)
    }

    /// The runs of marked pixels row by row; those of row `y` are `runs[rows[y]..<rows[y + 1]]`.
    private static func runs(in masks: InkMasks, marked mark: UInt8) -> (runs: [Run], rows: [Int]) {
        let width = masks.width
        var runs: [Run] = []
        runs.reserveCapacity(1 << 14)
        var rows: [Int] = []
        rows.reserveCapacity(masks.height + 1)
        masks.marks.withUnsafeBufferPointer { marks in
            withUnsafeTemporaryAllocation(of: Int32.self, capacity: width + 1) { edges in
                guard let marks = marks.baseAddress, let first = edges.baseAddress else { return }
                for y in 0..<masks.height {
                    rows.append(runs.count)
                    let count = csampling_edges(marks + y * width, width, mark, first)
                    for i in stride(from: 0, to: count, by: 2) {
                        runs.append(Run(y: Int32(y), first: edges[i], last: edges[i + 1] - 1))
                    }
                }
            }
        }
        rows.append(runs.count)
        return (runs, rows)
    }

    /// The first run of the blob that each run belongs to (union-find with path halving).
    private static func roots(of runs: [Run], rows: [Int]) -> [Int32] {
        var parents = runs.indices.map { Int32($0) }
        parents.withUnsafeMutableBufferPointer { parents in
            runs.withUnsafeBufferPointer { runs in
                for y in 1..<max(1, rows.count - 1) {
                    var above = rows[y - 1]
                    let end = rows[y]
                    for i in end..<rows[y + 1] {
                        let run = runs[i]
                        while above < end && runs[above].last < run.first &- 1 { above &+= 1 }
                        var j = above
                        while j < end && runs[j].first <= run.last &+ 1 {
                            let a = root(Int32(truncatingIfNeeded: j), parents)
                            let b = root(Int32(truncatingIfNeeded: i), parents)
                            if a < b { parents[Int(b)] = a } else if b < a { parents[Int(a)] = b }
                            j &+= 1
                        }
                    }
                }
                for i in runs.indices { parents[i] = root(Int32(truncatingIfNeeded: i), parents) }
            }
        }
        return parents
    }

    @inline(__always)
    private static func root(_ i: Int32, _ parents: UnsafeMutableBufferPointer<Int32>) -> Int32 {
        var i = i
        while parents[Int(i)] != i {
            parents[Int(i)] = parents[Int(parents[Int(i)])]
            i = parents[Int(i)]
        }
        return i
    }

    /// The bounding box of a connected piece of ink, its last pixels included, and how many pixels of it are ink.
    private struct Extent {
        var left: Int32
        var right: Int32
        var top: Int32
        var bottom: Int32
        var area: Int32

        var width: Int32 { right - left + 1 }
        var height: Int32 { bottom - top + 1 }

        func couldBeCharacter(within limits: Limits) -> Bool {
            let longer = max(width, height)
            return longer >= limits.minSide && longer <= limits.maxSide && min(width, height) >= 2
                && area >= limits.minArea && Double(area) > limits.minFill * Double(width * height)
                && Double(area) > limits.minInkOfSide * Double(longer)
        }

        var blob: Blob {
            Blob(
                center: Point(x: Double(left + right) / 2, y: Double(top + bottom) / 2), width: width, height: height,
                area: area, diagonal: (Double(width * width) + Double(height * height)).squareRoot())
        }
    }

    /// The blobs that could be characters, and their runs one blob after the other.
    private static func collect(
        _ runs: [Run], roots: [Int32], besides places: [Quad], limits: Limits
    ) -> (blobs: [Blob], runs: [Run], starts: [Int32]) {
        let (extents, owners) = extents(of: runs, roots: roots)
        var kept = extents.indices.filter { extents[$0].couldBeCharacter(within: limits) }
        if !places.isEmpty {
            kept.removeAll { piece in places.contains { $0.contains(extents[piece].blob.center) } }
        }
        if kept.count > limits.maxBlobs {
            kept.sort { extents[$0].area > extents[$1].area }
            kept.removeLast(kept.count - limits.maxBlobs)
        }
        var ranks = [Int32](repeating: -1, count: extents.count)
        for (rank, n) in kept.enumerated() { ranks[n] = Int32(rank) }
        let (sorted, starts) = sorted(runs, owners: owners, ranks: ranks, count: kept.count)
        return (kept.map { extents[$0].blob }, sorted, starts)
    }

    /// The extents of all connected pieces in the order of their first runs, and the piece that each run belongs to.
    private static func extents(of runs: [Run], roots: [Int32]) -> (extents: [Extent], owners: [Int32]) {
        var number = [Int32](repeating: -1, count: runs.count)
        var extents: [Extent] = []
        var owners = [Int32](repeating: 0, count: runs.count)
        for i in runs.indices {
            let run = runs[i]
            let r = Int(roots[i])
            if number[r] < 0 {
                number[r] = Int32(extents.count)
                extents.append(Extent(left: run.first, right: run.last, top: run.y, bottom: run.y, area: 0))
            }
            let n = number[r]
            owners[i] = n
            var extent = extents[Int(n)]
            extent.left = min(extent.left, run.first)
            extent.right = max(extent.right, run.last)
            extent.bottom = run.y
            extent.area += run.last - run.first + 1
            extents[Int(n)] = extent
        }
        return (extents, owners)
    }

    /// The runs of a blob one after the other, and where each blob's begin: a counting sort by blob.
    ///
    /// - Parameters:
    ///   - owners: the piece that each run belongs to.
    ///   - ranks: the blob that each piece is; -1 when it is none.
    ///   - count: of the blobs.
    private static func sorted(
        _ runs: [Run], owners: [Int32], ranks: [Int32], count: Int
    ) -> (runs: [Run], starts: [Int32]) {
        var starts = [Int32](repeating: 0, count: count + 1)
        for owner in owners {
            let b = ranks[Int(owner)]
            if b >= 0 { starts[Int(b) + 1] += 1 }
        }
        for b in 0..<count { starts[b + 1] += starts[b] }
        var fill = starts
        var sorted = [Run](repeating: Run(y: 0, first: 0, last: 0), count: Int(starts[count]))
        for i in runs.indices {
            let b = ranks[Int(owners[i])]
            guard b >= 0 else { continue }
            sorted[Int(fill[Int(b)])] = runs[i]
            fill[Int(b)] += 1
        }
        return (sorted, starts)
    }

    /// How far blob `index` reaches along the unit vector `direction`, in pixels.
    package func extent(of index: Int, along direction: Point) -> Double {
        var minPlace = Double.infinity
        var maxPlace = -Double.infinity
        for run in runs[Int(starts[index])..<Int(starts[index + 1])] {
            let a = Double(run.first) * direction.x + Double(run.y) * direction.y
            let b = Double(run.last) * direction.x + Double(run.y) * direction.y
            minPlace = min(minPlace, a, b)
            maxPlace = max(maxPlace, a, b)
        }
        // A pixel is as wide as its square's shadow in that direction.
        return maxPlace - minPlace + max(abs(direction.x), abs(direction.y))
    }

    /// How far the ink of blob `index` moves along the unit vector `direction` for each pixel across it, `direction`
    /// turned clockwise on the screen: the regression over its pixels. nil of a blob that hardly reaches across.
    ///
    /// 0 on average of upright capitals; single ones such as 7 or Z lean by up to a third.
    package func slant(of index: Int, along direction: Point) -> Double? {
        var n = 0.0
        var sumX = 0.0
        var sumY = 0.0
        var sumXX = 0.0
        var sumXY = 0.0
        var sumYY = 0.0
        // Places from the blob's centre, so that the squares stay small.
        let center = all[index].center
        for run in runs[Int(starts[index])..<Int(starts[index + 1])] {
            let count = Double(run.last - run.first + 1)
            let x = Double(run.first + run.last) / 2 - center.x
            let y = Double(run.y) - center.y
            n += count
            sumX += count * x
            sumY += count * y
            sumXX += count * (x * x + (count * count - 1) / 12)
            sumXY += count * x * y
            sumYY += count * y * y
        }
        let xx = sumXX / n - sumX * sumX / (n * n)
        let xy = sumXY / n - sumX * sumY / (n * n)
        let yy = sumYY / n - sumY * sumY / (n * n)
        let d = direction
        // Variances of the ink along and across: along = x · d.x + y · d.y, across = y · d.x - x · d.y.
        let across = yy * d.x * d.x - 2 * xy * d.x * d.y + xx * d.y * d.y
        let both = (yy - xx) * d.x * d.y + xy * (d.x * d.x - d.y * d.y)
        return across > 1 ? both / across : nil
    }
}
