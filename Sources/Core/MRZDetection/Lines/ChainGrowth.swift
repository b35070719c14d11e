import Imaging

/// Finds rows of evenly spaced blobs of one size, in any direction: lines of print with a fixed pitch.
///
/// A chain starts from two neighbours with a third beside them and grows at both ends, straight on, over gaps of a few
/// cells (a filler lost in glare), as long as the next blob lies where the pitch says.
package struct ChainGrowth {
    let blobs: [Blob]
    let index: BlobIndex

    /// Lengths are in diagonals of a character or in pitches, angles in radians.
    struct Limits {
        var minMembers = 8
        /// How many pitches ahead the next character may stand.
        var reach = 4.6
        /// The next one alone stands within so many.
        var oneStep = 1.5
        /// Neighbours tried as the second member.
        var neighbours = 7
        var maxMembers = 120
        /// Two chains through one blob differ by more than this in direction.
        var sameDirection = 0.35
        /// The distance from the first member to the second, in diagonals of the larger one.
        var step = 0.3...1.6
        /// The smaller one's diagonal over the larger one's, at least.
        var minSecond = 0.5
        /// How near the third member must be to where the first two point, in their distance.
        var third = 0.3
        /// The third member's diagonal over theirs.
        var thirdSize = 0.5..<1.7
        /// A chain of so many members claims its direction for each of them.
        var minClaiming = 5
        /// A chain of at least so many members is grown by its last ones alone where it would end: the line may be
        /// wavy.
        var minForWaves = 12
        /// So many are the last ones then.
        var recentOfWaves = 4
        /// The last so many members tell the direction.
        var recent = 8
        /// They tell it once there are so many.
        var minForAxis = 4
        /// How far the place to go on from is drawn onto their axis, as a share.
        var towardsAxis = 0.6
        /// A next member stands at least so many pitches on.
        var minAlong = 0.5
        /// It stands at most so many pitches aside.
        var across = 0.22
        /// It may stand further aside by this share of the way.
        var slope = 0.05
        /// Its diagonal over that of the members so far.
        var size = 0.45...1.75
        /// How far it may stand off a whole number of pitches.
        var misfit = 0.33
        /// One that stands further off than this counts as one pitch further on.
        var usualMisfit = 0.25
        /// How fast the pitch follows the members.
        var pitchShare = 0.2
        /// How fast the size follows the members.
        var sizeShare = 0.15
    }
    var limits = Limits()

    /// - Parameter index: of `blobs`.
    package init(blobs: [Blob], index: BlobIndex) {
        self.blobs = blobs
        self.index = index
    }

    /// Every chain found, as indices of `blobs` in their order along it. A blob may lie in several.
    package func chains() -> [[Int]] {
        guard blobs.count >= limits.minMembers else { return [] }
        var found: [[Int]] = []
        var claims = Claims(of: blobs.count, sameDirection: limits.sameDirection)
        var chain: [Int] = []
        chain.reserveCapacity(limits.maxMembers + 2)
        let order = blobs.indices.sorted { blobs[$0].diagonal > blobs[$1].diagonal }
        withUnsafeTemporaryAllocation(of: BlobIndex.Neighbour.self, capacity: limits.neighbours) { near in
            for i in order {
                let first = blobs[i]
                let count = index.nearest(to: i, within: limits.step.upperBound * first.diagonal, into: near)
                for neighbour in near[..<count] {
                    let second = blobs[neighbour.blob]
                    let distance = neighbour.distance
                    let size = max(first.diagonal, second.diagonal)
                    guard limits.step.contains(distance / size),
                        min(first.diagonal, second.diagonal) >= limits.minSecond * size
                    else { continue }
                    let step = second.center - first.center
                    let unit = step * (1 / distance)
                    if claims.contains(lineAngle(unit), of: i) { continue }
                    let radius = limits.third * distance
                    guard
                        hasMember(near: second.center + step, within: radius, size: size, besides: i, neighbour.blob)
                            || hasMember(
                                near: first.center - step, within: radius, size: size, besides: i, neighbour.blob)
                    else { continue }
                    chain.removeAll(keepingCapacity: true)
                    chain.append(i)
                    chain.append(neighbour.blob)
                    grow(&chain, along: unit, pitch: distance, size: size)
                    chain.reverse()
                    grow(&chain, along: unit * -1, pitch: distance, size: size)
                    chain.reverse()
                    if chain.count >= limits.minClaiming {
                        let direction = lineAngle(blobs[chain[chain.count - 1]].center - blobs[chain[0]].center)
                        for c in chain { claims.add(direction, of: c) }
                    }
                    if chain.count >= limits.minMembers { found.append(chain.map { $0 }) }
                }
            }
        }
        return found
    }

    private func hasMember(near point: Point, within radius: Double, size: Double, besides i: Int, _ j: Int) -> Bool {
        var found = false
        index.forEach(within: radius, of: point) { entry, _ in
            let ratio = entry.diagonal / size
            if entry.blob != i && entry.blob != j && limits.thirdSize.contains(ratio) { found = true }
        }
        return found
    }

    private func grow(_ chain: inout [Int], along start: Point, pitch firstPitch: Double, size firstSize: Double) {
        var unit = start
        var pitch = firstPitch
        var size = firstSize
        while chain.count <= limits.maxMembers {
            var next = next(of: chain, after: limits.recent, along: &unit, pitch: pitch, size: size)
            if next == nil, chain.count >= limits.minForWaves {
                next = self.next(of: chain, after: limits.recentOfWaves, along: &unit, pitch: pitch, size: size)
            }
            guard let next else { return }
            chain.append(next.blob)
            if next.steps <= 2 { pitch = (1 - limits.pitchShare) * pitch + limits.pitchShare * next.along / next.steps }
            size = (1 - limits.sizeShare) * size + limits.sizeShare * blobs[next.blob].diagonal
        }
    }

    /// The next member where the last `recent` ones point; the last one alone may stand a little off the line.
    ///
    /// - Parameter unit: the direction so far, and that in which those point afterwards.
    private func next(
        of chain: [Int], after recent: Int, along unit: inout Point, pitch: Double, size: Double
    ) -> (blob: Int, along: Double, steps: Double)? {
        var place = blobs[chain[chain.count - 1]].center
        if chain.count >= limits.minForAxis {
            let (mean, direction) = axis(of: chain, from: max(0, chain.count - recent))
            unit = direction.dot(unit) > 0 ? direction : direction * -1
            place = place * (1 - limits.towardsAxis) + (mean + unit * (place - mean).dot(unit)) * limits.towardsAxis
        }
        return next(from: place, along: unit, pitch: pitch, size: size)
    }

    /// The likeliest next member of a chain that has come to `place`, how far along it stands, in pixels and in
    /// pitches.
    @inline(__always)
    private func next(
        from place: Point, along unit: Point, pitch: Double, size: Double
    ) -> (blob: Int, along: Double, steps: Double)? {
        var best: (blob: Int, along: Double, steps: Double)?
        var bestCost = Double.infinity
        /// Tries what stands so many pixels ahead.
        func look(from nearest: Double, to reach: Double) {
            // The corners of what lies along: a strip as wide as it may be across at its far end.
            let a = place + unit * nearest
            let b = place + unit * reach
            let across = limits.across * pitch + limits.slope * reach
            let aside = Point(x: across * abs(unit.y) + 0.01, y: across * abs(unit.x) + 0.01)
            let low = Point(x: min(a.x, b.x), y: min(a.y, b.y)) - aside
            let high = Point(x: max(a.x, b.x), y: max(a.y, b.y)) + aside
            index.forEach(from: low, to: high) { entry in
                let offset = entry.center - place
                let along = offset.dot(unit)
                if along < nearest || along > reach { return }
                let across = abs(offset.cross(unit))
                if across > limits.across * pitch + limits.slope * along { return }
                let ratio = entry.diagonal / size
                if !limits.size.contains(ratio) { return }
                let steps = along / pitch
                // Of positive numbers the same as rounded().
                let whole = max(1, Double(Int(steps + 0.5)))
                let misfit = abs(steps - whole)
                if misfit > limits.misfit { return }
                let cost = steps + 2 * across / pitch + (misfit > limits.usualMisfit ? 1 : 0)
                if cost < bestCost {
                    best = (entry.blob, along, whole)
                    bestCost = cost
                }
            }
        }
        // What stands further away costs more than its steps: mostly the next place tells.
        look(from: limits.minAlong * pitch, to: limits.oneStep * pitch)
        if bestCost > limits.oneStep { look(from: limits.oneStep * pitch, to: limits.reach * pitch) }
        return best
    }

    private func axis(of chain: [Int], from first: Int) -> (mean: Point, direction: Point) {
        // Not self: it is large, and would be copied.
        principalAxis(of: chain[first...].lazy.map { [blobs] in blobs[$0].center })
    }

    /// Which directions of which blobs chains have taken already.
    private struct Claims {
        private var directions: ListsByBlob<Double>
        private let sameDirection: Double

        init(of count: Int, sameDirection: Double) {
            directions = ListsByBlob(of: count)
            self.sameDirection = sameDirection
        }

        mutating func add(_ direction: Double, of blob: Int) {
            directions.add(direction, to: blob)
        }

        func contains(_ direction: Double, of blob: Int) -> Bool {
            directions.contains(of: blob) { angleBetweenLines($0, direction) < sameDirection }
        }
    }
}

/// The mean of `points` and the unit vector along which they spread most.
func principalAxis(of points: some Collection<Point>) -> (mean: Point, direction: Point) {
    var mean = Point(x: 0, y: 0)
    for p in points { mean = mean + p }
    mean = mean * (1 / Double(max(1, points.count)))
    var xx = 0.0
    var xy = 0.0
    var yy = 0.0
    for p in points {
        let d = p - mean
        xx += d.x * d.x
        xy += d.x * d.y
        yy += d.y * d.y
    }
    // Half the angle whose tangent is 2 xy / (xx - yy), by the half-angle formula: no transcendental functions.
    let difference = xx - yy
    let hypotenuse = (difference * difference + 4 * xy * xy).squareRoot()
    guard hypotenuse > 0 else { return (mean, Point(x: 1, y: 0)) }
    let cosine = ((1 + difference / hypotenuse) / 2).squareRoot()
    let sine = max(0, (1 - difference / hypotenuse) / 2).squareRoot() * (xy < 0 ? -1 : 1)
    return (mean, Point(x: cosine, y: sine))
}

/// A number for the direction of a line, 0..<4, equal for opposite vectors; about a right angle per 2.
///
/// Not radians: |y| / (|x| + |y|) grows as steadily as the angle for the comparisons made here, and costs no
/// arctangent.
private func lineAngle(_ v: Point) -> Double {
    let sum = abs(v.x) + abs(v.y)
    guard sum > 0 else { return 0 }
    let quarter = 2 * abs(v.y) / sum
    return (v.x * v.y >= 0) ? quarter : 4 - quarter
}

private func angleBetweenLines(_ a: Double, _ b: Double) -> Double {
    let d = abs(a - b)
    // 4 of these units are half a turn.
    return min(d, 4 - d) * (Double.pi / 4)
}
