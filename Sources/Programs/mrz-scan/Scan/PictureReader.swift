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
    /// Pictures that are being read or wait for that, each with a thread and its bytes; and whether one is being read.
    private let work = Monitor((held: 0, isReading: false))
    /// More than pages have reason for: each shows one picture at a time.
    private static let maxHeld = 16

    /// - Parameter makeReader: called on the thread that reads.
    init(asOf today: @escaping @Sendable () -> CalendarDay, _ makeReader: @escaping @Sendable () -> any ImageReader) {
        self.today = today
        self.makeReader = makeReader
    }

    func documents(in file: [UInt8]) async throws(BridgeError) -> [MRZReport] {
        let isRoom = work.update { work in
            guard work.held < Self.maxHeld else { return false }
            work.held += 1
            return true
        }
        guard isRoom else { throw .tooManyPictures }
        defer { work.update { $0.held -= 1 } }
        return try await withCheckedContinuation { continuation in
            let isStarted = startedThread { [self] in
                work.wait { work -> Void? in
                    if work.isReading { return nil }
                    work.isReading = true
                    return ()
                }
                let result = Result { () throws(BridgeError) in try read(file) }
                work.update { $0.isReading = false }
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
