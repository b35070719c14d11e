import ArgumentParser
import Commands
import Glibc
import ImageDecoding
import Processes

/// The files of an archive that a confined process takes apart. A process that crashes, hangs or runs out of memory
/// ends its archive, with an error after the files that came before.
///
/// It belongs to the thread that asks for the first file: the kernel ends the process with that thread.
final class WorkerUnpacking: ArchiveFiles {
    private let request: ArchiveRequest
    private let settings: WorkerSettings
    private var allowance: UnpackingAllowance?
    private var process: WorkerProcess?
    private var given = 0
    private var isOver = false

    init(_ request: ArchiveRequest, _ settings: WorkerSettings) {
        self.request = request
        self.settings = settings
    }

    func next() -> InputWalk.Input? {
        if isOver { return nil }
        do throws(DecodingError) {
            let process = try running()
            try ask(process, [])
            given += 1
            if let input = try answer(of: process) { return input }
            end()
            return nil
        } catch {
            end()
            return .failed(path: request.path, error)
        }
    }

    private func end() {
        isOver = true
        process = nil
    }

    private func answer(of process: WorkerProcess) throws(DecodingError) -> InputWalk.Input? {
        switch UnpackMessage(try received(from: process, maxBytes: UnpackMessage.maxBytes)) {
        case .end?: return nil
        case .failed(let path, let error)? where isPossible(path): return .failed(path: path, error)
        case .file(let path)? where isPossible(path):
            let bytes = try received(from: process, maxBytes: request.limits.maxBytes)
            try allowance?.spend(bytes.count)
            return .entry(ArchivedFile(path: path, bytes: bytes))
        default: throw broken(.brokeOff)
        }
    }

    /// An archive may have taken the process over: it is to speak of itself only, and not without end. Every entry may
    /// be told of twice, as a file and as what it breaks off with.
    private func isPossible(_ path: String) -> Bool { request.covers(path) && given <= 2 * request.limits.maxEntries }

    private func ask(_ process: WorkerProcess, _ message: [UInt8]) throws(DecodingError) {
        do throws(WorkerFailure) { try process.ask([message]) } catch { throw broken(error) }
    }

    private func received(from process: WorkerProcess, maxBytes: Int) throws(DecodingError) -> [UInt8] {
        do throws(WorkerFailure) { return try process.answer(maxBytes: maxBytes) } catch { throw broken(error) }
    }

    private func running() throws(DecodingError) -> WorkerProcess {
        if let process { return process }
        let descriptor = try request.descriptor()
        defer { descriptor.close() }
        allowance = UnpackingAllowance(ofDescriptor: descriptor.number, request.limits)
        let process: WorkerProcess
        do throws(WorkerFailure) {
            process = try WorkerProcess(arguments, settings, handing: descriptor.number, time: settings.pageTime)
        } catch {
            throw broken(error)
        }
        // Names may be those of people: they do not go through arguments, which everyone can see.
        try ask(process, UnpackMessage.wanted(archive: request.path, only: request.only).bytes)
        self.process = process
        return process
    }

    private var arguments: [String] {
        ["mrz-scan", UnpackCommand.configuration.commandName ?? ""] + (request.isListing ? ["--listing"] : [])
            + ["--max-bytes", "\(request.limits.maxBytes)", "--memory", "\(settings.memory)"]
    }

    private func broken(_ failure: WorkerFailure) -> DecodingError {
        DecodingError(.init(rawValue: failure.code), failure.message(of: .archive))
    }
}
