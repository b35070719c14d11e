import Bridge
import JSON
import LiveScanning
import Reporting
import Threads

extension FuzzTarget {
    /// A page that says anything: the first byte is the dialect, the lines of the rest are messages.
    ///
    /// Every answer is JSON, and the session ends.
    static let bridge = FuzzTarget("bridge", maxBytes: 4096) { bytes in
        var dice = Dice(bytes)
        let dialect = Dialect.allCases[dice.below(Dialect.allCases.count)]
        var registry = ProviderRegistry(camera: CameraCoordinator(NoDocument()))
        registry.images = NoImages()
        let session = BridgeSession(dialect, registry: registry, results: .union) { answer in
            do {
                _ = try JSONValue(parsing: answer)
            } catch {
                demand(false, "an answer is JSON")
            }
        }
        for message in dice.remainder.split(separator: 10) { session.receive(Array(message)) }
        // As long as it takes: libFuzzer has a limit of its own.
        session.wait(untilPendingBelow: 1)
        session.close()
    }

    private struct NoDocument: CameraProvider {
        var access: CameraAccess { .granted }

        func scan(
            _ expectation: ScanExpectation, progress: @escaping @Sendable (ScanUpdate) -> Void
        ) async throws(BridgeError) -> ScanCapture {
            progress(ScanUpdate(progress: .noText, hint: .showDocument, rejection: nil))
            throw BridgeError(.scanFailed, "No document in time.")
        }
    }

    private struct NoImages: ImageProvider {
        func documents(in file: [UInt8]) async throws(BridgeError) -> [MRZReport] { [] }
    }
}
