/// Finds MRZs in free text: among other words, on lines of their own or beside them, in lower case, indented, with spaces
/// between the characters.
public enum MRZText {
    /// Lines that have the shape of an MRZ.
    public struct Match: Sendable, Hashable {
        /// The lines, raised to upper case and without spaces.
        public let lines: [MRZLine]
        /// Where each stands in the text, from 0.
        public let lineNumbers: [Int]
        /// The layouts that can read them, the likeliest first; at least one.
        public let formats: [MRZFormat]

        /// Read through the likeliest of them.
        public var document: MRZ { MRZ(fitting: lines, format: formats[0]) }
    }

    /// The MRZs of a text in their order; empty when there is none.
    ///
    /// Where lines can be grouped in more than one way, those groups win whose check digits hold, then those with a
    /// document code of the standard, then the later ones.
    ///
    /// - Parameters:
    ///   - text: in which the lines may stand among other words.
    ///   - formats: the layouts that are looked for.
    public static func matches(in text: String, of formats: [MRZFormat] = MRZFormat.all) -> [Match] {
        let groups = groups(of: candidates(in: text, of: formats), formats).sorted { left, right in
            if left.mrz.failingShare != right.mrz.failingShare { return left.mrz.failingShare < right.mrz.failingShare }
            let conforms = left.mrz.hasStandardDocumentCode
            if conforms != right.mrz.hasStandardDocumentCode { return conforms }
            return left.find.lineNumbers[0] > right.find.lineNumbers[0]
        }
        var taken = Set<Int>()
        var chosen: [Match] = []
        for group in groups where taken.isDisjoint(with: group.find.lineNumbers) {
            taken.formUnion(group.find.lineNumbers)
            chosen.append(group.find)
        }
        return chosen.sorted { $0.lineNumbers[0] < $1.lineNumbers[0] }
    }

    /// The MRZs of a text, each read through its likeliest layout.
    public static func documents(in text: String) -> [MRZ] {
        matches(in: text).map(\.document)
    }

    private typealias Candidate = (number: Int, line: MRZLine)
    private typealias Group = (find: Match, mrz: MRZ)

    /// Every group of neighbouring candidates that some layout can read. Lines of lengths the layout does not have are
    /// passed over.
    private static func groups(of lines: [Candidate], _ formats: [MRZFormat]) -> [Group] {
        Set(formats.map(\.lineLengths)).flatMap { shape in
            let fitting = lines.filter { shape.contains($0.line.count) }
            return fitting.indices.dropLast(shape.count - 1).compactMap { start in
                group(fitting[start..<start + shape.count], of: shape, formats)
            }
        }
    }

    private static func group(_ lines: ArraySlice<Candidate>, of shape: [Int], _ formats: [MRZFormat]) -> Group? {
        let formats = MRZFormat.candidates(for: lines.map(\.line), among: formats)
        guard let format = formats.first, format.lineLengths == shape else { return nil }
        let find = Match(lines: lines.map(\.line), lineNumbers: lines.map(\.number), formats: formats)
        let mrz = MRZ(fitting: find.lines, format: format)
        // A sentence can have the right length when its spaces are gone, but it has no fillers, and no check digits that
        // hold.
        guard lines.contains(where: { $0.line.contains(.filler) }) || mrz.failingShare == 0 else { return nil }
        return (find, mrz)
    }

    /// The lines of a length some layout has that hold MRZ characters only; of a line that holds others as well the words
    /// of such a length.
    private static func candidates(in text: String, of formats: [MRZFormat]) -> [Candidate] {
        let lengths = Set(formats.flatMap(\.lineLengths))
        func lines(of text: Substring) -> [MRZLine] {
            guard let characters = squeezed(text) else { return [] }
            return lengths.contains(characters.count) ? [MRZLine(characters)] : pieces(of: characters, formats)
        }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .flatMap { number, text -> [Candidate] in
                let whole = lines(of: text)
                let found = whole.isEmpty ? words(of: text).flatMap(lines) : whole
                return found.map { (number, $0) }
            }
    }

    /// The parts of a line between characters that no MRZ has.
    private static func words(of text: Substring) -> [Substring] {
        text.split { $0.unicodeScalars.contains { character($0) == nil } }
    }

    /// The lines of an MRZ written in one, nothing between them; empty when the length is that of no layout.
    private static func pieces(of characters: [MRZCharacter], _ formats: [MRZFormat]) -> [MRZLine] {
        guard let shape = formats.map(\.lineLengths).first(where: { $0.reduce(0, +) == characters.count })
        else { return [] }
        var rest = characters[...]
        return shape.map { length in
            defer { rest = rest.dropFirst(length) }
            return MRZLine(Array(rest.prefix(length)))
        }
    }

    /// The line in upper case without blanks; nil when anything else is in it.
    private static func squeezed(_ text: Substring) -> [MRZCharacter]? {
        var characters: [MRZCharacter] = []
        for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
            guard let character = character(scalar) else { return nil }
            characters.append(character)
        }
        return characters
    }

    /// The character in upper case; nil where no MRZ has it.
    private static func character(_ scalar: Unicode.Scalar) -> MRZCharacter? {
        guard scalar.isASCII else { return nil }
        let byte = UInt8(scalar.value)
        return MRZCharacter(ascii: (0x61...0x7A).contains(byte) ? byte &- 0x20 : byte)
    }
}

extension MRZText.Match: PersonalData {
    public var redacted: String { "MRZText.Match(\(formats[0].name), lines \(lineNumbers))" }
    public var expandedDescription: String { lines.map(\.text).joined(separator: "\n") }
}
