/// A line of MRZ characters, of any length.
public struct MRZLine: Sendable, Hashable {
    /// The characters from left to right.
    public let characters: [MRZCharacter]

    public init(_ characters: [MRZCharacter]) {
        self.characters = characters
    }

    /// Reads a text strictly: digits, upper-case letters and `<`, nothing else.
    ///
    /// - Throws: `MRZParsingError.illegalCharacter` in line 0 with the column of the first other character.
    public init(_ text: some StringProtocol) throws(MRZParsingError) {
        self.init(try Self.read(text, mapping: { $0 }))
    }

    /// Reads a text typed by hand: lower-case letters are raised and a space is a filler.
    ///
    /// - Throws: `MRZParsingError.illegalCharacter` in line 0 with the column of the first other character.
    public init(typed text: some StringProtocol) throws(MRZParsingError) {
        self.init(
            try Self.read(text) { byte in
                switch byte {
                case 0x61...0x7A: byte &- 0x20
                case 0x20: 0x3C
                default: byte
                }
            })
    }

    private static func read(
        _ text: some StringProtocol, mapping: (UInt8) -> UInt8
    ) throws(MRZParsingError) -> [MRZCharacter] {
        var characters: [MRZCharacter] = []
        for (column, byte) in text.utf8.enumerated() {
            guard let character = MRZCharacter(ascii: mapping(byte)) else {
                throw .illegalCharacter(line: 0, column: column)
            }
            characters.append(character)
        }
        return characters
    }

    /// The line as text, fillers included.
    public var text: String { characters.text }
}

extension MRZLine: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { characters.count }
    public subscript(position: Int) -> MRZCharacter { characters[position] }
}

extension MRZLine: PersonalData {
    public var redacted: String { "MRZLine(\(count) characters)" }
    public var expandedDescription: String { text }
}
