import ImageDecoding
import MRZScan
import Recognition
import Reporting
import Scanning

/// Reads whole files held in memory, one at a time. It belongs to one worker.
protocol ImageReader: AnyObject {
    /// The results of all pages, at least one; their source is empty. What fails in this file is reported in them.
    ///
    /// - Throws: `RecognitionError` when nothing can be read at all.
    func records(of bytes: [UInt8]) throws(RecognitionError) -> [ResultRecord]
}

/// Reads in this process.
final class DirectReader: ImageReader {
    private let reader: MRZReader
    private let limits: DecodingLimits
    private let isRedacting: Bool

    /// What comes of one page of a file.
    struct Page {
        /// How many pages the file has.
        let count: Int
        let records: [ResultRecord]
    }

    /// - Parameter redact: whether results are to be without the content of the documents.
    init(_ reader: MRZReader, limits: DecodingLimits, redact: Bool) {
        self.reader = reader
        self.limits = limits
        isRedacting = redact
    }

    func records(of bytes: [UInt8]) throws(RecognitionError) -> [ResultRecord] {
        var records: [ResultRecord] = []
        try read(bytes) { page in
            records += page.records
            return true
        }
        return records
    }

    /// Gives each page as soon as it has been read; what cannot be opened counts as one.
    ///
    /// - Parameter each: false when no more pages are wanted.
    /// - Returns: whether all were.
    @discardableResult
    func read(_ bytes: [UInt8], each: (Page) -> Bool) throws(RecognitionError) -> Bool {
        let started = ProcessingTime.Start.now
        let image: EncodedImage
        do throws(DecodingError) {
            image = try EncodedImage(bytes: bytes, limits: limits)
        } catch {
            return each(Page(count: 1, records: [ResultRecord(failure: .init(error))]))
        }
        var opening = started.elapsed
        for page in 0..<image.pageCount {
            let reports = try reader.reports(of: image, page: page, source: "", opening: opening)
            let records = reports.map(ResultRecord.init)
            let given = Page(count: image.pageCount, records: isRedacting ? records.map(\.redacted) : records)
            guard each(given) else { return false }
            opening = .zero
        }
        return true
    }
}

extension ResultRecord {
    /// An input that could not be read.
    init(source: String = "", page: Int? = nil, failure: ScanReport.Failure) {
        self.init(ScanReport(source: source, page: page, outcome: .failed(failure)))
    }
}
