import BridgeServer
import ImageDecoding
import MRZParsing
import OCRModels
import Recognition
import Reporting
import Scanning

/// Reads what was sent to `POST /scan`, as `mrz-scan PATH` reads a file. It belongs to one thread.
final class UploadReader {
    private let scanner: PageScanner
    private let limits: DecodingLimits

    init(model: OCRModel, limits: DecodingLimits, asOf reference: CalendarDay) {
        scanner = PageScanner(model: model, asOf: reference, accessKeys: false)
        self.limits = limits
    }

    func answer(to upload: Upload) -> UploadAnswer {
        do throws(RecognitionError) {
            let reports = try reports(of: upload)
            return UploadAnswer(
                outcome: Self.best(of: reports.map(\.status)), lines: reports.map { $0.json.text + "\n" }.joined())
        } catch {
            let report = ScanReport(source: upload.source, outcome: .failed(.init(error)))
            return UploadAnswer(outcome: .failed, lines: report.json.text + "\n")
        }
    }

    private func reports(of upload: Upload) throws(RecognitionError) -> [ScanReport] {
        let started = Effort.Start.now
        let image: EncodedImage
        do throws(DecodingError) {
            image = try EncodedImage(bytes: upload.bytes, limits: limits)
        } catch {
            return [ScanReport(source: upload.source, outcome: .failed(.init(error)))]
        }
        let opening = started.elapsed
        var reports: [ScanReport] = []
        for page in 0..<image.pageCount {
            reports += try scanner.reports(
                of: image, page: page, source: upload.source, opening: page == 0 ? opening : .zero)
        }
        return reports
    }

    private static func best(of statuses: [ScanReport.Status]) -> UploadAnswer.Outcome {
        let order: [(ScanReport.Status, UploadAnswer.Outcome)] = [
            (.verified, .verified), (.unverified, .unverified), (.notFound, .notFound),
        ]
        return order.first { statuses.contains($0.0) }?.1 ?? .error
    }
}
