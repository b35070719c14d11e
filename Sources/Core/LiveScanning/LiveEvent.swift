public import Frames
public import Imaging
public import Scanning

/// What a live scan has to say.
public enum LiveEvent: Sendable {
    /// A frame was looked at: for viewfinders. What it shows is personal data.
    case frame(Frame, LiveStatus)
    /// How far it is: at the start, on every change, and as a heartbeat.
    case progress(LiveStatus)
    /// A document has been read: verified, or as far as it can be.
    case settled(LiveResult)
    /// The document that was read is gone, or another one is there.
    case documentLeft
    /// The source failed and is being opened again.
    case sourceLost(CaptureError)
    /// It gives frames again.
    case sourceBack
}

/// How far a live scan is, and what the person can do.
public struct LiveStatus: Sendable, Equatable {
    public let progress: ScanProgress
    public let hint: ScanHint
    /// The corners of the zone in the frame; nil while there is none.
    public let zone: Quad?

    public init(progress: ScanProgress, hint: ScanHint, zone: Quad? = nil) {
        self.progress = progress
        self.hint = hint
        self.zone = zone
    }

    /// Whether a person would notice no difference.
    func isShown(like other: LiveStatus) -> Bool { progress == other.progress && hint == other.hint }
}

/// What one frame amounts to.
public struct LiveFinding: Sendable {
    public internal(set) var status: LiveStatus
    /// A document has been read with it: verified, or as far as it can be.
    public internal(set) var result: LiveResult?
    /// The document that was read before is gone, or another one is there.
    public internal(set) var documentLeft = false
}

/// One document as the frames agree on it.
public struct LiveResult: Sendable {
    /// The reading of the last frame that counted, with the verdict of all of them. Coordinates are that frame's.
    public let reading: Reading
    /// The last frame that counted.
    public let frame: Frame
    /// Readings that were taken of this document.
    public let readings: Int
    /// The time from the first frame that showed a zone to this one, by the frames' own times.
    public let duration: Duration
    /// Time that went into finding and into reading this document.
    public let timing: MRZScanner.Timing
}

extension LiveEvent: CustomStringConvertible, CustomReflectable {
    /// What kind of event; what it holds is personal data.
    public var description: String {
        switch self {
        case .frame(let frame, _): "frame(\(frame.sequence))"
        case .progress(let status): "progress(\(status.progress.name), \(status.hint.rawValue))"
        case .settled(let result): "settled(\(result.reading))"
        case .documentLeft: "documentLeft"
        case .sourceLost(let error): "sourceLost(\(error.code.rawValue))"
        case .sourceBack: "sourceBack"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: ["event": description]) }
}

extension LiveResult: CustomStringConvertible, CustomReflectable {
    public var description: String { "LiveResult(\(reading), \(readings) readings)" }
    public var customMirror: Mirror { Mirror(self, children: ["reading": reading.description]) }
}
