public import MRZParsing

/// A character that the result holds although the recogniser's first choice was another.
public struct Repair: Sendable, Hashable {
    /// Line and column of the character, from 0.
    public let position: MRZPosition
    /// What was read; nil of a cell in which nothing was.
    public let read: MRZCharacter?
    /// What the result holds.
    public let used: MRZCharacter
    public let reason: Reason

    /// Why the first choice was not taken.
    public enum Reason: String, Sendable, Hashable {
        /// It does not belong to the alphabet of the field; the one used was seen there too.
        case alphabet
        /// Two readings were nearly as likely, and the check digits hold with one of them only.
        case checkDigit
        /// Nothing was read in the cell.
        case gap
    }

    public init(position: MRZPosition, read: MRZCharacter?, used: MRZCharacter, reason: Reason) {
        self.position = position
        self.read = read
        self.used = used
        self.reason = reason
    }
}
