import Imaging

/// Finds rows of evenly spaced blobs of one size, in any direction: lines of print with a fixed pitch.
///
/// A chain starts from two neighbours with a third beside them and grows at both ends, straight on, over gaps of a few
/// cells (a filler lost in glare), as long as the next blob lies where the pitch says.
struct ChainGrowth {
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
    }
    var limits = Limits()

    /// Every chain found, as indices of `blobs` in their order along it. A blob may lie in several.
    func chains() -> [[Int]] {
        guard blobs.count >= limits.minMembers else { return [] }
        var found: [[Int]] = []
        var directions = [[Double]](repeating: [], count: blobs.count)
        let order = blobs.indices.sorted { blobs[$0].diagonal > blobs[$1].diagonal }
        for i in order {
            let near = index.nearest(limits.neighbours, to: i, within: 1.6 * blobs[i].diagonal)
            for (j, distance) in near {
                let size = max(blobs[i].diagonal, blobs[j].diagonal)
                guard distance >= 0.45 * size, distance <= 1.6 * size,
                    min(blobs[i].diagonal, blobs[j].diagonal) >= 0.5 * size
                else { continue }
                let step = blobs[j].center - blobs[i].center
                let unit = step * (1 / distance)
                let angle = lineAngle(unit)
                if directions[i].contains(where: { angleBetweenLines($0, angle) < limits.sameDirection }) { continue }
                guard
                    hasMember(near: blobs[j].center + step, within: 0.3 * distance, size: size, besides: i, j)
                        || hasMember(near: blobs[i].center - step, within: 0.3 * distance, size: size, besides: i, j)
                else { continue }
                var chain = [i, j]
                grow(&chain, along: unit, pitch: distance, size: size)
                chain.reverse()
                grow(&chain, along: unit * -1, pitch: distance, size: size)
                chain.reverse()
                if chain.count >= 5 {
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
            if k != i && k != j && ratio > 0.5 && ratio < 1.7 { found = true }
        }
        return found
    }

    private func grow(_ chain: inout [Int], along start: Point, pitch firstPitch: Double, size firstSize: Double) {
        var unit = start
        var pitch = firstPitch
        var size = firstSize
        while chain.count <= limits.maxMembers {
            var place = blobs[chain[chain.count - 1]].center
            if chain.count >= 4 {
                // The direction of the last eight members; the last one alone may stand a little off the line.
                let (mean, direction) = axis(of: chain.suffix(8))
                unit = direction.dot(unit) > 0 ? direction : direction * -1
                place = place * 0.4 + (mean + unit * (place - mean).dot(unit)) * 0.6
            }
            let reach = pitch * limits.reach
            var best = -1
            var bestCost = Double.infinity
            var bestSteps = 1.0
            index.forEach(within: reach * 0.55, of: place + unit * (reach * 0.5)) { j, _ in
                let offset = blobs[j].center - place
                let along = offset.dot(unit)
                if along < 0.5 * pitch || along > reach { return }
                let across = abs(offset.cross(unit))
                if across > 0.22 * pitch + 0.05 * along { return }
                let ratio = blobs[j].diagonal / size
                if ratio < 0.45 || ratio > 1.75 { return }
                let steps = along / pitch
                let misfit = steps > 0.6 ? abs(steps - steps.rounded()) : 0.5
                if misfit > 0.33 { return }
                let cost = steps + 2 * across / pitch + (misfit > 0.25 ? 1 : 0)
                if cost < bestCost {
                    best = j
                    bestCost = cost
                    bestSteps = max(1, steps.rounded())
                }
            }
            guard best >= 0 else { return }
            let along = (blobs[best].center - place).dot(unit)
            chain.append(best)
            if bestSteps <= 2 { pitch = 0.8 * pitch + 0.2 * along / bestSteps }
            size = 0.85 * size + 0.15 * blobs[best].diagonal
        }
    }

    private func axis(of members: ArraySlice<Int>) -> (mean: Point, direction: Point) {
        principalAxis(of: members.map { blobs[$0].center })
    }
}

/// The mean of `points` and the unit vector along which they spread most.
func principalAxis(of points: [Point]) -> (mean: Point, direction: Point) {
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
