import Imaging
public import Recognition

/// Who reads: the parts of one worker that see pixels, as one value so that none is taken for another.
///
/// A panel belongs to one worker, as its members do.
public struct RecognizerPanel {
    /// Reads every line.
    public let reader: any TextRecognizer
    /// Reads once more what is about to be called verified, over another network: characters that no check digit
    /// protects must be read alike by both.
    public let secondReader: any TextRecognizer
    /// Has to agree as well where the first look was in doubt; best another program.
    public let tieBreaker: any TextRecognizer
    /// Whether the tie-breaker is asked about everything that is to be verified, and has to read every character alike:
    /// also those that a check digit protects.
    public var demandsAgreement = false
    /// Reads print that is no OCR-B, where the reader is not sure; nil where nobody does.
    public var typefaceReader: (any TextRecognizer)?
    /// Holds every character of what is about to be called verified against its cell.
    public var verifier: any GlyphVerifier

    public init(
        reader: any TextRecognizer, secondReader: any TextRecognizer, tieBreaker: any TextRecognizer,
        verifier: any GlyphVerifier
    ) {
        self.reader = reader
        self.secondReader = secondReader
        self.tieBreaker = tieBreaker
        self.verifier = verifier
    }

    /// Makes everybody read now, so that the models are loaded and what they need is allocated.
    ///
    /// - Throws: `RecognitionError` when there is nothing to read with.
    public func load() throws(RecognitionError) {
        try loadReader()
        for reader in [secondReader, tieBreaker] + [typefaceReader].compactMap(\.self) {
            _ = try reader.recognize(Self.paper)
        }
        _ = try verifier.evidence(in: Self.paper, firstMiddle: 50, count: 1)
        let cell = GlyphCell(line: Self.paper, middle: 50)
        _ = try verifier.likeness(of: cell, to: [cell])
    }

    /// Loads the reader alone.
    public func loadReader() throws(RecognitionError) { _ = try reader.recognize(Self.paper) }

    private static let paper = GrayImage(width: 240, height: 32, pixels: Array(repeating: 255, count: 240 * 32))
}
