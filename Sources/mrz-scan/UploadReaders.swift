import BridgeServer
import ImageDecoding
import MRZParsing
import OCRModels
import Recognition
import Reporting

/// Makes what reads uploads, one for each thread that does: in confined worker processes unless told otherwise.
struct UploadReaders: Sendable {
    private let options: @Sendable () -> ReadingOptions
    private let model: OCRModel
    private let settings: @Sendable (ReadingOptions) -> WorkerSettings?
    private let today: @Sendable () -> CalendarDay

    init(
        model: OCRModel, modelPath: String?, limits: DecodingLimits, isolation: IsolationOptions, accessKeys: Bool,
        quiet: Bool, today: @escaping @Sendable () -> CalendarDay
    ) {
        self.model = model
        self.today = today
        let kind = isolation.isolation
        options = {
            var options = ReadingOptions()
            options.model = modelPath
            options.today = today()
            options.maxBytes = limits.maxBytes
            options.maxPixels = limits.maxPixels
            options.maxPages = limits.maxPages
            options.accessKeys = accessKeys
            return options
        }
        let (pageSeconds, memory) = (isolation.pageSeconds, isolation.workerMemory)
        settings = { reading in
            guard kind == .process else { return nil }
            var isolation = IsolationOptions()
            isolation.pageSeconds = pageSeconds
            isolation.workerMemory = memory
            return WorkerSettings(reading, isolation, quiet: quiet)
        }
    }

    /// Reads one upload after another, on the thread that asked for it.
    func reader() -> (Upload) -> UploadAnswer {
        var day: CalendarDay?
        var reader: (any ImageReader)?
        return { upload in
            // A server lives longer than a day.
            if day != today() {
                day = today()
                reader = made()
            }
            return Self.answer(to: upload, reader ?? made())
        }
    }

    /// A reader for one thread.
    func made() -> any ImageReader {
        let options = options()
        if let settings = settings(options) { return WorkerReader(settings) }
        return DirectReader(options.scanner(model), limits: options.limits, redact: false)
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
