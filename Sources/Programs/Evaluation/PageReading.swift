public import Imaging
public import MRZParsing
public import Reporting

/// What a reader, this one or another, made of one page.
public struct PageReading: Sendable {
    public var zones: [Zone]
    /// Why the page could not be read at all, in a sentence.
    public var failure: String?
    /// Wall time.
    public var timing: StageTiming?
    /// Processor time.
    public var cpu: StageTiming?

    /// One MRZ that a reader gave.
    public struct Zone: Sendable, Equatable {
        public var lines: [String]
        /// Whether the reader vouches for it; nil of a reader that never says.
        public var isVerified: Bool?
        /// The zone's corners in the shown picture's pixels.
        public var quad: Quad?
        /// The reader's own belief in it, 0...1.
        public var confidence: Double?

        public init(lines: [String], isVerified: Bool? = nil, quad: Quad? = nil, confidence: Double? = nil) {
            self.lines = lines
            self.isVerified = isVerified
            self.quad = quad
            self.confidence = confidence
        }
    }

    public init(zones: [Zone], failure: String? = nil, timing: StageTiming? = nil, cpu: StageTiming? = nil) {
        self.zones = zones
        self.failure = failure
        self.timing = timing
        self.cpu = cpu
    }

    /// What `mrz-scan` itself reports of one page.
    public init(_ reports: [ScanReport]) {
        self.init(zones: [], timing: reports.first?.timing, cpu: reports.first?.cpu)
        for report in reports {
            switch report.outcome {
            case .read(let mrz):
                zones.append(
                    Zone(
                        lines: mrz.mrz.lines.map(\.text), isVerified: mrz.isVerified, quad: mrz.sighting?.quad,
                        confidence: mrz.sighting?.confidence))
            case .notFound: break
            case .failed(let failure): self.failure = failure.message
            }
        }
    }
}

extension PageReading.Zone: PersonalData {
    public var redacted: String { "Zone(\(lines.count) lines)" }
    public var expandedDescription: String { lines.joined(separator: "\n") }
}
