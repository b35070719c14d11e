import ImageDecoding
import MRZParsing
import OCRModels
import Recognition
import Reporting
import Scanning

/// One thread's share of the work: a scanner of its own, and whatever the queue gives it.
struct Worker {
    let queue: ScanQueue
    let model: OCRModel
    let limits: DecodingLimits
    let reference: CalendarDay
    let accessKeys: Bool

    func run() {
        run(PageScanner(model: model, asOf: reference, accessKeys: accessKeys))
    }

    /// Does the work with a scanner that is there already, and may be warm.
    func run(_ scanner: PageScanner) {
        while let job = queue.job() {
            do throws(RecognitionError) {
                switch job {
                case .open(let number, let input):
                    try begin(number, input, scanner)
                case .page(let input, let page, let source, let image):
                    let reports = try scanner.reports(of: image, page: page, source: source, opening: .zero)
                    queue.finished(input: input, page: page, reports)
                }
            } catch {
                queue.failed(error)
            }
        }
    }

    private func begin(_ number: Int, _ input: InputWalk.Input, _ scanner: PageScanner) throws(RecognitionError) {
        let started = Effort.Start.now
        let (source, opened) = open(input)
        switch opened {
        case .success(let image):
            let opening = started.elapsed
            queue.opened(number, source: source, image: image)
            let reports = try scanner.reports(of: image, page: 0, source: source, opening: opening)
            queue.finished(input: number, page: 0, reports)
        case .failure(let error):
            queue.opened(number, source: source, image: nil)
            queue.finished(input: number, page: 0, [ScanReport(source: source, outcome: .failed(.init(error)))])
        }
    }

    /// What results call the input, and its bytes.
    private func open(_ input: InputWalk.Input) -> (source: String, Result<EncodedImage, DecodingError>) {
        switch input {
        case .standardInput:
            ("-", Result { () throws(DecodingError) in try EncodedImage.standardInput(limits: limits) })
        case .file(let path):
            (path, Result { () throws(DecodingError) in try EncodedImage(path: path, limits: limits) })
        case .entry(let file):
            (file.path, Result { () throws(DecodingError) in try EncodedImage(bytes: file.bytes, limits: limits) })
        case .failed(let path, let error): (path, .failure(error))
        }
    }
}

extension ScanReport.Failure {
    init(_ error: DecodingError) { self.init(code: error.code.rawValue, message: error.message) }
    init(_ error: RecognitionError) { self.init(code: error.code.rawValue, message: error.message) }
}
