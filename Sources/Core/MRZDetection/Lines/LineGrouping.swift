import Imaging

/// Lines of print that could be the lines of one MRZ: parallel, of one pitch, one above the other.
package struct LineGroup {
    /// Indices of the lines, from the top as the first one reads.
    package var lines: [Int]
    /// Larger is better; comparable between groups.
    package var score: Double
}

/// Pairs and triples of parallel lines, best first.
package struct LineGrouping {
    /// Angles in radians, distances in heights of capitals: a page that is turned away changes the pitch or the
    /// heights, and the spacing of its lines as the heights.
    struct Limits {
        /// Two lines meet at this angle at most: those of a page that is turned by 50 degrees close before the lens
        /// meet at 0.05.
        var angle = 0.12
        /// Neighbours of a card that is turned away may meet at this one: at 65 degrees they meet at 0.16.
        var steepAngle = 0.2
        /// The first and the last line of such a card meet at twice that.
        var outerAngle = 0.4
        /// The pitch of one line over that of another, at most.
        var pitchRatio = 1.22
        /// Share of the longer line that must lie beside the other.
        var overlap = 0.35
        /// The spacing of two lines. Doc 9303 prints 2.7 heights; real cards were measured from 1.7 to 3.4.
        var twoLines = 1.3...4.3
        /// The spacing of three lines. Doc 9303 prints 1.8 heights; real cards were measured from 1.8 to 2.9.
        var threeLines = 1.25...3.5
        /// Lines with less space between them are more likely text.
        var tight = 2.05
        /// What stands so near is a neighbour.
        var neighbours = 1.25...4.4
        /// Lines looked at, best first.
        var maxLines = 140
        /// Lines tried as an MRZ of one line: so many of all, and so many of those that are in no good group, for a
        /// page may show many documents.
        var maxSingle = 3
        /// A group is good whose score is at least this share of the best one's.
        var asGood = 0.75
        /// How much the spacing of three lines may change from the first two to the last two, as a ratio.
        var evenness = 0.8...1.25
        /// What each character costs that a line has beyond those of the layout and `maxStray` others.
        var longLine = 0.7
        /// So many stray characters cost a line nothing.
        var maxStray = 3
        /// What each parallel neighbour costs beyond `maxNeighbours`.
        var crowd = 2.0
        /// So many parallel neighbours cost a line nothing.
        var maxNeighbours = 3
        /// The pitch at one end of lines that meet at more than `angle` over that at the other end, at least.
        var narrowing = 1.3
        /// What each radian costs by which lines meet at more than `angle`: print round about is mostly parallel.
        var convergence = 50.0
        /// What two lines cost that are tight.
        var tightness = 8.0
        /// What a single line is worth beside two, as a share.
        var singleShare = 0.5
        /// What three lines are worth beside two, as a share.
        var threeShare = 0.98
    }
    let blobs: Blobs
    let shapes: ZoneShapes
    var limits = Limits()

    package init(blobs: Blobs, shapes: ZoneShapes) {
        self.blobs = blobs
        self.shapes = shapes
    }

    /// Members of a line whose heights are looked at.
    private static let measured = 16
    /// The percentile of those heights that is taken for that of the capitals.
    private static let capitalsRank = 0.6

    /// The groups that the best of `all` make, best first, and the lines that they are made of.
    package func groups(of all: [PrintLine]) -> (lines: [PrintLine], groups: [LineGroup]) {
        // Places are sorted, not lines: a line is large.
        let lines = all.indices.sorted { all[$0].score > all[$1].score }.prefix(limits.maxLines).map { all[$0] }
        let steps = steps(of: lines)
        let values = Values(of: lines, steps: steps, shapes: shapes, limits: limits)
        var groups = pairsAndTriples(of: lines.count, steps: steps, values: values)
        groups += singleLines(of: lines, beside: groups, values: values)
        groups.sort { $0.score > $1.score }
        return (lines, groups)
    }

    /// Whether two lines become narrower towards the same end, told by `PrintLine.narrowing` in one direction: only such
    /// ones meet at large angles.
    private func areSteep(_ first: Double, _ second: Double) -> Bool {
        min(first, second) > limits.narrowing || max(first, second) < 1 / limits.narrowing
    }

    /// How one line lies to another one.
    private struct Step {
        /// How far below it, in heights; nan when they do not belong together.
        var spacing = Double.nan
        /// The sine of the angle between them.
        var angle = 0.0
    }

    /// How each line lies to each other one: line j to line i at `i * lines.count + j`.
    private func steps(of lines: [PrintLine]) -> [Step] {
        let count = lines.count
        let heights = lines.map(height(of:))
        let narrowings = lines.map(\.narrowing)
        var steps = [Step](repeating: Step(), count: count * count)
        let places = lines.span
        for i in 0..<count {
            for j in 0..<count where i != j {
                let angle = abs(places[i].direction.cross(places[j].direction))
                let isOpposite = places[i].direction.dot(places[j].direction) <= 0
                guard
                    angle < limits.angle
                        || angle < limits.outerAngle
                            && areSteep(narrowings[i], isOpposite ? 1 / narrowings[j] : narrowings[j]),
                    let d = distance(from: places[i], to: places[j])
                else { continue }
                steps[i * count + j] = Step(spacing: d / ((heights[i] + heights[j]) / 2), angle: angle)
            }
        }
        return steps
    }

    /// What lines are worth as one group.
    private struct Values {
        private let lines: [PrintLine]
        private let limits: Limits
        /// The parallel neighbours of each line.
        private let crowd: [Int]
        /// The columns of a grid and the stray marks beside it, by the number of lines.
        private let caps: [Int: Int]

        init(of lines: [PrintLine], steps: [Step], shapes: ZoneShapes, limits: Limits) {
            self.lines = lines
            self.limits = limits
            let count = lines.count
            var crowd = [Int](repeating: 0, count: count)
            for i in 0..<count {
                for step in steps[(i * count)..<((i + 1) * count)]
                where step.angle < limits.angle && limits.neighbours.contains(abs(step.spacing)) { crowd[i] += 1 }
            }
            self.crowd = crowd
            caps = [2: (shapes.columns(ofLines: 2).first ?? 0) + 2, 3: (shapes.columns(ofLines: 3).first ?? 0) + 1]
        }

        /// The value of two or three lines; a single line is valued as a pair with itself.
        func value(of members: [Int]) -> Double {
            let cap = caps[members.count] ?? 0
            var sum = 0.0
            for m in members {
                sum += min(lines[m].score, Double(cap))
                sum -= limits.longLine * Double(max(0, lines[m].filled - cap - limits.maxStray))
                // Text and texture have parallel neighbours everywhere; an MRZ stands alone.
                sum -= limits.crowd * Double(max(0, crowd[m] - limits.maxNeighbours))
            }
            return members.count == 2 ? sum : limits.threeShare * sum
        }
    }

    /// Every two and three lines that are spaced as those of an MRZ.
    private func pairsAndTriples(of count: Int, steps: [Step], values: Values) -> [LineGroup] {
        var groups: [LineGroup] = []
        for i in 0..<count {
            for j in 0..<count {
                let step = steps[i * count + j]
                let d = step.spacing
                guard d > 0, step.angle < limits.steepAngle else { continue }
                let cost = limits.convergence * max(0, step.angle - limits.angle)
                if limits.twoLines.contains(d) {
                    let tightness = d < limits.tight ? limits.tightness : 0
                    groups.append(LineGroup(lines: [i, j], score: values.value(of: [i, j]) - cost - tightness))
                }
                guard limits.threeLines.contains(d) else { continue }
                for k in 0..<count {
                    let next = steps[j * count + k]
                    guard next.spacing > 0, next.angle < limits.steepAngle, steps[i * count + k].spacing > 0,
                        limits.evenness.contains(next.spacing / d)
                    else { continue }
                    groups.append(LineGroup(lines: [i, j, k], score: values.value(of: [i, j, k]) - cost))
                }
            }
        }
        return groups
    }

    /// The lines that are tried as an MRZ of one line: the French driving licence prints a single one, and the visual
    /// zone's lines stand above it. Other documents' lines may be better ones.
    private func singleLines(of lines: [PrintLine], beside groups: [LineGroup], values: Values) -> [LineGroup] {
        let single = lines.indices.filter { line in
            shapes.columns(ofLines: 1).contains { length in
                (length * 2 / 3...length * 6 / 5).contains(lines[line].filled)
            }
        }
        let best = groups.map(\.score).max() ?? 0
        let taken = Set(groups.filter { $0.score >= limits.asGood * best }.flatMap(\.lines))
        let tried = Set(
            single.prefix(limits.maxSingle) + single.filter { !taken.contains($0) }.prefix(limits.maxSingle))
        return tried.sorted().map {
            LineGroup(lines: [$0], score: limits.singleShare * values.value(of: [$0, $0]))
        }
    }

    /// How high the capitals of `line` are across it, in pixels.
    private func height(of line: PrintLine) -> Double {
        let step = max(1, line.members.count / Self.measured)
        let some = stride(from: 0, to: line.members.count, by: step).map { line.members[$0] }
        return max(1, percentile(some.map { blobs.extent(of: $0, along: line.normal) }, Self.capitalsRank))
    }

    /// How far `b` lies below `a`, in pixels, when both could belong to one MRZ.
    private func distance(from a: PrintLine, to b: PrintLine) -> Double? {
        guard b.pitch < a.pitch * limits.pitchRatio, a.pitch < b.pitch * limits.pitchRatio, let low = a.places.first,
            let high = a.places.last
        else { return nil }
        let normal = a.normal
        var across: [Double] = []
        across.reserveCapacity(b.points.count)
        var minPlace = Double.infinity
        var maxPlace = -Double.infinity
        for p in b.points {
            let s = (p - a.mean).dot(a.direction)
            minPlace = min(minPlace, s)
            maxPlace = max(maxPlace, s)
            across.append((p - a.mean).dot(normal) - a.bend(min(high, max(low, s))))
        }
        let overlap = min(maxPlace, high) - max(minPlace, low)
        guard overlap >= limits.overlap * max(maxPlace - minPlace, high - low) else { return nil }
        return median(across)
    }
}
