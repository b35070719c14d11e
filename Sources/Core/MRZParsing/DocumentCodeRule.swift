/// Which document codes a layout may begin with.
///
/// Real documents carry codes the standard does not foresee (RP, TR, ME, DP, and C1 on cards of the United States), so
/// a layout admits more than conforms.
public struct DocumentCodeRule: Sendable, Hashable {
    /// The first letters that can open this layout at all.
    public let admittedFirst: MRZAlphabet
    /// The second characters that can follow.
    public let admittedSecond: MRZAlphabet
    /// The first letters of the standard.
    public let conformingFirst: MRZAlphabet
    /// The second characters of the standard.
    public let conformingSecond: MRZAlphabet
    /// Pairs the standard forbids although their characters conform.
    public let forbidden: [[MRZCharacter]]

    /// - Parameters:
    ///   - admittedFirst: the first letters that can open the layout at all.
    ///   - admittedSecond: the second characters that can follow.
    ///   - conformingFirst: the first letters of its specification.
    ///   - conformingSecond: the second characters of its specification.
    ///   - forbidden: pairs that it forbids although their characters conform.
    public init(
        admittedFirst: MRZAlphabet, admittedSecond: MRZAlphabet, conformingFirst: MRZAlphabet,
        conformingSecond: MRZAlphabet, forbidden: [[MRZCharacter]] = []
    ) {
        self.admittedFirst = admittedFirst
        self.admittedSecond = admittedSecond
        self.conformingFirst = conformingFirst
        self.conformingSecond = conformingSecond
        self.forbidden = forbidden
    }

    /// P, then anything: ICAO Doc 9303-4, 4.2.2. Only a visa may begin with V on lines of this length.
    public static let passport = DocumentCodeRule(
        admittedFirst: .letters.subtracting(MRZAlphabet(literal: "V")), admittedSecond: .lettersAndFiller,
        conformingFirst: MRZAlphabet(literal: "P"), conformingSecond: .lettersAndFiller, forbidden: [])

    /// A, C or I, then anything but V, and not AI: ICAO Doc 9303-5, 4.2.2.
    public static let card = DocumentCodeRule(
        admittedFirst: .letters, admittedSecond: .any,
        conformingFirst: MRZAlphabet(literal: "ACI"),
        conformingSecond: .lettersAndFiller.subtracting(MRZAlphabet(literal: "V")),
        forbidden: [[MRZCharacter](literal: "AI")])

    /// The rule of `card` for 36 columns, where a V would make the same lines a visa, and a P says that they are the
    /// first 36 columns of a passport's, whose composite check digit holds by chance one time in ten: ICAO Doc 9303-6,
    /// 4.2.2.
    public static let largeCard = DocumentCodeRule(
        admittedFirst: .letters.subtracting(MRZAlphabet(literal: "PV")), admittedSecond: card.admittedSecond,
        conformingFirst: card.conformingFirst, conformingSecond: card.conformingSecond, forbidden: card.forbidden)

    /// V, then anything: ICAO Doc 9303-7, 4.2.2.
    public static let visa = DocumentCodeRule(
        admittedFirst: MRZAlphabet(literal: "V"), admittedSecond: .lettersAndFiller,
        conformingFirst: MRZAlphabet(literal: "V"), conformingSecond: .lettersAndFiller, forbidden: [])

    /// One code and no other.
    static func exactly(_ code: StaticString) -> DocumentCodeRule {
        let characters = [MRZCharacter](literal: code)
        let first = MRZAlphabet(characters.prefix(1))
        let second = MRZAlphabet(characters.dropFirst())
        return DocumentCodeRule(
            admittedFirst: first, admittedSecond: second, conformingFirst: first, conformingSecond: second,
            forbidden: [])
    }

    func admits(_ first: MRZCharacter, _ second: MRZCharacter) -> Bool {
        admittedFirst.contains(first) && admittedSecond.contains(second)
    }

    /// Letters of the standard, and what a stroke more, or less, makes of each.
    private static let oneStrokeOff: [(letter: MRZCharacter, others: MRZAlphabet)] = [
        ([MRZCharacter](literal: "P")[0], MRZAlphabet(literal: "BFR")),
        ([MRZCharacter](literal: "C")[0], MRZAlphabet(literal: "GOQ")),
    ]

    /// Whether a stroke more, or less, makes a first letter of one that the standard foresees, as it does not foresee this
    /// one.
    func isOneStrokeOff(_ first: MRZCharacter) -> Bool {
        !conformingFirst.contains(first)
            && Self.oneStrokeOff.contains { conformingFirst.contains($0.letter) && $0.others.contains(first) }
    }

    func conforms(_ first: MRZCharacter, _ second: MRZCharacter) -> Bool {
        conformingFirst.contains(first) && conformingSecond.contains(second)
            && !forbidden.contains { $0 == [first, second] }
    }
}
