public import MRZParsing
import Recognition

/// What may stand in one cell, with weights: the recogniser's readings made comparable.
public struct CellReading: Sendable, Equatable {
    /// Readings, likeliest first; the weights sum to at most 1, the rest is shared by everything else.
    public private(set) var options: [Option]
    /// How sure the recogniser was of the first reading, 0...1; 0 of an empty cell.
    public let confidence: Double

    /// One reading of the cell and its share of the belief.
    public struct Option: Sendable, Equatable {
        public let character: MRZCharacter
        public let weight: Double
    }

    /// A cell in which nothing was read.
    public static let empty = CellReading(options: [], confidence: 0)

    /// Whether something was read here at all.
    public var isEmpty: Bool { options.isEmpty }

    private init(options: [Option], confidence: Double) {
        self.options = options
        self.confidence = confidence
    }

    /// The reading of one glyph; nil when it holds no character of an MRZ.
    init?(_ glyph: Glyph) {
        // A network with damaged weights gives what is no number, and no comparison with that would raise a doubt.
        guard let best = MRZCharacter(ascii: glyph.character), !glyph.confidence.isNaN else { return nil }
        let confidence = min(max(Double(glyph.confidence), 0), 1)
        var raw = [(best, max(confidence, 1e-3))]
        for other in glyph.alternatives {
            guard let character = MRZCharacter(ascii: other.character), raw.allSatisfy({ $0.0 != character }) else {
                continue
            }
            // A rival that is no number counts for all there is.
            let share = other.confidence.isNaN ? 1 : min(max(Double(other.confidence), 0), 1)
            raw.append((character, max(share, Self.unlisted)))
        }
        let sum = raw.reduce(Self.unlisted * Self.others) { $0 + $1.1 }
        options = raw.map { Option(character: $0.0, weight: $0.1 / sum) }.sorted { $0.weight > $1.weight }
        self.confidence = confidence
    }

    /// The reading that two independent looks at one cell support together: the geometric mean of their beliefs.
    func fused(with other: CellReading) -> CellReading {
        // A glyph that one look missed counts a little less.
        if isEmpty { return CellReading(options: other.options, confidence: other.confidence * Self.missedShare) }
        if other.isEmpty { return CellReading(options: options, confidence: confidence * Self.missedShare) }
        var raw = options.map { ($0.character, ($0.weight * other.weight(of: $0.character)).squareRoot()) }
        for option in other.options where raw.allSatisfy({ $0.0 != option.character }) {
            raw.append((option.character, (option.weight * Self.unlisted).squareRoot()))
        }
        let sum = raw.reduce(Self.unlisted * Self.others) { $0 + $1.1 }
        // Two looks that disagree are not sure, whatever either says.
        let agreed = options[0].character == other.options[0].character
        return CellReading(
            options: raw.map { Option(character: $0.0, weight: $0.1 / sum) }.sorted { $0.weight > $1.weight },
            confidence: agreed ? max(confidence, other.confidence) : min(confidence, other.confidence))
    }

    /// The reading, no longer sure enough to be relied on alone.
    func doubted() -> CellReading { CellReading(options: options, confidence: min(confidence, Self.maxDoubted)) }

    /// Whether this is a filler beyond doubt.
    var isFiller: Bool { options.first?.character == .filler && weight(of: .filler) > Self.sureFiller }

    /// The belief in `character`, 0...1; characters that were not listed keep a little.
    public func weight(of character: MRZCharacter) -> Double {
        options.first { $0.character == character }?.weight ?? (isEmpty ? 1.0 / 37 : Self.unlisted)
    }

    /// What is left of the confidence in a glyph that one of two looks missed.
    private static let missedShare = 0.95
    /// The most confidence in what is doubted.
    private static let maxDoubted = 0.9
    /// The belief beyond which a filler is one.
    private static let sureFiller = 0.9
    /// The belief left to a character that the recogniser did not list.
    static let unlisted = 1e-5
    /// About how many characters a recogniser does not list.
    private static let others = 30.0
}
