public import Scanning

/// What a live scan has done so far.
public struct LiveStatistics: Sendable {
    /// Frames that were looked at.
    public internal(set) var frames = 0
    /// Frames that showed a zone.
    public internal(set) var framesWithZone = 0
    /// Frames that the source dropped because nobody had the time for them, and those that were taken and turned out to
    /// be damaged; of a source that has not ended yet none is counted.
    public internal(set) var dropped = 0
    public internal(set) var damaged = 0
    /// Looks of the recogniser at a zone.
    public internal(set) var looks = 0
    /// Documents read.
    public internal(set) var results = 0
    /// Time spent on frames without a zone, and on the others.
    public internal(set) var idle = ProcessingTime.zero
    public internal(set) var busy = ProcessingTime.zero
}
