/// The sex as printed in the MRZ. ICAO Doc 9303-4, 4.2.2 (line 2, column 21).
public enum Sex: String, Sendable, Hashable, CaseIterable {
    case male = "M"
    case female = "F"
    /// `<`: unspecified; the printed zone then says X.
    case unspecified = "<"
    /// `X`, which belongs to the printed zone only; tolerated here, and reported.
    case nonConformingX = "X"

    /// Nil for any other character.
    public init?(_ character: MRZCharacter) {
        self.init(rawValue: String(character.character))
    }

    /// The characters that may stand in the field, the tolerated `X` included.
    public static let alphabet = MRZAlphabet(literal: "MFX<")
}
