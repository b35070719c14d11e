import MRZParsing

/// What the frames of one document agree on, passage by passage.
///
/// The rule, in words, is in `docs/live.md`. Frames vouch for a reading that one of them shows as a whole; nothing is
/// weighed, averaged or put together from pieces. A plain value: what it says depends on what it was given, in order.
public struct Consensus: Sendable {
    /// How much agreement is demanded.
    public struct Configuration: Sendable {
        /// Frames that must read a passage alike.
        public var frames = 2
        /// Of these frames so many must be sure of the passage where a check digit of its own covers it.
        public var sureUnderCheck = 1
        /// So many must be sure of it where none does.
        public var sureWithoutCheck = 2
        /// A reading of a passage counts when it came this many times as often as any other.
        public var dominance = 3
        /// Frames that must read everything alike before it is said to be all that can be read.
        public var framesUnverified = 6
        /// Readings in a row that do not show the document's number, after which it must be another document.
        public var strangers = 8

        public init() {}
    }

    /// What became of a frame's reading.
    public enum Admission: Sendable, Equatable {
        /// It says too little of which document it is.
        case ignored
        /// It is one more reading of the same document.
        case counted
        /// It is the first reading of a document; what was known of another is dropped.
        case newDocument
    }

    private struct Tally: Sendable {
        var frames = 0
        var sure = 0
    }

    /// Which document it is.
    private enum Identity: Sendable, Equatable {
        /// The document number, under its own check digit.
        case number([MRZCharacter], MRZFormat)
        /// The layout has no such digit, or it does not hold: only how alike the readings are tells.
        case likeness(MRZFormat)
    }

    private let configuration: Configuration
    private var identity: Identity?
    private var tallies: [Passage: [[MRZCharacter]: Tally]] = [:]
    /// Readings in a row that were ignored.
    private var strangers = 0
    private var agreed = 0
    private var disputed = 0
    /// Of frames that a better one would replace.
    private var disputedPoorly = 0
    /// Readings of this document so far.
    public private(set) var frames = 0

    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// Takes the reading of one more frame.
    public mutating func admit(_ reading: FrameReading) -> Admission {
        let format = reading.mrz.format
        let number = reading.mrz.numberPassage
        let found = number.map { Identity.number(reading.mrz.characters(of: $0), format) }
        let isProven = number.map(reading.isSure) ?? false
        switch identity {
        case .number where identity == found && reading.mrz.checkReport[.documentNumber]?.holds == true:
            return count(reading)
        case .number where !isProven && strangers < configuration.strangers:
            strangers += 1
            return .ignored
        case .likeness(format) where !isProven && !differs(reading):
            return count(reading)
        default:
            self = Consensus(configuration)
            identity = isProven ? found : .likeness(format)
            _ = count(reading)
            return .newDocument
        }
    }

    /// Whether the frames vouch for every passage of this reading, which was admitted.
    public func backs(_ reading: FrameReading) -> Bool {
        reading.mrz.passages.allSatisfy { passage in
            let sure = passage.check == nil ? configuration.sureWithoutCheck : configuration.sureUnderCheck
            return prevails(passage, in: reading, frames: configuration.frames, sure: sure)
        }
    }

    /// Whether all frames read the same although some of it remains in doubt: more of them will not help.
    public func isAllThereIs(_ reading: FrameReading) -> Bool {
        reading.mrz.passages.allSatisfy { passage in
            prevails(passage, in: reading, frames: configuration.framesUnverified, sure: 0)
        }
    }

    /// The second reader has read a frame of this document.
    ///
    /// - Parameter isPoor: whether a better frame would show more. What is disputed in such a one says nothing of what a
    ///   good one shows, but it does of what the next poor one does.
    /// - Returns: whether it has agreed often enough, a disputed frame needing two more to outweigh it.
    public mutating func secondReader(agrees: Bool, isPoor: Bool) -> Bool {
        switch (agrees, isPoor) {
        case (true, _): agreed += 1
        case (false, false): disputed += 1
        case (false, true): disputedPoorly += 1
        }
        return agreed > 2 * (isPoor ? disputed + disputedPoorly : disputed)
    }

    private mutating func count(_ reading: FrameReading) -> Admission {
        frames += 1
        strangers = 0
        for passage in reading.mrz.passages {
            let characters = reading.mrz.characters(of: passage)
            var tally = tallies[passage]?[characters] ?? Tally()
            tally.frames += 1
            if reading.isSure(of: passage) { tally.sure += 1 }
            tallies[passage, default: [:]][characters] = tally
        }
        return .counted
    }

    private func prevails(_ passage: Passage, in reading: FrameReading, frames: Int, sure: Int) -> Bool {
        let characters = reading.mrz.characters(of: passage)
        guard let readings = tallies[passage], let own = readings[characters] else { return false }
        guard own.frames >= frames, own.sure >= sure else { return false }
        return readings.allSatisfy { other, tally in
            other == characters
                || own.frames >= configuration.dominance * tally.frames
                    && own.sure >= configuration.dominance * tally.sure
        }
    }

    /// Whether a reading of a layout without a document number is of another document: more than a quarter of it is
    /// read otherwise than by most frames.
    private func differs(_ reading: FrameReading) -> Bool {
        var places = 0
        var different = 0
        for passage in reading.mrz.passages {
            let characters = reading.mrz.characters(of: passage)
            let frequent = tallies[passage]?.max { a, b in
                a.value.frames != b.value.frames
                    ? a.value.frames < b.value.frames : a.key.lexicographicallyPrecedes(b.key)
            }
            let likeness = Likeness(of: characters, to: frequent?.key ?? [])
            places += likeness.places
            different += likeness.places - likeness.equal
        }
        return 4 * different > places
    }
}

extension Consensus: CustomStringConvertible, CustomReflectable {
    /// How many frames; what they say is personal data.
    public var description: String { "Consensus(\(frames) frames)" }
    public var customMirror: Mirror { Mirror(self, children: ["frames": frames]) }
}
