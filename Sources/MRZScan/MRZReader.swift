import AccessKeys
public import ImageDecoding
public import Imaging
public import MRZParsing
public import OCRModels
public import Recognition
public import Reporting
package import Scanning
import Threads

/// Reads MRZs in files, in bytes and in pixels: what the program `mrz-scan` reads with.
///
///     for report in try MRZReader().read(path: "passport.jpg") {
///         if case .read(let document) = report.outcome { print(document.mrz.lines, document.isVerified) }
///     }
///
/// A reader may be used from any thread or task. It reads one page at a time, so whoever reads in parallel makes one
/// for each core. Models are loaded with the first line of text that is found, and kept.
public final class MRZReader: Sendable {
    private let configuration: Configuration
    private let pages: Monitor<PageReader>

    /// The version of the library and of the program.
    public static let version = "0.2.29"

    /// A text of more bytes is no text with MRZs in it.
    public static let maxTextBytes = 16 << 20

    /// The pixels that the longer side of a page keeps at first.
    package static let longSide = PagePasses.longSide

    /// What decides how pictures are read.
    public struct Configuration: Sendable {
        /// What lines are read with first.
        public var model = OCRModel.builtIn
        /// The layouts that are read; of two that fit lines alike the former is taken.
        public var formats = MRZFormat.all
        /// The day that decides about centuries and expiry; nil for the system's date at the time of each reading.
        public var today: CalendarDay?
        /// What an input may cost; `DecodingError` says which limit was met.
        public var limits = DecodingLimits()
        /// Whether reports of verified passports and cards have the keys to the chip. Who has them can read the chip.
        public var givesAccessKeys = false

        public init() {}
    }

    public init(_ configuration: Configuration = .init()) {
        self.configuration = configuration
        pages = Monitor(PageReader(configuration))
    }

    /// The reports of all pages of the file at `path`, in order: one for each MRZ, or one that says that a page has
    /// none or why it could not be read. At least one.
    ///
    /// - Throws: `RecognitionError` with `.modelMissing` or `.modelRefused` when there is nothing to read with.
    public func read(path: String) throws(RecognitionError) -> [ScanReport] {
        try read(path) { () throws(DecodingError) in try EncodedImage(path: path, limits: configuration.limits) }
    }

    /// The reports of all pages of a file that is held in memory.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - source: what reports call it.
    /// - Throws: `RecognitionError` with `.modelMissing` or `.modelRefused` when there is nothing to read with.
    public func read(bytes: [UInt8], source: String = "") throws(RecognitionError) -> [ScanReport] {
        try read(source) { () throws(DecodingError) in try EncodedImage(bytes: bytes, limits: configuration.limits) }
    }

    /// The reports of one page of a document: for who wants each before the next one is read, or may stop between two.
    ///
    ///     let document = try EncodedImage(path: "passports.pdf")
    ///     for page in 0..<document.pageCount where !Task.isCancelled {
    ///         for report in try reader.read(document, page: page) { print(report.json.text) }
    ///     }
    ///
    /// - Parameters:
    ///   - document: within limits of its own; the reader's are not asked.
    ///   - page: counted from 0. One that is not there is reported as a failure, `no_such_page`.
    ///   - source: what reports call the document.
    /// - Throws: `RecognitionError` with `.modelMissing` or `.modelRefused` when there is nothing to read with.
    public func read(
        _ document: EncodedImage, page: Int, source: String = ""
    ) throws(RecognitionError) -> [ScanReport] {
        try reports(of: document, page: page, source: source, opening: .zero)
    }

    /// The report of pixels: a single page.
    ///
    /// - Parameters:
    ///   - picture: upright or not, of any size; its colours help where a pattern hides print.
    ///   - source: what reports call it.
    /// - Throws: `RecognitionError` with `.modelMissing` or `.modelRefused` when there is nothing to read with.
    public func read(_ picture: Picture, source: String = "") throws(RecognitionError) -> [ScanReport] {
        try reports(source: source, page: nil, opening: .zero) { _, _ in picture }
    }

    /// The report of gray pixels: a single page.
    ///
    /// - Throws: `RecognitionError` with `.modelMissing` or `.modelRefused` when there is nothing to read with.
    public func read(_ image: GrayImage, source: String = "") throws(RecognitionError) -> [ScanReport] {
        try read(Picture(gray: image), source: source)
    }

    /// The report of pixels that another program holds: a single page, reduced where it is large, as a file would be.
    ///
    /// - Parameters:
    ///   - pixels: their memory has to stay as it is until this returns.
    ///   - source: what reports call it.
    /// - Throws: `RecognitionError` with `.modelMissing` or `.modelRefused` when there is nothing to read with.
    public func read(_ pixels: PixelBuffer, source: String = "") throws(RecognitionError) -> [ScanReport] {
        try reports(source: source, page: nil, opening: .zero) { longSide, color throws(DecodingError) in
            try pixels.picture(longSide: longSide, color: color, limits: configuration.limits)
        }
    }

    /// The reports of the MRZs in a text, or one that says that there is none.
    ///
    /// - Parameters:
    ///   - text: in which the lines may stand among other words; one of more than `maxTextBytes` is not looked at.
    ///   - source: what reports call it.
    public func parse(_ text: String, source: String = "") -> [ScanReport] {
        guard text.utf8.count <= Self.maxTextBytes else {
            let error = DecodingError(.tooManyBytes, "The text has more than \(Self.maxTextBytes) bytes.")
            return [ScanReport(source: source, outcome: .failed(.init(error)))]
        }
        let day = configuration.today ?? .today()
        let matches = MRZText.matches(in: text, of: configuration.formats)
        if matches.isEmpty { return [ScanReport(source: source, outcome: .notFound)] }
        return matches.enumerated().map { index, find in
            var report = MRZReport(find.document, asOf: day)
            if configuration.givesAccessKeys, let keys = report.verified.flatMap({ ChipAccessKeys($0) }) {
                report.add(keys)
            }
            return ScanReport(source: source, textLine: find.lineNumbers[0] + 1, index: index, outcome: .read(report))
        }
    }

    /// Loads the models now, so that the time of no page has that in it.
    ///
    /// - Throws: `RecognitionError` when there is nothing to read with.
    public func load() throws(RecognitionError) {
        try pages.update { pages in Result { () throws(RecognitionError) in try pages.load() } }.get()
    }

    /// The reports of one page.
    ///
    /// - Parameters:
    ///   - page: counted from 0.
    ///   - opening: time that went into opening the input for this page.
    package func reports(
        of image: EncodedImage, page: Int, source: String, opening: ProcessingTime
    ) throws(RecognitionError) -> [ScanReport] {
        try reports(source: source, page: page + 1, opening: opening) { longSide, color throws(DecodingError) in
            try image.picture(page: page, longSide: longSide, color: color)
        }
    }

    private func read(
        _ source: String, _ open: () throws(DecodingError) -> EncodedImage
    ) throws(RecognitionError) -> [ScanReport] {
        let started = ProcessingTime.Start.now
        let image: EncodedImage
        do throws(DecodingError) {
            image = try open()
        } catch {
            return [ScanReport(source: source, outcome: .failed(.init(error)))]
        }
        var reports: [ScanReport] = []
        var opening = started.elapsed
        for page in 0..<image.pageCount {
            reports += try self.reports(of: image, page: page, source: source, opening: opening)
            opening = .zero
        }
        return reports
    }

    private func reports(
        source: String, page: Int?, opening: ProcessingTime, _ decode: PagePasses.Decode
    ) throws(RecognitionError) -> [ScanReport] {
        try pages.update { pages in
            Result { () throws(RecognitionError) in
                try pages.reports(source: source, page: page, opening: opening, decode)
            }
        }.get()
    }
}
