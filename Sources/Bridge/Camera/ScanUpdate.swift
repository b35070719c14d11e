public import Imaging
public import LiveScanning

/// How far a scan has come, and what the person with the document can do.
public struct ScanUpdate: Sendable, Equatable {
    public var progress: ScanProgress
    public var hint: ScanHint
    /// A document was read that is not the one asked for.
    public var mismatch: ScanExpectation.Mismatch?
    /// Where the zone stands in the frame, in fractions of the frame's width and height: 0...1 each.
    public var outline: Quad?

    public init(
        progress: ScanProgress, hint: ScanHint, mismatch: ScanExpectation.Mismatch? = nil, outline: Quad? = nil
    ) {
        self.progress = progress
        self.hint = hint
        self.mismatch = mismatch
        self.outline = outline
    }

    /// The word for the hint on the wire.
    public var hintCode: String { mismatch?.code ?? hint.rawValue }

    /// The hint as one short English sentence.
    public var sentence: String { mismatch?.sentence ?? hint.sentence }
}
