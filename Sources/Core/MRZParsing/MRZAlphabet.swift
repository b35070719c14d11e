/// A set of MRZ characters, as one machine word.
public struct MRZAlphabet: Sendable, Hashable {
    /// Bit `n` is set when the character of index `n` is a member.
    public let bits: UInt64

    /// Bits beyond the 37 characters are dropped.
    @inlinable
    public init(bits: UInt64) {
        self.bits = bits & 0x1F_FFFF_FFFF
    }

    /// The set of the characters given.
    public init(_ characters: some Sequence<MRZCharacter>) {
        self.init(bits: characters.reduce(into: 0) { $0 |= 1 << UInt64($1.index) })
    }

    package init(literal text: StaticString) {
        self.init([MRZCharacter](literal: text))
    }

    /// No character.
    public static let none = MRZAlphabet(bits: 0)
    /// `0`–`9`.
    public static let digits = MRZAlphabet(bits: 0x3FF)
    /// `A`–`Z`.
    public static let letters = MRZAlphabet(bits: 0x3FF_FFFF << 10)
    /// `<` alone.
    public static let filler = MRZAlphabet(bits: 1 << 36)
    /// `0`–`9` and `A`–`Z`.
    public static let alphanumeric = digits.union(letters)
    /// `A`–`Z` and `<`.
    public static let lettersAndFiller = letters.union(filler)
    /// `0`–`9` and `<`.
    public static let digitsAndFiller = digits.union(filler)
    /// All 37.
    public static let any = alphanumeric.union(filler)

    /// Whether the character is a member.
    @inlinable
    public func contains(_ character: MRZCharacter) -> Bool { bits >> UInt64(character.index) & 1 == 1 }

    /// How many members there are.
    public var count: Int { bits.nonzeroBitCount }

    /// Whether there is no member.
    public var isEmpty: Bool { bits == 0 }

    public func union(_ other: MRZAlphabet) -> MRZAlphabet { MRZAlphabet(bits: bits | other.bits) }
    public func intersection(_ other: MRZAlphabet) -> MRZAlphabet { MRZAlphabet(bits: bits & other.bits) }
    public func subtracting(_ other: MRZAlphabet) -> MRZAlphabet { MRZAlphabet(bits: bits & ~other.bits) }
    public func isSubset(of other: MRZAlphabet) -> Bool { bits & ~other.bits == 0 }
}

extension MRZAlphabet: Sequence {
    /// The members in the order of their index.
    public struct Iterator: IteratorProtocol {
        var rest: UInt64

        public mutating func next() -> MRZCharacter? {
            guard rest != 0 else { return nil }
            let index = rest.trailingZeroBitCount
            rest &= rest &- 1
            return MRZCharacter(uncheckedIndex: UInt8(index))
        }
    }

    public func makeIterator() -> Iterator { Iterator(rest: bits) }
    public var underestimatedCount: Int { count }
}

extension MRZAlphabet: CustomStringConvertible {
    /// The members in order, the classes abbreviated: `0-9A-Z<`.
    public var description: String {
        var rest = self
        var text = ""
        for (set, name) in [(MRZAlphabet.digits, "0-9"), (.letters, "A-Z")] where set.isSubset(of: rest) {
            text += name
            rest = rest.subtracting(set)
        }
        return text + rest.text
    }
}
