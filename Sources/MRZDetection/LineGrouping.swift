import Imaging

/// Lines of print that could be the lines of one MRZ: parallel, of one pitch, one above the other.
struct LineGroup {
    /// Indices of the lines, from the top as the first one reads.
    var lines: [Int]
    /// Larger is better; comparable between groups.
    var score: Double
}

/// Pairs and triples of parallel lines, best first.
struct LineGrouping {
    /// Angles in radians, distances in pitches.
    struct Limits {
        var angle = 0.09
        var pitchRatio = 1.22
        /// Share of the longer line that must lie beside the other.
        var overlap = 0.35
        /// Line spacing. Doc 9303 prints 2.5 pitches (two lines) and 1.67 (three); real cards were measured from 1.6 to
        /// 3.2 and 1.7 to 2.7, and a tilted page shortens it further.
        var twoLines = 1.3...3.4
        var threeLines = 1.2...2.75
        /// Lines looked at, best first.
        var maxLines = 140
        /// Lines tried as an MRZ of one line: so many of all, and so many of those that are not in the best group.
        var maxSingle = 3
    }
    var limits = Limits()

    func groups(of all: [PrintLine]) -> (lines: [PrintLine], groups: [LineGroup]) {
        let lines = Array(all.sorted { $0.score > $1.score }.prefix(limits.maxLines))
        let count = lines.count
        // spacing[i * count + j]: how far line j lies below line i, in pitches; nan when they do not belong together.
        var spacing = [Double](repeating: .nan, count: count * count)
        for i in 0..<count {
            for j in 0..<count where i != j {
                if let d = distance(from: lines[i], to: lines[j]) { spacing[i * count + j] = d }
            }
        }
        var crowd = [Int](repeating: 0, count: count)
        for i in 0..<count {
            for j in 0..<count where (1.2...3.5).contains(abs(spacing[i * count + j])) { crowd[i] += 1 }
        }
        func value(_ members: [Int]) -> Double {
            let cap = members.count == 2 ? 46 : 31
            var sum = 0.0
            for m in members {
                sum += min(lines[m].score, Double(cap))
                sum -= 0.7 * Double(max(0, lines[m].filled - cap - 3))
                // Text and texture have parallel neighbours everywhere; an MRZ stands alone.
                sum -= 2 * Double(max(0, crowd[m] - 3))
            }
            return members.count == 2 ? sum : 0.98 * sum
        }
        var groups: [LineGroup] = []
        for i in 0..<count {
            for j in 0..<count {
                let d = spacing[i * count + j]
                guard d > 0 else { continue }
                if limits.twoLines.contains(d) {
                    groups.append(LineGroup(lines: [i, j], score: value([i, j]) - (d < 1.9 ? 8 : 0)))
                }
                guard limits.threeLines.contains(d) else { continue }
                for k in 0..<count {
                    let next = spacing[j * count + k]
                    guard next > 0, spacing[i * count + k] > 0, (0.8...1.25).contains(next / d) else { continue }
                    groups.append(LineGroup(lines: [i, j, k], score: value([i, j, k])))
                }
            }
        }
        // The French driving licence prints one line of 30, and the visual zone's lines stand above it. Another document's
        // lines may be better ones.
        let single = (0..<count).filter { (20...36).contains(lines[$0].filled) }
        let taken = Set(groups.max { $0.score < $1.score }?.lines ?? [])
        let tried = Set(
            single.prefix(limits.maxSingle) + single.filter { !taken.contains($0) }.prefix(limits.maxSingle))
        for i in tried.sorted() { groups.append(LineGroup(lines: [i], score: 0.5 * value([i, i]))) }
        groups.sort { $0.score > $1.score }
        return (lines, groups)
    }

    /// How far `b` lies below `a`, in pitches, when both could belong to one MRZ.
    private func distance(from a: PrintLine, to b: PrintLine) -> Double? {
        guard abs(a.direction.cross(b.direction)) < limits.angle, b.pitch < a.pitch * limits.pitchRatio,
            a.pitch < b.pitch * limits.pitchRatio, let low = a.places.first, let high = a.places.last
        else { return nil }
        let normal = a.normal
        var across: [Double] = []
        var least = Double.infinity
        var greatest = -Double.infinity
        for p in b.points {
            let s = (p - a.mean).dot(a.direction)
            least = min(least, s)
            greatest = max(greatest, s)
            across.append((p - a.mean).dot(normal) - a.bend(min(high, max(low, s))))
        }
        let overlap = min(greatest, high) - max(least, low)
        guard overlap >= limits.overlap * max(greatest - least, high - low) else { return nil }
        return median(across) / ((a.pitch + b.pitch) / 2)
    }
}
