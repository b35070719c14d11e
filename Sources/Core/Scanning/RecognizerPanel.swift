public import Recognition

/// Who reads: the parts of one worker that see pixels, as one value so that none is taken for another.
///
/// A panel belongs to one worker, as its members do.
public struct RecognizerPanel {
    /// Reads every line.
    public let reader: any TextRecognizer
    /// Reads once more what is about to be called verified, over another network: characters that no check digit protects
    /// must be read alike by both.
    public let secondReader: any TextRecognizer
    /// Has to agree as well where the first look was in doubt; best another program.
    public let tieBreaker: any TextRecognizer
    /// Whether the tie-breaker is asked about everything that is to be verified, and has to read every character alike: also
    /// those that a check digit protects.
    public var demandsAgreement = false
    /// Holds every character of what is about to be called verified against its cell.
    public let verifier: any GlyphVerifier

    public init(
        reader: any TextRecognizer, secondReader: any TextRecognizer, tieBreaker: any TextRecognizer,
        verifier: any GlyphVerifier
    ) {
        self.reader = reader
        self.secondReader = secondReader
        self.tieBreaker = tieBreaker
        self.verifier = verifier
    }
}
