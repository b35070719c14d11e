import BridgeServer
import JSON
import MRZParsing
import MRZScan
import OCRModels
import Recognition
import Reporting

/// Makes what reads uploads, one for each thread that does: in confined worker processes unless told otherwise.
struct UploadReaders: Sendable {
    private let reading: ReadingOptions
    private let isolation: IsolationOptions
    private let model: OCRModel
    private let isQuiet: Bool
    private let today: @Sendable () -> CalendarDay

    /// - Parameters:
    ///   - model: that of `reading`, loaded.
    ///   - today: asked with every upload, for a host lives longer than a day.
    init(
        _ reading: ReadingOptions, _ isolation: IsolationOptions, model: OCRModel, quiet: Bool,
        today: @escaping @Sendable () -> CalendarDay
    ) {
        self.reading = reading
        self.isolation = isolation
        self.model = model
        isQuiet = quiet
        self.today = today
    }

    /// Reads one upload after another, on the thread that asked for it.
    func reader() -> (Upload) -> UploadAnswer {
        var known: (day: CalendarDay, reader: any ImageReader)?
        return { upload in
            let day = today()
            let current = known.flatMap { $0.day == day ? $0.reader : nil } ?? made()
            known = (day, current)
            return Self.answer(to: upload, current)
        }
    }

    /// A reader for one thread.
    func made() -> any ImageReader {
        var reading = reading
        reading.givenDay = today()
        return reading.reader(model, isolation.workers(reading, quiet: isQuiet))
    }

    private static func answer(to upload: Upload, _ reader: any ImageReader) -> UploadAnswer {
        do throws(RecognitionError) {
            let records = try reader.records(of: upload.bytes).map { record in
                var record = record
                record.source = upload.source
                return record
            }
            return UploadAnswer(best(of: records.map(\.status)), records)
        } catch {
            return UploadAnswer(.failed, [ResultRecord(source: upload.source, failure: .init(error))])
        }
    }

    private static func best(of statuses: [ScanReport.Status]) -> UploadAnswer.Outcome {
        let order: [(ScanReport.Status, UploadAnswer.Outcome)] = [
            (.verified, .verified), (.unverified, .unverified), (.notFound, .notFound),
        ]
        return order.first { statuses.contains($0.0) }?.1 ?? .error
    }
}

extension UploadAnswer {
    fileprivate init(_ outcome: Outcome, _ records: [ResultRecord]) {
        self.init(outcome: outcome, lines: records.map { $0.json.text + "\n" }.joined())
    }
}
