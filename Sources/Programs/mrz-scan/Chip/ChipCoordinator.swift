import AccessKeys
import Bridge
import Chip
import ChipReporting
import Glibc
import JSON
import LiveScanning
import MRZParsing
import PCSC
import Threads

/// Reads chips for pages, one at a time, on the reader of this machine.
final class ChipCoordinator: ChipProvider {
    private let reader: String?
    private let trust: TrustList?
    private let today: @Sendable () -> CalendarDay
    private let readings = ExclusiveTask<Result<ChipCapture, ChipError>>()

    /// - Parameters:
    ///   - reader: the beginning of its name; any when nil.
    ///   - trust: the authorities; nil when there is no list.
    init(reader: String?, trust: TrustList?, asOf today: @escaping @Sendable () -> CalendarDay) {
        self.reader = reader
        self.trust = trust
        self.today = today
    }

    /// What is known of the readers, and whether somebody is asking the service now.
    private struct Readers {
        var isThere = false
        var isAsking = false
    }
    private let readers = Monitor(Readers())
    /// How long an answer waits for the service, which takes about a millisecond; the next one does not wait for a
    /// service that hangs.
    private static let timeout = Duration.milliseconds(500)

    /// Whether there is a reader now: it may be plugged in at any time. Where the service does not answer at once, what
    /// it said last.
    var isSupported: Bool {
        let isFree = readers.update { readers in
            defer { readers.isAsking = true }
            return !readers.isAsking
        }
        guard isFree else { return readers.update { $0.isThere } }
        let isStarted = startedThread { [self] in
            let isThere = isReaderThere()
            readers.update { $0 = Readers(isThere: isThere) }
        }
        if !isStarted { readers.update { $0.isAsking = false } }
        return readers.wait(atMost: Self.timeout) { $0.isAsking ? nil : $0.isThere } ?? readers.update { $0.isThere }
    }

    private func isReaderThere() -> Bool {
        do throws(ChipError) {
            return try CardReader.all().contains { reader == nil || $0.name.hasPrefix(reader ?? "") }
        } catch {
            return false
        }
    }

    func read(
        _ request: ChipRequest, for session: SessionIdentity, update: @escaping @Sendable (ChipUpdate) -> Void
    ) async throws(BridgeError) -> ChipCapture {
        guard isSupported else { throw BridgeError.noReader }
        let result = await readings.run(for: session) {
            let stop = StopSignal()
            return await withTaskCancellationHandler {
                await self.result(of: request, stop: stop, update: update)
            } onCancel: {
                stop.raise()
            }
        }
        switch result {
        case .success(let capture): return capture
        case .failure(let error): throw Self.failure(error)
        case nil: throw Self.failure(ChipError(.busy, "Another chip is being read."))
        }
    }

    func cancel(for session: SessionIdentity) async { await readings.stop(for: session) }

    private static func failure(_ error: ChipError) -> BridgeError {
        if error.code == .noReader || error.code == .noService { return .noReader }
        return BridgeError(.nfcScanFailed, error.message, details: ["code": .string(error.code.rawValue)])
    }

    /// Reads on a thread of its own: it blocks for long, so it stays off the pool of threads that Swift's tasks share.
    private func result(
        of request: ChipRequest, stop: StopSignal, update: @escaping @Sendable (ChipUpdate) -> Void
    ) async -> Result<ChipCapture, ChipError> {
        await withCheckedContinuation { continuation in
            let isStarted = startedThread {
                do throws(ChipError) {
                    continuation.resume(returning: .success(try self.capture(request, stop: stop, update: update)))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            guard !isStarted else { return }
            continuation.resume(
                returning: .failure(ChipError(.transportFailed, ThreadError(errno: EAGAIN).description)))
        }
    }

    private func capture(
        _ request: ChipRequest, stop: StopSignal, update: @escaping @Sendable (ChipUpdate) -> Void
    ) throws(ChipError) -> ChipCapture {
        let notify: (ChipProgress) -> Void = { step in
            update(.progress(state: step.rawValue, percent: step.percent, message: step.message))
        }
        notify(.waiting)
        let transport = try CardTransport(reader: reader, timeout: request.timeout, isCancelled: { stop.isRaised })
        update(.discovered)
        notify(.connecting)
        var options = ChipReader.Options(now: TrustOptions.moment(of: today()))
        options.groups = request.wantsFace ? [2, 11, 12] : [11, 12]
        options.lengths = transport.lengths
        // The page knows that the reader can.
        if request.isExtended, options.lengths == .untold { options.lengths = .extended }
        options.skipsPACE = request.skipsPACE
        options.skipsChipAuthentication = request.skipsChipAuthentication
        options.optical = request.optical
        let reading = try ChipReader(
            transport, key: Self.key(request), options: options, trust: trust, isCancelled: { stop.isRaised },
            progress: notify
        ).run()
        let report = ChipReport(reading, source: transport.reader.name, asOf: today())
        return ChipCapture(
            passport: report.passport, proof: report.proof, document: report.document,
            details: report.extractedDetails,
            groups: reading.files.keys.compactMap(\.group).sorted().map { "DG\($0)" },
            face: reading.face.map { .init(mimeType: $0.mimeType, bytes: $0.bytes) })
    }

    private static func key(_ request: ChipRequest) -> ChipKey {
        let number = request.cardAccessNumber.flatMap { CardAccessNumber($0) }
        if let keys = request.keys { return ChipKey(mrz: ChipAccessKeys(keys), cardAccessNumber: number) }
        return number.map { ChipKey(cardAccessNumber: $0) } ?? ChipKey()
    }
}
