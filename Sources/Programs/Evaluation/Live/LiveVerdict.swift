public import MRZParsing

/// What became of one labelled page, or of two that took each other's place, played as video.
public struct LiveVerdict: Sendable {
    public var label: Label
    /// The page that took the first one's place in mid-stream; nil where none did.
    public var next: Label?
    public var results: [Result]
    /// Frames that were looked at.
    public var frames: Int
    /// Frames for which there was no time.
    public var dropped: Int
    /// Processor time of the frames without a zone.
    public var idle: Duration
    /// How many those were.
    public var idleFrames: Int
    /// Processor time of the others.
    public var busy: Duration
    /// The part of that time which was spent on getting the luma out of what a camera delivers; nil where luma was all
    /// there was.
    public var unpacking: Duration?

    /// One result, and when it came.
    public struct Result: Sendable {
        public var lines: [String]
        public var isVerified: Bool
        /// The time from the first readable frame, in the time of the video, what the scan itself needs included; nil
        /// where no frame had been readable.
        public var latency: Duration?
        /// Frames looked at since then.
        public var frames: Int

        public init(_ mrz: MRZ, isVerified: Bool, latency: Duration?, frames: Int) {
            lines = mrz.lines.map(\.text)
            self.isVerified = isVerified
            self.latency = latency
            self.frames = frames
        }
    }

    public init(
        label: Label, next: Label? = nil, results: [Result], frames: Int, dropped: Int, idle: Duration, idleFrames: Int,
        busy: Duration, unpacking: Duration? = nil
    ) {
        self.label = label
        self.next = next
        self.results = results
        self.frames = frames
        self.dropped = dropped
        self.idle = idle
        self.idleFrames = idleFrames
        self.busy = busy
        self.unpacking = unpacking
    }

    /// The documents that were shown.
    public var documents: [Label.Document] { label.documents + (next?.documents ?? []) }

    /// Results that are called verified and are printed on none of the pages.
    public var falselyVerified: [Result] {
        results.filter { result in result.isVerified && !documents.contains { $0.lines == result.lines } }
    }

    /// Documents of which every character was read, and those that were called verified on top of it.
    public var exact: Int { documents.count(where: isRead) }
    /// The pages that took another's place in mid-stream, and those of them of which a document was read exactly: a
    /// scan reads one of two that lie before the camera side by side.
    public var followers: Int { next.map { $0.isNegative ? 0 : 1 } ?? 0 }
    public var followersExact: Int { next.map(isRead) ?? false ? 1 : 0 }
    /// The pages of which no document was read exactly.
    public var lost: [String] {
        [label, next].compactMap { $0 }.filter { !$0.isNegative && !isRead($0) }.map(\.name)
    }
    public var verified: Int {
        documents.count { document in results.contains { $0.isVerified && $0.lines == document.lines } }
    }

    private func isRead(_ page: Label) -> Bool { page.documents.contains(where: isRead) }

    private func isRead(_ document: Label.Document) -> Bool { results.contains { $0.lines == document.lines } }
}

extension LiveVerdict: CustomStringConvertible, CustomReflectable {
    public var description: String { "LiveVerdict(\(label.name), \(results.count) results)" }
    public var customMirror: Mirror { Mirror(self, children: ["label": label.name]) }
}

extension LiveVerdict.Result: PersonalData {
    public var redacted: String { isVerified ? "verified" : "unverified" }
    public var expandedDescription: String { lines.joined(separator: "\n") }
}
