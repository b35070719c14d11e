import ImageDecoding
import MRZParsing
import Recognition
import Reporting
import TesseractRecognition

/// One thread's share of the work: a scanner of its own, and whatever the queue gives it.
struct Worker {
    let queue: ScanQueue
    let model: OCRModel
    let limits: DecodingLimits
    let reference: CalendarDay

    func run() {
        let scanner = PageScanner(model: model, asOf: reference)
        while let job = queue.job() {
            do throws(RecognitionError) {
                switch job {
                case .open(let input, let source):
                    try begin(input, source, scanner)
                case .page(let input, let page, let source, let image):
                    let reports = try scanner.reports(of: image, page: page, source: source, opening: .zero)
                    queue.finished(input: input, page: page, reports)
                }
            } catch {
                queue.failed(error)
            }
        }
    }

    private func begin(_ input: Int, _ source: String, _ scanner: PageScanner) throws(RecognitionError) {
        let started = ContinuousClock.now
        switch open(source) {
        case .success(let image):
            let opening = ContinuousClock.now - started
            queue.opened(input, source: source, image: image)
            let reports = try scanner.reports(of: image, page: 0, source: source, opening: opening)
            queue.finished(input: input, page: 0, reports)
        case .failure(let error):
            queue.opened(input, source: source, image: nil)
            queue.finished(input: input, page: 0, [ScanReport(source: source, outcome: .failed(.init(error)))])
        }
    }

    private func open(_ source: String) -> Result<EncodedImage, DecodingError> {
        Result { () throws(DecodingError) in
            source == "-"
                ? try EncodedImage.standardInput(limits: limits) : try EncodedImage(path: source, limits: limits)
        }
    }
}

extension ScanReport.Failure {
    init(_ error: DecodingError) { self.init(code: error.code.rawValue, message: error.message) }
    init(_ error: RecognitionError) { self.init(code: error.code.rawValue, message: error.message) }
}
