/// What one reading may cost. A chip may send whatever it likes, for as long as it likes.
public struct ChipLimits: Sendable, Equatable {
    /// Commands, among them those of a session that had to be opened again.
    public var commands = 20_000
    /// Bytes of one file. Faces have 12 to 20 kB, the largest known files some 100 kB.
    public var fileBytes = 1 << 20
    /// Bytes of all files together.
    public var totalBytes = 4 << 20
    /// How often a session that ended may be opened again: with the key that has opened it already, never another.
    public var reopenings = 4
    /// The longest time from the first command to the last.
    public var duration: Duration = .seconds(120)

    public init() {}
}
