public import Scanning

/// One result: an MRZ, or an input in which none was found, or one that could not be read.
///
/// `json` is what programs see of it, `TextReport` what people see; `docs/results.md` describes both.
public struct ScanReport: Sendable {
    /// The version of the shape of `json`.
    public static let schema = 1

    /// The input as it was named.
    public var source: String
    /// The page of the input, from 1; nil where there are no pages or none could be opened.
    public var page: Int?
    /// The line of a text on which the MRZ begins, from 1; nil for pictures.
    public var textLine: Int?
    /// Counts the MRZs of a page, or those of a text, from 0.
    public var index: Int
    public var outcome: Outcome
    /// How the picture shows the zone, of one that could not be read too; nil of texts, and where nothing looks like
    /// one.
    public var view: ZoneView?
    /// Lines that are plainly of an MRZ and fit no layout, as they were read, `?` for what was not, where no MRZ was
    /// found; personal data.
    public var unmatchedLines: [String]
    /// Whether the decoder of the picture passed over damage, of a page without an MRZ too.
    public var isDamaged: Bool
    /// Wall time.
    public var timing: StageTiming?
    /// Processor time of the thread that read the page.
    public var cpu: StageTiming?

    public enum Outcome: Sendable {
        case read(MRZReport)
        case notFound
        case failed(Failure)
    }

    /// Why an input could not be read.
    public struct Failure: Sendable, Equatable {
        /// A stable word: a `DecodingError.Code` or a `RecognitionError.Code`.
        public let code: String
        /// One English sentence.
        public let message: String

        public init(code: String, message: String) {
            self.code = code
            self.message = message
        }
    }

    /// What became of an input, in a word.
    public enum Status: String, Sendable, CaseIterable {
        /// Everything that can be checked holds, and the glyphs support it.
        case verified
        /// An MRZ, but something does not hold; the reasons say what.
        case unverified
        case notFound = "not_found"
        case error
    }

    public init(
        source: String, page: Int? = nil, textLine: Int? = nil, index: Int = 0, outcome: Outcome,
        view: ZoneView? = nil, unmatchedLines: [String] = [], isDamaged: Bool = false, timing: StageTiming? = nil,
        cpu: StageTiming? = nil
    ) {
        self.source = source
        self.page = page
        self.textLine = textLine
        self.index = index
        self.outcome = outcome
        self.view = view
        self.unmatchedLines = unmatchedLines
        self.isDamaged = isDamaged
        self.timing = timing
        self.cpu = cpu
    }

    public var status: Status {
        switch outcome {
        case .read(let report): report.isVerified ? .verified : .unverified
        case .notFound: .notFound
        case .failed: .error
        }
    }
}

/// Time spent on one page, by stage.
public struct StageTiming: Sendable, Equatable {
    public var decode: Duration
    public var detect: Duration
    public var recognize: Duration
    /// The time from the first byte to the verdict.
    public var total: Duration

    public init(decode: Duration, detect: Duration, recognize: Duration, total: Duration) {
        self.decode = decode
        self.detect = detect
        self.recognize = recognize
        self.total = total
    }
}

extension ScanReport: CustomStringConvertible, CustomReflectable {
    /// The verdict without its content, which is personal data.
    public var description: String { "ScanReport(\(status.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["status": status.rawValue]) }
}
