/// A check digit: weights 7, 3, 1 repeating from the left, modulo 10. ICAO Doc 9303-3, 4.9 and Appendix A.
public struct CheckDigit: Sendable, Hashable {
    /// 0–9.
    public let value: Int

    /// The digit computed over the characters in their order; 0 for none.
    public init(of characters: some Sequence<MRZCharacter>) {
        var sum = 0
        var position = 0
        for character in characters {
            sum &+= character.value &* Self.weight(at: position)
            position &+= 1
        }
        value = sum % 10
    }

    /// The digit computed over a text typed by hand: letters of either case, a space counts as a filler.
    ///
    /// - Throws: `MRZParsingError.illegalCharacter` with the offset of the first character that is none of the 37.
    public init(reading text: some StringProtocol) throws(MRZParsingError) {
        self.init(of: try MRZLine(typed: text))
    }

    /// The weight at an offset from the left: 7, 3, 1, 7, 3, 1…
    @inlinable
    public static func weight(at position: Int) -> Int {
        switch position % 3 {
        case 0: 7
        case 1: 3
        default: 1
        }
    }

    /// The digit as it is printed.
    public var character: MRZCharacter { MRZCharacter(uncheckedIndex: UInt8(value)) }

    /// The characters no check digit can tell from `character`, itself included: those of equal value modulo 10.
    ///
    /// All weights are coprime to 10, so the classes do not depend on the position.
    public static func blindClass(of character: MRZCharacter) -> MRZAlphabet {
        blindClasses[character.value % 10]
    }

    /// The ten classes, by value modulo 10.
    public static let blindClasses: [MRZAlphabet] = (0..<10).map { rest in
        MRZAlphabet(MRZCharacter.all.filter { $0.value % 10 == rest })
    }
}

extension CheckDigit: CustomStringConvertible {
    public var description: String { String(value) }
}
