import Bridge
import JSON
import MRZParsing
import Recognition
import Reporting
import Threads

/// The bridge's reader of pictures that a page hands over: one at a time, each by a reader of its own, mostly in a
/// confined process.
final class PictureReader: ImageProvider {
    private let today: @Sendable () -> CalendarDay
    private let makeReader: @Sendable () -> any ImageReader
    /// Whether somebody is reading.
    private let busy = Monitor(false)

    /// - Parameter makeReader: called on the thread that reads.
    init(asOf today: @escaping @Sendable () -> CalendarDay, _ makeReader: @escaping @Sendable () -> any ImageReader) {
        self.today = today
        self.makeReader = makeReader
    }

    func documents(in file: [UInt8]) async throws(BridgeError) -> [MRZReport] {
        try await withCheckedContinuation { continuation in
            let isStarted = startedThread { [self] in
                busy.wait { busy -> Void? in
                    if busy { return nil }
                    busy = true
                    return ()
                }
                let result = Result { () throws(BridgeError) in try read(file) }
                busy.update { $0 = false }
                continuation.resume(returning: result)
            }
            if !isStarted { continuation.resume(returning: .failure(.noThread)) }
        }.get()
    }

    private func read(_ file: [UInt8]) throws(BridgeError) -> [MRZReport] {
        let records: [ResultRecord]
        do throws(RecognitionError) {
            records = try makeReader().records(of: file)
        } catch {
            throw BridgeError(error)
        }
        let day = today()
        let reports = records.compactMap { MRZReport($0, asOf: day) }
        // One page that can't be read does not spoil the others.
        guard reports.isEmpty, let failed = records.first(where: { $0.status == .error }) else { return reports }
        throw BridgeError(
            .invalidData, failed.json["error"]?["message"]?.string ?? "The file could not be read.",
            details: ["reason": .string(failed.errorCode ?? "")])
    }
}
