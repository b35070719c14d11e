public import Imaging

/// Holds single cells of a straightened line against the characters that they are said to show.
///
/// A recogniser answers which character a cell resembles most, and always has an answer. A verifier answers of each
/// character by itself whether the cell shows it whole and clean: where a stroke lies over a letter, or half of it is
/// covered, what is left resembles another letter most and is none of them.
///
/// A verifier belongs to one worker, as a recogniser does.
public protocol GlyphVerifier: AnyObject {
    /// What each of `count` neighbouring cells shows.
    ///
    /// - Parameters:
    ///   - line: a strip as `TextRecognizer.recognize(_:)` gets it.
    ///   - firstMiddle: where the middle of the first cell stands, in pixels from the strip's left edge.
    ///   - count: how many cells; each begins where the one before it ends. Cells beyond the strip show its last
    ///     column.
    /// - Throws: `RecognitionError` when the strip is of another height than the verifier reads.
    func evidence(in line: GrayImage, firstMiddle: Double, count: Int) throws(RecognitionError) -> [CellEvidence]

    /// What each of `count` neighbouring cells shows together with all that stands round its character: whole and clean,
    /// and nothing beside it, above it or below it.
    ///
    /// - Parameters:
    ///   - line: a strip with the same characters in the middle, higher by what belongs to the line above and below.
    ///   - firstMiddle: as in `evidence(in:firstMiddle:count:)`.
    ///   - count: likewise.
    /// - Throws: `RecognitionError` when the strip is of another height than the verifier reads.
    func surroundings(at line: GrayImage, firstMiddle: Double, count: Int) throws(RecognitionError) -> [CellEvidence]

    /// The logarithm of the odds that a cell shows what other cells of its page show, whole and clean: the mean of what
    /// it has beside each of them.
    ///
    /// What a page prints elsewhere tells what `evidence(in:firstMiddle:count:)` cannot know: how this printer, this paper
    /// and this camera draw that character.
    ///
    /// - Parameters:
    ///   - cell: the one in question.
    ///   - others: at least one that shows the character claimed there.
    /// - Throws: `RecognitionError` when a strip is of another height than the verifier reads.
    func likeness(of cell: GlyphCell, to others: [GlyphCell]) throws(RecognitionError) -> Float

    /// How much a cell looks like each other letter that was altered into the one that it shows, rather than like that
    /// letter itself. Empty where no other one is known to be, and of other characters.
    ///
    /// - Parameters:
    ///   - cell: one that shows a letter to everybody else.
    ///   - character: its place among `0`…`9`, `A`…`Z`, `<`.
    /// - Throws: `RecognitionError` when the strip is of another height than the verifier reads.
    func alterationScores(of cell: GlyphCell, as character: Int) throws(RecognitionError) -> [AlterationScore]
}

/// How much a cell looks like another letter that was altered.
public struct AlterationScore: Sendable {
    /// The place of the other letter among `0`…`9`, `A`…`Z`, `<`.
    public let other: Int
    /// Whether a stroke was drawn; otherwise one was erased.
    public let isDrawn: Bool
    /// Below 0 for half of all whole letters, above 1 for three of ten thousand at most.
    public let score: Float

    public init(other: Int, isDrawn: Bool, score: Float) {
        (self.other, self.isDrawn, self.score) = (other, isDrawn, score)
    }
}

/// A cell of a strip.
public struct GlyphCell: Sendable {
    /// A strip as `TextRecognizer.recognize(_:)` gets it.
    public let line: GrayImage
    /// Where the middle of the cell stands, in pixels from the strip's left edge.
    public let middle: Double

    public init(line: GrayImage, middle: Double) {
        self.line = line
        self.middle = middle
    }
}

/// What a verifier sees in one cell.
public struct CellEvidence: Sendable, Equatable {
    /// The logarithm of the odds that the cell shows a character whole and clean, for each of the 37 `0`…`9`, `A`…`Z`,
    /// `<`. Each stands for itself: none may be likely, as where something lies over the print.
    public let logOdds: [Float]
    /// The logarithm of the odds that the cell shows bare paper.
    public let paper: Float

    /// - Precondition: `logOdds` has 37 numbers.
    public init(logOdds: [Float], paper: Float) {
        precondition(logOdds.count == 37, "one for each character of an MRZ")
        self.logOdds = logOdds
        self.paper = paper
    }
}

extension CellEvidence: CustomStringConvertible, CustomReflectable {
    /// Nothing of what is seen: a character of an MRZ is personal data.
    public var description: String { "CellEvidence" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
