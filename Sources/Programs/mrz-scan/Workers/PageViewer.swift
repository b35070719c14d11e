import ArgumentParser
import Commands
import ImageDecoding
import MRZScan
import Reporting

/// Has pages decoded in a confined process, and in a new one after it crashed, hung or ran out of memory.
///
/// It belongs to the thread that asks first: the kernel ends the process with that thread.
final class PageViewer {
    private let settings: WorkerSettings
    private let worker: StandingWorker

    init(_ settings: WorkerSettings) {
        self.settings = settings
        worker = StandingWorker(Self.arguments(settings), settings)
    }

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
        let answer: Result<PageView, ViewFailure>
        do throws(WorkerFailure) {
            answer = try self.answer(to: request, of: bytes)
        } catch {
            throw ViewFailure(.init(code: error.code, message: error.message(of: .page)))
        }
        return try answer.get()
    }

    private func answer(
        to request: PageView.Request, of picture: [UInt8]
    ) throws(WorkerFailure) -> Result<PageView, ViewFailure> {
        try worker.ask(ViewMessage.wanted(request).bytes, picture)
        switch ViewMessage(try worker.answer(maxBytes: ViewMessage.maxBytes)) {
        case .failed(let failure): return .failure(ViewFailure(failure))
        case .view(let size, let count):
            var pictures: [[UInt8]] = []
            for _ in 0..<count { pictures.append(try worker.answer(maxBytes: ViewMessage.maxPictureBytes)) }
            return .success(PageView(size: size, pictures: pictures))
        case nil, .wanted:
            worker.end()
            throw .brokeOff
        }
    }

    private static func arguments(_ settings: WorkerSettings) -> [String] {
        // A page of a document comes drawn, three bytes a pixel, however small its file was.
        let maxBytes = max(settings.limits.maxBytes, settings.limits.maxDrawnBytes)
        return [
            "mrz-scan", ViewCommand.configuration.commandName ?? "", "--max-bytes", "\(maxBytes)",
            "--max-pixels", "\(settings.limits.maxPixels)", "--memory", "\(settings.memory)",
        ]
    }
}

/// Why a page can't be shown.
struct ViewFailure: Error {
    let failure: ScanReport.Failure

    init(_ failure: ScanReport.Failure) { self.failure = failure }
}
