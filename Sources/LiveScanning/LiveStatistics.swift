public import Scanning

/// What a live scan has done so far.
public struct LiveStatistics: Sendable {
    /// Frames that were looked at.
    public internal(set) var frames = 0
    /// … of which showed a zone.
    public internal(set) var framesWithZone = 0
    /// Looks of the recogniser at a zone.
    public internal(set) var looks = 0
    /// Documents read.
    public internal(set) var results = 0
    /// Time spent on frames without a zone, and on the others.
    public internal(set) var idle = Effort.zero
    public internal(set) var busy = Effort.zero
}
