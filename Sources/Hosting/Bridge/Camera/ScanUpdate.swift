public import Imaging
public import LiveScanning

/// How far a scan has come, and what the person with the document can do.
public struct ScanUpdate: Sendable, Equatable {
    public var progress: ScanProgress
    public var hint: ScanHint
    /// A document was read that is not the answer; as long as it is there.
    public var rejection: ScanRejection?
    /// Where the zone stands in the frame, in fractions of the frame's width and height: 0...1 each.
    public var outline: Quad?

    public init(
        progress: ScanProgress, hint: ScanHint, rejection: ScanRejection? = nil, outline: Quad? = nil
    ) {
        self.progress = progress
        self.hint = hint
        self.rejection = rejection
        self.outline = outline
    }

    /// The word for the hint on the wire.
    public var hintCode: String { rejection?.rawValue ?? hint.rawValue }

    /// The hint as one short English sentence.
    public var sentence: String { rejection?.sentence ?? hint.sentence }
}
