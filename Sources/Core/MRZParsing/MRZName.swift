/// The holder's name. The first `<<` parts the primary from the secondary identifier; without one there is only a
/// primary identifier. ICAO Doc 9303-3, 4.6.
public struct MRZName: Sendable, Hashable {
    /// Mostly the surname.
    public let primary: FieldText
    /// Mostly the given names; empty for people with one name.
    public let secondary: FieldText
    /// Whether the field ends on a character, so that something may have been cut off.
    public let isPossiblyTruncated: Bool
    /// Whether fillers stand where no identifier ends: before the name, or two together after the first `<<`.
    public let hasAbnormalSeparator: Bool

    /// The words of the primary identifier: `VAN`, `DER`, `MUELLEN`.
    public var primaryComponents: [String] { primary.words }
    /// The words of the secondary identifier.
    public var secondaryComponents: [String] { secondary.words }

    /// Whether a digit stands in the name, where the standard has only letters.
    public var hasDigit: Bool { (primary.characters + secondary.characters).contains(where: \.isDigit) }

    /// Reads a field that holds both identifiers.
    init(field: ArraySlice<MRZCharacter>) {
        let gap = Self.gap(in: field)
        primary = FieldText(field[..<(gap ?? field.endIndex)])
        secondary = FieldText(gap.map { field[($0 + 2)...] } ?? [])
        isPossiblyTruncated = field.last.map { !$0.isFiller } ?? false
        let given = secondary.withoutTrailingFillers
        let doubled = zip(given, given.dropFirst()).contains { $0.isFiller && $1.isFiller }
        hasAbnormalSeparator =
            field.first?.isFiller == true || given.first?.isFiller == true || doubled
    }

    /// Where the two fillers begin that part the identifiers of a field; nil where there is only one identifier.
    package static func gap(in field: ArraySlice<MRZCharacter>) -> Int? {
        field.indices.dropLast().first { field[$0].isFiller && field[$0 + 1].isFiller }
    }

    /// Where the third filler of a run stands that more of the name follows: two part its identifiers, one their words, and
    /// more stand behind the name alone. ICAO Doc 9303-3, 4.6. nil where there is none.
    static func fillerTooMany(in field: ArraySlice<MRZCharacter>) -> Int? {
        guard let last = field.lastIndex(where: { !$0.isFiller }) else { return nil }
        return field[...last].indices.dropFirst(2).first { field[($0 - 2)...$0].allSatisfy(\.isFiller) }
    }

    /// Takes identifiers from fields of their own, in which any number of fillers parts the words.
    init(primary: ArraySlice<MRZCharacter>, secondary: ArraySlice<MRZCharacter>) {
        self.primary = FieldText(primary)
        self.secondary = FieldText(secondary)
        isPossiblyTruncated = [primary, secondary].contains { $0.last.map { !$0.isFiller } ?? false }
        hasAbnormalSeparator = primary.first?.isFiller == true
    }
}

extension MRZName: PersonalData {
    public var redacted: String {
        "MRZName(\(primaryComponents.count) primary, \(secondaryComponents.count) secondary components)"
    }
    public var expandedDescription: String {
        (primaryComponents.joined(separator: " ") + ", " + secondaryComponents.joined(separator: " "))
    }
}
