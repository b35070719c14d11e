import Bridge
import Commands
import Glibc
import ImageDecoding
import Processes
import Threads

/// A bridge's session over standard input and output, from the first line to the last answer.
final class Conversation: Sendable {
    /// Messages that may be waiting for their answers before the next line is read.
    static let maxPending = 256
    /// How long requests that were called off may take to be answered.
    private static let timeout = Duration.seconds(2)

    private struct State: Sendable {
        var end: End?
        var session: BridgeSession?
        var finish: (@Sendable () -> Void)?
    }

    private enum End: Sendable {
        case input
        /// It could not be read any further.
        case failed(DecodingError)
        case output(OutputError)
        /// Ctrl-C, or told to stop.
        case signal
    }

    private let output: StandardOutput
    private let quiet: Bool
    private let state = Monitor(State())

    init(_ output: StandardOutput, quiet: Bool) {
        self.output = output
        self.quiet = quiet
    }

    /// Runs until the input ends and everything is answered, or nobody reads the answers.
    ///
    /// - Parameters:
    ///   - finish: called before the program ends because it was told to.
    ///   - open: makes the session.
    /// - Throws: `OutputError.failed` when the answers can't be written, `DecodingError` when the input can't be read,
    ///   `ThreadError`.
    func run(
        finish: @escaping @Sendable () -> Void, _ open: (@escaping @Sendable ([UInt8]) -> Void) -> BridgeSession
    ) throws -> ExitStatus {
        let session = open { [self] message in send(message) }
        state.update { state in
            state.session = session
            state.finish = finish
        }
        try startThread { [self] in listen(session) }
        _ = state.wait { $0.end }
        session.wait(untilPendingBelow: 1)
        session.close()
        switch state.update({ $0.end }) {
        case .output(.failed(let errno))?: throw OutputError.failed(errno: errno)
        case .failed(let error)?: throw error
        case .signal?: return .interrupted
        default: return .verified
        }
    }

    /// Calls off what is going on, which is still answered, and ends the program, also when nobody reads its answers
    /// any more or something can't be called off.
    func interrupt() {
        let session = state.update { state -> BridgeSession? in
            state.end = .signal
            return state.session
        }
        session?.cancel()
        session?.wait(untilPendingBelow: 1, atMost: Self.timeout)
        session?.close()
        state.update { $0.finish }?()
        flushNotes()
        output.betweenWrites(timeout: 1) { _exit(ExitStatus.interrupted.rawValue) }
    }

    private func listen(_ session: BridgeSession) {
        var lines = InputLines(maxBytes: session.maxMessageBytes)
        var end = End.input
        while true {
            do throws(DecodingError) {
                guard let line = try lines.next() else { break }
                take(line, session)
            } catch {
                // What came before is still a message.
                end = .failed(error)
            }
        }
        state.update { if $0.end == nil { $0.end = end } }
    }

    private func take(_ line: InputLines.Line, _ session: BridgeSession) {
        switch line {
        case .bytes(let message): session.receive(message)
        case .tooLong:
            if !quiet { note("a message of more than \(session.maxMessageBytes) bytes was left out.") }
            session.refuseLongMessage()
        }
        // Who called off does not wait for what can't be called off.
        session.wait(untilPendingBelow: Self.maxPending)
    }

    private func send(_ message: [UInt8]) {
        do throws(OutputError) {
            try output.write(String(decoding: message, as: UTF8.self) + "\n")
        } catch {
            // Nobody hears the answers any more: what is still going on is in vain.
            state.update { state -> BridgeSession? in
                if case .output? = state.end { return nil }
                if case .signal? = state.end { return nil }
                state.end = .output(error)
                return state.session
            }?.close()
        }
    }
}
