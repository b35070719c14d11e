import Commands
import ImageDecoding
import Isolation
import MRZScan
import Recognition
import Reporting
import Threads

/// Reads in a worker process, and in a new one after it crashed, hung or ran out of memory.
final class WorkerReader: ImageReader {
    private let settings: WorkerSettings
    private var process: IsolatedProcess?

    init(_ settings: WorkerSettings) { self.settings = settings }

    func records(of bytes: [UInt8]) throws(RecognitionError) -> [ResultRecord] {
        // The worker takes more, for pages that are drawn.
        guard bytes.count <= settings.limits.maxBytes else {
            return [ResultRecord(failure: .init(DecodingError.tooManyBytes(settings.limits)))]
        }
        return EncodedImage.isDocument(bytes) ? try records(ofDocument: bytes) : try records(ofPicture: bytes)
    }

    /// A worker may start no program. Documents are taken apart here, where a program of its own looks into them, and
    /// the worker is handed their pages as pictures.
    private func records(ofDocument bytes: [UInt8]) throws(RecognitionError) -> [ResultRecord] {
        let document: EncodedImage
        do throws(DecodingError) {
            document = try EncodedImage(bytes: bytes, limits: settings.limits)
        } catch {
            return [ResultRecord(failure: .init(error))]
        }
        var records: [ResultRecord] = []
        for page in 0..<document.pageCount {
            let picture: [UInt8]
            do throws(DecodingError) {
                picture = try document.pictureFile(ofPage: page)
            } catch {
                records.append(ResultRecord(page: page + 1, failure: .init(error)))
                continue
            }
            records += try self.records(ofPicture: picture).map { record in
                var record = record
                record.page = page + 1
                return record
            }
        }
        return records
    }

    private func records(ofPicture bytes: [UInt8]) throws(RecognitionError) -> [ResultRecord] {
        var worker = try running()
        worker.limitProcessorTime(settings.pageTime)
        if !worker.channel.send(bytes) {
            // It ended while it had nothing to do: this picture has not done it.
            process = nil
            worker = try running()
            worker.limitProcessorTime(settings.pageTime)
            guard worker.channel.send(bytes) else { return [failure(worker.end(), page: 1, of: nil)] }
        }
        return try answers(of: worker)
    }

    private func answers(of worker: IsolatedProcess) throws(RecognitionError) -> [ResultRecord] {
        var records: [ResultRecord] = []
        var pages = 0
        var count: Int?
        while true {
            let deadline = ContinuousClock.now + settings.pageTime * WorkerSettings.wallTimes
            switch worker.receive(
                maxBytes: WorkerMessage.maxBytes, until: deadline, stillness: WorkerSettings.stillness)
            {
            case .bytes(let bytes):
                guard case .page(let page) = WorkerMessage(bytes), page.count <= settings.limits.maxPages else {
                    return records + [failure(.exited(0), page: pages + 1, of: count)]
                }
                records += page.records
                pages += 1
                if pages >= page.count { return records }
                count = page.count
                worker.limitProcessorTime(settings.pageTime)
            case .timedOut: return records + [failure(.processorTime, page: pages + 1, of: count)]
            case .ended: return records + [failure(worker.end(patience: .seconds(5)), page: pages + 1, of: count)]
            }
        }
    }

    /// The worker that there is, or a new one that is ready.
    private func running() throws(RecognitionError) -> IsolatedProcess {
        if let process { return process }
        let started: IsolatedProcess
        do throws(SandboxError) {
            started = try IsolatedProcess(DecodingLimits.ownProgram, settings.arguments)
        } catch {
            throw RecognitionError(.engineFailed, "No worker could be started: \(String(describing: error))")
        }
        let deadline = ContinuousClock.now + .seconds(120)
        guard case .bytes(let bytes) = started.channel.receive(maxBytes: WorkerMessage.maxBytes, until: deadline) else {
            throw RecognitionError(.engineFailed, "The worker did not get ready.")
        }
        switch WorkerMessage(bytes) {
        case .ready(let sandbox): settings.say(sandbox.shortcoming)
        case .failed(let error): throw error
        default: throw RecognitionError(.engineFailed, "The worker did not get ready.")
        }
        process = started
        return started
    }

    /// The record of the page at which a worker ended, which is done with.
    private func failure(_ end: IsolatedProcess.End, page: Int, of count: Int?) -> ResultRecord {
        process = nil
        let failure = WorkerFailure(end)
        let rest = count.map { page < $0 ? " The pages after it were not read." : "" } ?? ""
        return ResultRecord(
            page: page, failure: .init(code: failure.rawValue, message: failure.message(end, of: .page) + rest))
    }
}

/// What ended a worker: codes of results.
enum WorkerFailure: String {
    case crashed = "worker_crashed"
    case timedOut = "worker_timed_out"
    case outOfMemory = "worker_out_of_memory"

    init(_ end: IsolatedProcess.End) {
        switch end {
        case .exited, .signal: self = .crashed
        case .processorTime: self = .timedOut
        case .memory: self = .outOfMemory
        }
    }

    /// What a worker was at.
    enum Task: String {
        case page
        case archive

        fileprivate var verb: String { self == .page ? "read" : "unpacked" }
    }

    func message(_ end: IsolatedProcess.End, of task: Task) -> String {
        switch (self, end) {
        case (.crashed, .signal(let number)):
            "The worker that \(task.verb) this \(task.rawValue) was ended by signal \(number)."
        case (.crashed, _): "The worker that \(task.verb) this \(task.rawValue) broke off."
        case (.timedOut, _): "This \(task.rawValue) took longer than it may."
        case (.outOfMemory, _): "This \(task.rawValue) took more memory than a worker may have."
        }
    }
}
