package import MRZParsing

/// What the frames of the last two seconds read, whichever document they showed: a frame may be torn between two of them,
/// and so may be several in a row, with a line of each.
package struct RecentReadings {
    private struct Entry {
        let first: Duration
        var last: Duration
        var frames = 0
        /// A frame would have verified it as a still picture.
        var isVerified = false
    }

    private var entries: [MRZ: Entry] = [:]

    /// How long a reading counts after it was last seen.
    private static let memory = Duration.seconds(2)
    /// Frames that show a document, where none of them would verify it.
    private static let minFrames = 2
    /// Lines of one document that differ by so many characters are not the same line read twice.
    private static let minDifferences = 3

    package init() {}

    /// Takes what a frame reads.
    ///
    /// - Parameter isVerified: whether it would be as a still picture.
    package mutating func note(_ mrz: MRZ, isVerified: Bool, at time: Duration) {
        forget(before: time)
        var entry = entries[mrz] ?? Entry(first: time, last: time)
        entry.frames += 1
        entry.last = time
        entry.isVerified = entry.isVerified || isVerified
        entries[mrz] = entry
    }

    /// Forgets what has not been seen for long; everything where time runs backwards.
    package mutating func forget(before time: Duration) {
        if entries.isEmpty { return }
        entries = entries.filter { time >= $0.value.last && time - $0.value.last <= Self.memory }
    }

    /// How long a reading that was noted has been seen, where another document that was seen a moment ago has a line of
    /// it; nil where none has.
    package func sharedAge(of mrz: MRZ, at time: Duration) -> Duration? {
        guard let own = entries[mrz] else { return nil }
        let isShared = entries.contains { other, entry in
            guard entry.isVerified || entry.frames >= Self.minFrames, other.format == mrz.format else { return false }
            let differences = zip(mrz.lines, other.lines).map { zip($0.characters, $1.characters).count { $0 != $1 } }
            // Two that verify by themselves are not one document that was misread.
            let min = own.isVerified && entry.isVerified ? 1 : Self.minDifferences
            return differences.contains(0) && differences.contains { $0 >= min }
        }
        return isShared ? time - own.first : nil
    }
}

extension RecentReadings: CustomStringConvertible, CustomReflectable {
    /// How many; what they say is personal data.
    package var description: String { "RecentReadings(\(entries.count))" }
    package var customMirror: Mirror { Mirror(self, children: ["count": entries.count]) }
}
