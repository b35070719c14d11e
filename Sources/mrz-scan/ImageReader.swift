import ImageDecoding
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
    private let scanner: PageScanner
    private let limits: DecodingLimits

    init(scanner: PageScanner, limits: DecodingLimits) {
        self.scanner = scanner
        self.limits = limits
    }

    func records(of bytes: [UInt8]) throws(RecognitionError) -> [ResultRecord] {
        let started = Effort.Start.now
        let image: EncodedImage
        do throws(DecodingError) {
            image = try EncodedImage(bytes: bytes, limits: limits)
        } catch {
            return [ResultRecord(failure: .init(error))]
        }
        var opening = started.elapsed
        var records: [ResultRecord] = []
        for page in 0..<image.pageCount {
            records += try scanner.reports(of: image, page: page, source: "", opening: opening).map(ResultRecord.init)
            opening = .zero
        }
        return records
    }
}

extension ResultRecord {
    /// An input that could not be read.
    init(source: String = "", failure: ScanReport.Failure) {
        self.init(ScanReport(source: source, outcome: .failed(failure)))
    }
}
