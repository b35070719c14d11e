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
            if left.failingShare != right.failingShare { return left.failingShare < right.failingShare }
            if left.conforms != right.conforms { return left.conforms }
            return left.find.lineNumbers[0] > right.find.lineNumbers[0]
        }
        var taken = Set<Place>()
        var chosen: [Group] = []
        for group in groups where taken.isDisjoint(with: group.places) {
            taken.formUnion(group.places)
            chosen.append(group)
        }
        return chosen.sorted { $0.places[0] < $1.places[0] }.map(\.find)
    }

    /// The MRZs of a text, each read through its likeliest layout.
    public static func documents(in text: String) -> [MRZ] {
        matches(in: text).map(\.document)
    }

    /// Where a candidate stands: its line in the text, its part of a line that holds a whole MRZ, and its first character.
    private struct Place: Hashable, Comparable {
        let number: Int
        var part = 0
        var offset = 0

        static func < (left: Place, right: Place) -> Bool {
            (left.number, left.part, left.offset) < (right.number, right.part, right.offset)
        }
    }

    /// What may be one line of an MRZ.
    private struct Candidate {
        let place: Place
        /// Whether no other one stands beside it.
        let isAlone: Bool
        let line: MRZLine

        var number: Int { place.number }

        /// Of a row further down what may be a line of the same MRZ: where several stand side by side, the one below it.
        func nextLine(in row: [Candidate]) -> Candidate? {
            if isAlone, row.count == 1, row[0].isAlone { return row[0] }
            // From left to right: the first one that does not begin too far to the left.
            var (low, high) = (0, row.count)
            while low < high {
                let middle = (low + high) / 2
                if row[middle].place.offset > place.offset - line.count / 2 { high = middle } else { low = middle + 1 }
            }
            return low < row.count && row[low].place.offset < place.offset + line.count / 2 ? row[low] : nil
        }
    }

    /// Candidates that some layout can read together.
    private struct Group {
        let find: Match
        let places: [Place]
        /// The share of the check digits that do not hold.
        let failingShare: Double
        /// Whether the document code is one that the standard foresees.
        let conforms: Bool
    }

    /// What one line of a text holds.
    private struct Row {
        /// Side by side, from left to right.
        let candidates: [Candidate]
        /// Whether it looks like a line of an MRZ, whatever its length.
        let isLikeMRZ: Bool
    }

    /// Every group of candidates below each other in neighbouring rows, or one after another in one row, that some layout can
    /// read. Words between them are passed over. What looks like a line of an MRZ and has a length that the layout does not
    /// have is not: it is a line of another document, or one of this that is damaged.
    private static func groups(of rows: [Row], _ formats: [MRZFormat]) -> [Group] {
        Set(formats.map(\.lineLengths)).flatMap { shape in
            rows.map { row in
                Row(candidates: row.candidates.filter { shape.contains($0.line.count) }, isLikeMRZ: row.isLikeMRZ)
            }
            .split { $0.candidates.isEmpty && $0.isLikeMRZ }
            .flatMap { part in groups(of: part.map(\.candidates).filter { !$0.isEmpty }, shape, formats) }
        }
    }

    private static func groups(of rows: [[Candidate]], _ shape: [Int], _ formats: [MRZFormat]) -> [Group] {
        let below = rows.indices.dropLast(shape.count - 1).flatMap { start in
            rows[start].map { first in
                [first] + rows[(start + 1)..<(start + shape.count)].compactMap { first.nextLine(in: $0) }
            }
        }
        let after = rows.flatMap { row in
            row.indices.dropLast(shape.count - 1).map { Array(row[$0..<($0 + shape.count)]) }
        }
        return (below + (shape.count > 1 ? after : [])).compactMap { lines in
            lines.count == shape.count ? group(lines, of: shape, formats) : nil
        }
    }

    private static func group(_ lines: [Candidate], of shape: [Int], _ formats: [MRZFormat]) -> Group? {
        let formats = MRZFormat.candidates(for: lines.map(\.line), among: formats)
        guard let format = formats.first, format.lineLengths == shape else { return nil }
        let find = Match(lines: lines.map(\.line), lineNumbers: lines.map(\.number), formats: formats)
        let mrz = MRZ(fitting: find.lines, format: format)
        // A sentence can have the right length when its spaces are gone, but it has no fillers, and no check digits that
        // hold.
        guard lines.contains(where: { $0.line.contains(.filler) }) || mrz.failingShare == 0 else { return nil }
        return Group(
            find: find, places: lines.map(\.place), failingShare: mrz.failingShare,
            conforms: mrz.hasStandardDocumentCode)
    }

    /// Row by row the lines of a length some layout has that hold MRZ characters only; of a line that holds others as well
    /// the words of such a length.
    private static func candidates(in text: String, of formats: [MRZFormat]) -> [Row] {
        let lengths = Set(formats.flatMap(\.lineLengths))
        func lines(of text: Substring) -> [MRZLine] {
            guard let characters = squeezed(text) else { return [] }
            return lengths.contains(characters.count) ? [MRZLine(characters)] : pieces(of: characters, formats)
        }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .flatMap { number, text -> [Row] in
                let columns = text.split(whereSeparator: \.isWhitespace)
                let areLines =
                    columns.count > 1 && columns.allSatisfy { squeezed($0).map { lengths.contains($0.count) } ?? false }
                let whole = areLines ? [] : lines(of: text)
                guard whole.isEmpty else {
                    // Lines that are written in one are as good as below each other.
                    return whole.enumerated().map { part, line in
                        let place = Place(number: number, part: part)
                        return Row(
                            candidates: [Candidate(place: place, isAlone: true, line: line)],
                            isLikeMRZ: isLikeMRZ(text))
                    }
                }
                let parts = areLines ? columns : words(of: text)
                let found = parts.flatMap { word in lines(of: word).map { (start: word.startIndex, line: $0) } }
                let candidates = found.enumerated().map { part, word in
                    let offset = text.utf8.distance(from: text.startIndex, to: word.start)
                    return Candidate(
                        place: Place(number: number, part: part, offset: offset), isAlone: found.count == 1,
                        line: word.line)
                }
                return [Row(candidates: candidates, isLikeMRZ: ([text] + parts).contains(where: isLikeMRZ))]
            }
    }

    /// Whether characters of an MRZ alone, with a filler among them, are too many for a word.
    private static func isLikeMRZ(_ text: Substring) -> Bool {
        guard let characters = squeezed(text) else { return false }
        return characters.count >= 20 && characters.contains(.filler) && characters.contains { !$0.isFiller }
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
