import ImageDecoding
package import MRZScan
import Recognition
import Reporting
import Scanning

/// One thread's share of the work: a reader of its own, and whatever the queue gives it.
package struct Worker: Sendable {
    private let queue: ScanQueue
    private let reading: MRZReader.Configuration

    package init(queue: ScanQueue, reading: MRZReader.Configuration) {
        self.queue = queue
        self.reading = reading
    }

    /// Does the work with a reader of its own.
    package func run() {
        run(MRZReader(reading))
    }

    /// Does the work with a reader that is there already, and may have its models.
    package func run(_ reader: MRZReader) {
        while let job = queue.job() {
            do throws(RecognitionError) {
                switch job {
                case .open(let number, let input):
                    try begin(number, input, reader)
                case .page(let input, let page, let source, let image):
                    let reports = try reader.reports(of: image, page: page, source: source, opening: .zero)
                    queue.finished(input: input, page: page, reports)
                }
            } catch {
                queue.failed(error)
            }
        }
    }

    private func begin(_ number: Int, _ input: InputWalk.Input, _ reader: MRZReader) throws(RecognitionError) {
        let started = ProcessingTime.Start.now
        let (source, opened) = open(input)
        switch opened {
        case .success(let image):
            let opening = started.elapsed
            queue.opened(number, source: source, image: image)
            let reports = try reader.reports(of: image, page: 0, source: source, opening: opening)
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
            ("-", Result { () throws(DecodingError) in try EncodedImage.standardInput(limits: reading.limits) })
        case .file(let path):
            (path, Result { () throws(DecodingError) in try EncodedImage(path: path, limits: reading.limits) })
        case .entry(let file):
            (
                file.path,
                Result { () throws(DecodingError) in try EncodedImage(bytes: file.bytes, limits: reading.limits) }
            )
        case .failed(let path, let error): (path, .failure(error))
        }
    }
}
