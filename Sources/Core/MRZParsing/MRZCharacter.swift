/// One of the 37 characters an MRZ may hold: `0`–`9`, `A`–`Z` and the filler `<`.
///
/// A value that exists is legal; the initialisers are the only doors. ICAO Doc 9303-3, 4.3.
public struct MRZCharacter: Sendable, Hashable, Comparable {
    /// The place in the alphabet: 0–9 the digits, 10–35 the letters, 36 the filler.
    public let index: UInt8

    /// How many characters there are.
    public static let count = 37

    /// The filler `<`.
    public static let filler = MRZCharacter(uncheckedIndex: 36)

    /// All 37 in the order of `index`.
    public static let all: [MRZCharacter] = (0..<UInt8(count)).map(MRZCharacter.init(uncheckedIndex:))

    init(uncheckedIndex index: UInt8) {
        self.index = index
    }

    /// Nil unless `index` is in 0...36.
    public init?(index: Int) {
        guard (0..<Self.count).contains(index) else { return nil }
        self.init(uncheckedIndex: UInt8(index))
    }

    /// Nil unless `ascii` is the code of a digit, an upper-case letter or `<`.
    @inlinable
    public init?(ascii: UInt8) {
        switch ascii {
        case 0x30...0x39: index = ascii &- 0x30
        case 0x41...0x5A: index = ascii &- 0x41 &+ 10
        case 0x3C: index = 36
        default: return nil
        }
    }

    /// Nil unless `character` is a digit, an upper-case letter or `<` of ASCII.
    public init?(_ character: Character) {
        guard let ascii = character.asciiValue else { return nil }
        self.init(ascii: ascii)
    }

    /// The character of a decimal digit; nil unless it is in 0...9.
    public init?(digit: Int) {
        guard (0...9).contains(digit) else { return nil }
        self.init(uncheckedIndex: UInt8(digit))
    }

    /// The value in check-digit sums: digits 0–9, letters 10–35, the filler 0. ICAO Doc 9303-3, 4.9.
    @inlinable
    public var value: Int { index == 36 ? 0 : Int(index) }

    /// The code in ASCII.
    @inlinable
    public var ascii: UInt8 { index < 10 ? 0x30 &+ index : index < 36 ? 0x41 &+ (index &- 10) : 0x3C }

    /// The character as Swift's own.
    public var character: Character { Character(Unicode.Scalar(ascii)) }

    /// Whether it is `<`.
    @inlinable
    public var isFiller: Bool { index == 36 }

    /// Whether it is `0`–`9`.
    @inlinable
    public var isDigit: Bool { index < 10 }

    /// Whether it is `A`–`Z`.
    @inlinable
    public var isLetter: Bool { index >= 10 && index < 36 }

    /// The decimal digit it stands for, nil for letters and the filler.
    public var digit: Int? { isDigit ? Int(index) : nil }

    public static func < (left: MRZCharacter, right: MRZCharacter) -> Bool { left.index < right.index }
}

extension MRZCharacter: PersonalData {
    /// The class of the character, never which one it is.
    public var redacted: String { isDigit ? "digit" : isLetter ? "letter" : "filler" }
    public var expandedDescription: String { String(character) }
}

extension Sequence<MRZCharacter> {
    /// The characters as text, fillers included.
    public var text: String {
        var text = ""
        text.reserveCapacity(underestimatedCount)
        for character in self { text.unicodeScalars.append(Unicode.Scalar(character.ascii)) }
        return text
    }
}

extension [MRZCharacter] {
    /// The characters of a text that stands in this module's own source.
    init(literal text: StaticString) {
        self = text.withUTF8Buffer { bytes in
            bytes.map { byte in
                guard let character = MRZCharacter(ascii: byte) else { preconditionFailure("not an MRZ literal") }
                return character
            }
        }
    }
}
