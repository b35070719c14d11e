/// The characters of one field.
public struct FieldText: Sendable, Hashable {
    /// The characters as printed, fillers included.
    public let characters: [MRZCharacter]

    init(_ characters: some Sequence<MRZCharacter>) {
        self.characters = Array(characters)
    }

    /// The text as printed, fillers included: `D<<`.
    public var raw: String { characters.text }

    /// The text for people: no fillers around it, a space for each filler inside.
    public var text: String {
        guard let first = characters.firstIndex(where: { !$0.isFiller }),
            let last = characters.lastIndex(where: { !$0.isFiller })
        else { return "" }
        return String(characters[first...last].map { $0.isFiller ? " " : $0.character })
    }

    /// The runs of characters between fillers.
    public var words: [String] { characters.split(whereSeparator: \.isFiller).map(\.text) }

    /// Whether there is nothing but fillers.
    public var isEmpty: Bool { characters.allSatisfy(\.isFiller) }

    /// The characters without the fillers at the end.
    var withoutTrailingFillers: ArraySlice<MRZCharacter> {
        characters[..<((characters.lastIndex { !$0.isFiller } ?? -1) + 1)]
    }
}

extension FieldText: PersonalData {
    public var redacted: String { "FieldText(\(characters.count) characters)" }
    public var expandedDescription: String { raw }
}
