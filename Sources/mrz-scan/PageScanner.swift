import AccessKeys
import ImageDecoding
import Imaging
import MRZParsing
import Recognition
import Reporting
import Scanning
import TesseractRecognition

/// Reads the pages of pictures into reports. It belongs to one worker.
final class PageScanner {
    private let scanner: MRZScanner
    private let reference: CalendarDay
    private let accessKeys: Bool

    /// The pixels that the longer side of a page keeps at first: an MRZ of 44 characters over half of it has 27 for
    /// each. Where nothing is found, the page is read again with all its pixels.
    static let longSide = 2400

    init(model: OCRModel, asOf reference: CalendarDay, accessKeys: Bool) {
        scanner = MRZScanner(
            recognizer: LazyRecognizer(model: model), witness: LazyRecognizer(model: .witness), asOf: reference)
        self.reference = reference
        self.accessKeys = accessKeys
    }

    /// The reports of one page: one for each MRZ, or one that says that there is none, or why the page has no picture.
    ///
    /// - Parameters:
    ///   - page: counted from 0.
    ///   - opening: time that went into opening the input for this page.
    /// - Throws: `RecognitionError` when there is no model to read with; what fails on this page only is reported.
    func reports(
        of image: EncodedImage, page: Int, source: String, opening: Duration
    ) throws(RecognitionError) -> [ScanReport] {
        var timing = StageTiming(decode: opening, detect: .zero, recognize: .zero, total: opening)
        func report(_ outcome: ScanReport.Outcome, index: Int = 0) -> ScanReport {
            ScanReport(source: source, page: page + 1, index: index, outcome: outcome, timing: timing)
        }
        do {
            let started = ContinuousClock.now
            var reduction = 1.0
            var readings: [Reading] = []
            for longSide in [Self.longSide, nil] {
                let begun = ContinuousClock.now
                let picture = try image.picture(page: page, longSide: longSide)
                timing.decode += ContinuousClock.now - begun
                let result = try scanner.scan(picture)
                timing.detect += result.timing.detect
                timing.recognize += result.timing.recognize
                (reduction, readings) = (picture.reduction, result.readings)
                if !readings.isEmpty || reduction == 1 { break }
            }
            timing.total += ContinuousClock.now - started
            if readings.isEmpty { return [report(.notFound)] }
            return readings.enumerated().map { index, reading in
                var mrz = MRZReport(reading, reduction: reduction, asOf: reference)
                if accessKeys, let keys = mrz.verified.flatMap({ ChipAccessKeys($0) }) { mrz.add(keys) }
                return report(.read(mrz), index: index)
            }
        } catch let error as DecodingError {
            return [report(.failed(.init(error)))]
        } catch let error as RecognitionError where error.code == .engineFailed {
            return [report(.failed(.init(error)))]
        } catch let error as RecognitionError {
            throw error
        } catch {
            preconditionFailure("decoding and scanning know no other errors")
        }
    }
}
