import Imaging

/// Lines of print that a crease parts: one of two chains ends where the other begins, and goes on in another direction.
package struct CreasedLines {
    let blobs: [Blob]
    let index: BlobIndex

    /// Distances are in pitches.
    private enum Limits {
        /// What is taken to be a part of a line has this `PrintLine.error` at most.
        static let error = 0.15
        /// It has so many members at least.
        static let minMembers = 8
        /// The tangent of the angle between both parts. Chains follow what turns by less.
        static let turn = 0.1...0.9
        /// The distance from the last character before a crease to the first one behind it.
        static let step = 0.55...2.3
        /// How far that one stands off the angle between both directions.
        static let maxStray = 0.2
        /// The pitch of one part over the other's.
        static let pitchRatio = 0.6...1.7
        /// A chain may run so many characters beyond a crease.
        static let maxOverrun = 2
        /// The share of the members of both parts that must fit one line.
        static let minShare = 0.85
        /// Members at an end of a part that tell its direction there.
        static let near = 6
    }

    /// One end of a part, or what is its end when it ran too far.
    private struct End {
        let part: Int
        /// The members from this end on.
        let members: ArraySlice<Int>
        let place: Point
        /// A unit vector, outwards.
        let direction: Point
        let pitch: Double
    }

    /// - Parameter index: of `blobs`.
    package init(blobs: [Blob], index: BlobIndex) {
        self.blobs = blobs
        self.index = index
    }

    /// The lines that two of `parts` make together.
    package func joined(_ parts: [PrintLine]) -> [PrintLine] {
        var ends: [End] = []
        // Of each blob the ends that lie there, by their place in `ends`.
        var endsByBlob = ListsByBlob<Int>(of: blobs.count)
        for (i, part) in parts.enumerated() where part.error < Limits.error {
            for members in [part.members[...], part.members.reversed()[...]] {
                for overrun in 0...Limits.maxOverrun {
                    guard let end = end(of: i, members.dropFirst(overrun)), let blob = end.members.first else { break }
                    endsByBlob.add(ends.count, to: blob)
                    ends.append(end)
                }
            }
        }
        var found: [PrintLine] = []
        var tried = Set<Int>()
        for end in ends {
            index.forEach(within: Limits.step.upperBound * end.pitch, of: end.place) { entry, _ in
                endsByBlob.forEach(of: entry.blob) { place in
                    let other = ends[place]
                    guard other.part > end.part, meet(end, other),
                        tried.insert(end.part * parts.count + other.part).inserted
                    else { return }
                    let chain: [Int] = end.members.reversed() + other.members
                    guard let line = PrintLine(chain, of: blobs, limits: PrintLine.Limits()),
                        Double(line.members.count) >= Limits.minShare * Double(chain.count)
                    else { return }
                    found.append(line)
                }
            }
        }
        return found
    }

    private func end(of part: Int, _ members: ArraySlice<Int>) -> End? {
        guard members.count >= Limits.minMembers - Limits.maxOverrun else { return nil }
        let points = members.prefix(Limits.near).map { blobs[$0].center }
        let inwards = points[points.count - 1] - points[0]
        let (_, axis) = principalAxis(of: points)
        return End(
            part: part, members: members, place: points[0], direction: inwards.dot(axis) < 0 ? axis : axis * -1,
            pitch: median(zip(points, points.dropFirst()).map { ($1 - $0).length }))
    }

    /// Whether one part goes on as the other, at an angle.
    private func meet(_ a: End, _ b: End) -> Bool {
        let (before, behind) = (a.direction, b.direction * -1)
        let cosine = before.dot(behind)
        let sine = before.cross(behind)
        guard cosine > 0, Limits.turn.contains(abs(sine) / cosine), Limits.pitchRatio.contains(a.pitch / b.pitch) else {
            return false
        }
        let step = (b.place - a.place) * (2 / (a.pitch + b.pitch))
        guard Limits.step.contains(step.length), before.dot(step) > 0, behind.dot(step) > 0 else { return false }
        // The step leads between both directions.
        let sign: Double = sine > 0 ? 1 : -1
        return before.cross(step) * sign > -Limits.maxStray && step.cross(behind) * sign > -Limits.maxStray
    }
}
