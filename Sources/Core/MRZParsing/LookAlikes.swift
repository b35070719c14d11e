/// Characters that recognition confuses in OCR-B print.
public enum LookAlikes {
    /// The confusable groups; a character may stand in several.
    public static let groups: [MRZAlphabet] = [
        MRZAlphabet(literal: "0ODQ"), MRZAlphabet(literal: "0U"), MRZAlphabet(literal: "1IL"),
        MRZAlphabet(literal: "2Z"), MRZAlphabet(literal: "5S"), MRZAlphabet(literal: "8S"),
        MRZAlphabet(literal: "8B"), MRZAlphabet(literal: "6G"), MRZAlphabet(literal: "7T"),
        MRZAlphabet(literal: "4A"), MRZAlphabet(literal: "KA<"), MRZAlphabet(literal: "KC<"),
        MRZAlphabet(literal: "UV"), MRZAlphabet(literal: "MN"), MRZAlphabet(literal: "MW"),
        MRZAlphabet(literal: "PF"),
    ]

    private static let table: [MRZAlphabet] = MRZCharacter.all.map { character in
        groups.filter { $0.contains(character) }.reduce(MRZAlphabet.none) { $0.union($1) }
            .subtracting(MRZAlphabet([character]))
    }

    /// The characters `character` is taken for, itself excluded.
    public static func of(_ character: MRZCharacter) -> MRZAlphabet { table[Int(character.index)] }

    /// The look-alikes that no check digit tells from `character`: `<` and `K`, `6` and `G`, `8` and `S`…
    public static func blindTwins(of character: MRZCharacter) -> MRZAlphabet {
        of(character).intersection(CheckDigit.blindClass(of: character))
    }
}
