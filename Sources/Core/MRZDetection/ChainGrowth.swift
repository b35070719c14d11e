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
        /// Neighbours tried as the second member.
        var neighbours = 7
        var maxMembers = 120
        /// Two chains through one blob differ by more than this in direction.
        var sameDirection = 0.35
        /// From the first member to the second, in diagonals of the larger one; the smaller's diagonal over it.
        var step = 0.45...1.6
        var minSecond = 0.5
        /// How near the third must be to where the first two point, in their distance, and its diagonal over theirs.
        var third = 0.3
        var thirdSize = 0.5..<1.7
        /// A chain of so many members claims its direction for each of them.
        var minClaiming = 5
        /// So many of the last members tell the direction, once there are `minForAxis`; and how far the place to go on from
        /// is drawn onto their axis, as a share.
        var recent = 8
        var minForAxis = 4
        var towardsAxis = 0.6
        /// A next member stands at least so many pitches on, and so few across: in pitches, and as a share of the way.
        var minAlong = 0.5
        var across = 0.22
        var slope = 0.05
        /// Its diagonal over that of the members so far.
        var size = 0.45...1.75
        /// How far it may stand off a whole number of pitches; beyond `usualMisfit` it counts as one pitch further.
        var misfit = 0.33
        var usualMisfit = 0.25
        /// How fast pitch and size follow the members.
        var pitchShare = 0.2
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
        var directions = [[Double]](repeating: [], count: blobs.count)
        let order = blobs.indices.sorted { blobs[$0].diagonal > blobs[$1].diagonal }
        for i in order {
            let near = index.nearest(limits.neighbours, to: i, within: limits.step.upperBound * blobs[i].diagonal)
            for (j, distance) in near {
                let size = max(blobs[i].diagonal, blobs[j].diagonal)
                guard limits.step.contains(distance / size),
                    min(blobs[i].diagonal, blobs[j].diagonal) >= limits.minSecond * size
                else { continue }
                let step = blobs[j].center - blobs[i].center
                let unit = step * (1 / distance)
                let angle = lineAngle(unit)
                if directions[i].contains(where: { angleBetweenLines($0, angle) < limits.sameDirection }) { continue }
                guard
                    hasMember(near: blobs[j].center + step, within: limits.third * distance, size: size, besides: i, j)
                        || hasMember(
                            near: blobs[i].center - step, within: limits.third * distance, size: size, besides: i, j)
                else { continue }
                var chain = [i, j]
                grow(&chain, along: unit, pitch: distance, size: size)
                chain.reverse()
                grow(&chain, along: unit * -1, pitch: distance, size: size)
                chain.reverse()
                if chain.count >= limits.minClaiming {
                    let way = blobs[chain[chain.count - 1]].center - blobs[chain[0]].center
                    let direction = lineAngle(way)
                    for c in chain { directions[c].append(direction) }
                }
                if chain.count >= limits.minMembers { found.append(chain) }
            }
        }
        return found
    }

    private func hasMember(near point: Point, within radius: Double, size: Double, besides i: Int, _ j: Int) -> Bool {
        var found = false
        index.forEach(within: radius, of: point) { k, _ in
            let ratio = blobs[k].diagonal / size
            if k != i && k != j && limits.thirdSize.contains(ratio) { found = true }
        }
        return found
    }

    private func grow(_ chain: inout [Int], along start: Point, pitch firstPitch: Double, size firstSize: Double) {
        var unit = start
        var pitch = firstPitch
        var size = firstSize
        while chain.count <= limits.maxMembers {
            var place = blobs[chain[chain.count - 1]].center
            if chain.count >= limits.minForAxis {
                // The direction of the last members; the last one alone may stand a little off the line.
                let (mean, direction) = axis(of: chain.suffix(limits.recent))
                unit = direction.dot(unit) > 0 ? direction : direction * -1
                place = place * (1 - limits.towardsAxis) + (mean + unit * (place - mean).dot(unit)) * limits.towardsAxis
            }
            let reach = pitch * limits.reach
            var best = -1
            var bestCost = Double.infinity
            var bestSteps = 1.0
            index.forEach(within: reach * 0.55, of: place + unit * (reach * 0.5)) { j, _ in
                let offset = blobs[j].center - place
                let along = offset.dot(unit)
                if along < limits.minAlong * pitch || along > reach { return }
                let across = abs(offset.cross(unit))
                if across > limits.across * pitch + limits.slope * along { return }
                let ratio = blobs[j].diagonal / size
                if !limits.size.contains(ratio) { return }
                let steps = along / pitch
                let misfit = abs(steps - max(1, steps.rounded()))
                if misfit > limits.misfit { return }
                let cost = steps + 2 * across / pitch + (misfit > limits.usualMisfit ? 1 : 0)
                if cost < bestCost {
                    best = j
                    bestCost = cost
                    bestSteps = max(1, steps.rounded())
                }
            }
            guard best >= 0 else { return }
            let along = (blobs[best].center - place).dot(unit)
            chain.append(best)
            if bestSteps <= 2 { pitch = (1 - limits.pitchShare) * pitch + limits.pitchShare * along / bestSteps }
            size = (1 - limits.sizeShare) * size + limits.sizeShare * blobs[best].diagonal
        }
    }

    private func axis(of members: ArraySlice<Int>) -> (mean: Point, direction: Point) {
        principalAxis(of: members.lazy.map { blobs[$0].center })
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
/// Not radians: |y| / (|x| + |y|) grows as steadily as the angle for the comparisons made here, and costs no arctangent.
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
