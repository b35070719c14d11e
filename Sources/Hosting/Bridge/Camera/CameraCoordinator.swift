import JSON
import LiveScanning
import Threads

/// The one way to a camera: one scan at a time whoever asks, a limit to its time, and an end to it when it is stopped.
///
/// All sessions of a host share one.
public final class CameraCoordinator: Sendable {
    private let provider: any CameraProvider
    private let limit: Duration
    private let environment: BridgeEnvironment
    private let scans = ExclusiveTask<Result<ScanCapture, BridgeError>>()

    /// - Parameters:
    ///   - provider: what scans, once at a time.
    ///   - limit: how long a scan may take; pages wait 120 seconds.
    ///   - environment: the clocks.
    public init(
        _ provider: any CameraProvider, limit: Duration = .seconds(120), environment: BridgeEnvironment = .system
    ) {
        self.provider = provider
        self.limit = limit
        self.environment = environment
    }

    public var access: CameraAccess { provider.access }

    /// Scans until a verified document is found that is expected.
    ///
    /// - Parameters:
    ///   - expectation: which document is wanted.
    ///   - session: who asks, and who alone may stop it.
    ///   - replacing: whether a scan of the same session ends for this one: a page that asks again has given up the
    ///     first. A scan that was stopped already is waited for in any case.
    ///   - progress: first with the lowest state, last with the highest, and whenever there is news between.
    /// - Throws: `MRZ_SCAN_IN_PROGRESS`, `MRZ_SCAN_CANCELLED`, `MRZ_SCAN_FAILED`, or what the provider throws.
    public func scan(
        _ expectation: ScanExpectation, for session: SessionIdentity, replacing: Bool = false,
        progress: @escaping @Sendable (ScanUpdate) -> Void
    ) async throws(BridgeError) -> ScanCapture {
        let result = await scans.run(for: session, replacing: replacing) {
            Task.isCancelled ? .failure(Self.stopped) : await self.result(of: expectation, progress: progress)
        }
        guard let result else { throw BridgeError(.scanInProgress, "Another scan is running.") }
        return try result.get()
    }

    /// Ends the scan of a session and waits until the camera is free; does nothing when that session has none.
    public func stop(for session: SessionIdentity) async { await scans.stop(for: session) }

    private static let stopped = BridgeError(.scanCancelled, "The scan was stopped.")

    private enum Finish: Sendable {
        case provider(Result<ScanCapture, BridgeError>)
        case deadline
        case nobodyWaits
    }

    private func result(
        of expectation: ScanExpectation, progress: @escaping @Sendable (ScanUpdate) -> Void
    ) async -> Result<ScanCapture, BridgeError> {
        let news = ProgressNews(environment, progress)
        news.post(ScanUpdate(progress: .noText, hint: .showDocument))
        let end = await withTaskGroup(of: Finish.self) { group in
            group.addTask { .provider(await self.provided(expectation, news)) }
            group.addTask { await self.deadline() }
            var isLate = false
            var end: Result<ScanCapture, BridgeError>?
            for await finish in group {
                switch finish {
                case .provider(let result): end = result
                case .deadline: isLate = true
                case .nobodyWaits: break
                }
                group.cancelAll()
            }
            if case .success? = end { return end }
            return isLate ? .failure(late(news.rejection)) : end
        }
        // The highest state belongs to every answer, also where the provider was too quick to say so.
        if !Task.isCancelled, case .success? = end { news.post(ScanUpdate(progress: .twoMRZLines, hint: .done)) }
        news.end()
        if Task.isCancelled { return .failure(Self.stopped) }
        return end ?? .failure(late(nil))
    }

    private func deadline() async -> Finish {
        do {
            try await environment.sleep(limit)
            return .deadline
        } catch {
            return .nobodyWaits
        }
    }

    private func provided(_ expectation: ScanExpectation, _ news: ProgressNews) async -> Result<
        ScanCapture, BridgeError
    > {
        do throws(BridgeError) {
            let capture = try await provider.scan(expectation) { news.post($0) }
            // No provider is to be able to answer with less than was asked for.
            if let rejection = expectation.rejection(of: capture.report) {
                throw BridgeError(.scanFailed, rejection.sentence, details: rejection.details(of: capture.report))
            }
            return .success(capture)
        } catch {
            return .failure(error)
        }
    }

    /// - Parameter rejection: why the document that was shown last was not the answer.
    private func late(_ rejection: ScanRejection?) -> BridgeError {
        // 120, and 0.5 as it was given.
        let seconds = JSONValue.number(limit / .seconds(1), places: 3).text
        let why = rejection.map { [JSONValue.Member("rejection", .string($0.rawValue))] } ?? []
        return BridgeError(
            .scanFailed, "No document was verified within \(seconds) seconds.",
            details: .object([.init("reason", "timeout")] + why))
    }
}

/// Lets through what is news, until the scan has ended.
private final class ProgressNews: Sendable {
    private let environment: BridgeEnvironment
    private let send: @Sendable (ScanUpdate) -> Void
    /// Nil when the scan has ended.
    private let filter = Monitor<ProgressFilter?>(ProgressFilter())
    private let rejected = Monitor<ScanRejection?>(nil)

    init(_ environment: BridgeEnvironment, _ send: @escaping @Sendable (ScanUpdate) -> Void) {
        self.environment = environment
        self.send = send
    }

    /// Why the latest document that was shown was not the answer.
    var rejection: ScanRejection? { rejected.update { $0 } }

    func post(_ update: ScanUpdate) {
        if let rejection = update.rejection { rejected.update { $0 = rejection } }
        let now = environment.time()
        if filter.update({ $0?.admits(update, at: now) ?? false }) { send(update) }
    }

    func end() { filter.update { $0 = nil } }
}
