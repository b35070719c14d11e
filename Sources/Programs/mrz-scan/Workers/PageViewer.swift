import ArgumentParser
import Commands
import ImageDecoding
import Isolation
import MRZScan
import Reporting

/// Has pages decoded in a confined process, and in a new one after it crashed, hung or ran out of memory.
///
/// It belongs to the thread that asks first: the kernel ends the process with that thread.
final class PageViewer {
    private let settings: WorkerSettings
    private var process: IsolatedProcess?

    init(_ settings: WorkerSettings) { self.settings = settings }

    /// A page of a file.
    ///
    /// - Throws: why it can't be shown.
    func view(of bytes: [UInt8], _ request: PageView.Request) throws(ViewFailure) -> PageView {
        var (bytes, request) = (bytes, request)
        if EncodedImage.isDocument(bytes) {
            // A worker may start no program: a page of a document is drawn before it gets it.
            do throws(DecodingError) {
                bytes = try EncodedImage(bytes: bytes, limits: settings.limits).pictureFile(ofPage: request.page)
            } catch {
                throw ViewFailure(.init(error))
            }
            request.page = 0
        }
        let process = try asked(for: request, of: bytes)
        switch ViewMessage(try received(from: process, maxBytes: ViewMessage.maxBytes)) {
        case .failed(let failure): throw ViewFailure(failure)
        case .view(let size, let count):
            var pictures: [[UInt8]] = []
            for _ in 0..<count { pictures.append(try received(from: process, maxBytes: ViewMessage.maxPictureBytes)) }
            return PageView(size: size, pictures: pictures)
        default: throw ended(.exited(0))
        }
    }

    /// The process, which has been told what is wanted: a new one where the last one has died while nobody asked.
    private func asked(for request: PageView.Request, of bytes: [UInt8]) throws(ViewFailure) -> IsolatedProcess {
        let isNew = process == nil
        let asked = try running()
        asked.limitProcessorTime(settings.pageTime)
        if asked.channel.send(ViewMessage.wanted(request).bytes), asked.channel.send(bytes) { return asked }
        let failure = ended(asked.end(patience: .seconds(5)))
        if isNew { throw failure }
        return try self.asked(for: request, of: bytes)
    }

    private func received(from process: IsolatedProcess, maxBytes: Int) throws(ViewFailure) -> [UInt8] {
        let deadline = ContinuousClock.now + settings.pageTime * WorkerSettings.wallTimes
        switch process.receive(maxBytes: maxBytes, until: deadline, stillness: WorkerSettings.stillness) {
        case .bytes(let bytes): return bytes
        case .timedOut: throw ended(.processorTime)
        case .ended: throw ended(process.end(patience: .seconds(5)))
        }
    }

    private func running() throws(ViewFailure) -> IsolatedProcess {
        if let process { return process }
        let started: IsolatedProcess
        do throws(SandboxError) {
            started = try IsolatedProcess(DecodingLimits.ownProgram, arguments)
        } catch {
            throw ViewFailure(.init(code: "engine_failed", message: "No worker could be started: \(error)."))
        }
        guard case .ready(let sandbox) = WorkerMessage(try received(from: started, maxBytes: WorkerMessage.maxBytes))
        else { throw ended(started.end(patience: .seconds(5))) }
        settings.say(sandbox.shortcoming)
        process = started
        return started
    }

    private var arguments: [String] {
        // A page of a document comes drawn, three bytes a pixel, however small its file was.
        let maxBytes = max(settings.limits.maxBytes, settings.limits.maxDrawnBytes)
        return [
            "mrz-scan", ViewCommand.configuration.commandName ?? "", "--max-bytes",
            "\(maxBytes)", "--max-pixels", "\(settings.limits.maxPixels)", "--memory",
            "\(settings.memory)",
        ]
    }

    private func ended(_ end: IsolatedProcess.End) -> ViewFailure {
        process = nil
        let failure = WorkerFailure(end)
        return ViewFailure(.init(code: failure.rawValue, message: failure.message(end, of: .page)))
    }
}

/// Why a page can't be shown.
struct ViewFailure: Error {
    let failure: ScanReport.Failure

    init(_ failure: ScanReport.Failure) { self.failure = failure }
}
