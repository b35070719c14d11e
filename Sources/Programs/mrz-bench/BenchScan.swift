import Commands
import Evaluation
import Glibc
import ImageDecoding
import MRZScan
import Recognition
import Reporting
import Threads

/// Reads a labelled set with warm readers, the way `mrz-scan` reads any pictures.
struct BenchScan {
    let set: LabelledSet
    let reading: MRZReader.Configuration
    let jobs: Int

    struct Results {
        var verdicts: [PageVerdict]
        var wall: Duration
        var peakMemory: Int
    }

    /// - Throws: `RecognitionError` when there is no model to read with, `ThreadError`.
    func results() throws -> Results {
        let images = set.images
        let queue = ScanQueue(InputWalk(images.map(set.path)))
        let worker = Worker(queue: queue, reading: reading)
        var readers: [MRZReader] = []
        for _ in 0..<jobs {
            let reader = MRZReader(reading)
            try reader.load()
            readers.append(reader)
        }
        let started = ContinuousClock.now
        for reader in readers { try startThread { worker.run(reader) } }
        var progress = ProgressBar("Reading", total: set.labels.count)
        var pages: [String: [Int?: [ScanReport]]] = [:]
        var done = 0
        while let reports = try queue.reports() {
            guard let first = reports.first else { continue }
            pages[first.source, default: [:]][first.page] = reports
            done += 1
            progress.show(min(done, set.labels.count))
        }
        let wall = ContinuousClock.now - started
        return Results(
            verdicts: set.labels.map { PageVerdict(reading(of: $0, in: pages), of: $0) }, wall: wall,
            peakMemory: Self.peakMemory)
    }

    private func reading(of label: Label, in pages: [String: [Int?: [ScanReport]]]) -> PageReading {
        let image = pages[set.path(of: label.image)] ?? [:]
        // A file that could not be opened has a report without a page.
        guard let reports = image[label.page] ?? image[nil] else {
            return PageReading(zones: [], failure: "The file has no page \(label.page).")
        }
        return PageReading(reports)
    }

    /// The largest memory of the process so far, in bytes.
    private static var peakMemory: Int {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss * 1024
    }
}
