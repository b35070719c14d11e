public import MRZParsing

/// The characters chosen for the cells of one format, every departure from the recogniser on record.
public struct Transcript: Sendable {
    public let format: MRZFormat
    public let mrz: MRZ
    /// What may stand in each cell, line by line, as long as the format's lines.
    public let cells: [[CellReading]]
    public internal(set) var repairs: [Repair]
    /// Log likelihood of the reading, relative to one in which every glyph is sure, fits its field and every check
    /// digit holds. Comparable between transcripts of one band; 0 is perfect, more is worse.
    public let cost: Double
    /// The grid column of the first character of each line.
    public let starts: [Int]

    /// The grid column of the first character of all.
    var firstColumn: Int { starts.min() ?? 0 }

    /// How well the format explains its own cells, on average: the mean belief in the characters used, 0...1.
    public var confidence: Double {
        var sum = 0.0
        var count = 0
        for (line, readings) in zip(mrz.lines, cells) {
            for (character, cell) in zip(line.characters, readings) {
                sum += cell.isEmpty ? 0 : cell.weight(of: character)
                count += 1
            }
        }
        return sum / Double(max(1, count))
    }

    /// The characters with their places, line by line.
    var characters: [(place: MRZPosition, character: MRZCharacter)] {
        mrz.lines.enumerated().flatMap { line, text in
            text.characters.enumerated().map { (MRZPosition(line: line, column: $0), $1) }
        }
    }

    /// The letters that no check digit protects, in the order of their places.
    package var unprotectedLetters: [(place: MRZPosition, character: MRZCharacter)] {
        characters.filter { $0.character.isLetter && !isProtected(at: $0.place) }
    }

    /// Whether a check digit would notice most misreadings of the character at `place`.
    func isProtected(at place: MRZPosition) -> Bool {
        mrz.checks.contains { $0.digit == place } || mrz.assurance(at: place) != .none
    }

    /// Whether no line ends under a check digit, nor with one: where there is a longer layout more may follow.
    var endsUnprotected: Bool {
        format.lineLengths.enumerated().allSatisfy { line, length in
            !isProtected(at: MRZPosition(line: line, column: length - 1))
        }
    }
}

extension Transcript: CustomStringConvertible, CustomReflectable {
    public var description: String { "Transcript(\(format.name), cost \(cost))" }
    public var customMirror: Mirror { Mirror(self, children: ["format": format.name, "cost": cost]) }
}
