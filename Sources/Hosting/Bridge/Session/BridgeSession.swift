import Dispatch
public import JSON
import Threads

/// One page's connection to the host, over any transport: messages come in by `receive`, and go out by a closure.
///
/// Requests at the same time are each answered, in any order; they are begun in the order in which they came.
public final class BridgeSession: Sendable {
    /// How messages go out.
    public enum Form: Sendable, CaseIterable {
        /// The JSON itself, on one line.
        case json
        /// A script for a web view that hands the JSON to the page.
        case javaScript
    }

    /// Tells this session from others of the host.
    public let identity = SessionIdentity()
    private let dialect: any BridgeDialect
    private let form: Form
    private let report: @Sendable (HostEvent) -> Void
    private let send: @Sendable ([UInt8]) -> Void
    private let state = Monitor(State())
    /// Where messages are begun that take long to be read, and those behind them.
    private let queue = DispatchQueue(label: "mrz-scan.session")
    /// A message of so many bytes is read in a fraction of a millisecond.
    private static let maxShortBytes = 64 << 10

    private struct State: Sendable {
        var isClosed = false
        /// Messages that wait in the queue to be begun.
        var queued = 0
        /// Nothing new is begun; what is going on is answered.
        var isEnding = false
        var next = 0
        /// Nil where the task is just about to begin.
        var work: [Int: Task<Void, Never>?] = [:]
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// - Parameters:
    ///   - dialect: what is said and answered.
    ///   - form: how a message is written.
    ///   - report: hears what the page tells its host, from any thread; it must not block for long.
    ///   - send: sends one message. It is called from any thread, also while `receive` runs, one message after another
    ///     for each request; it must not block for long. It is not called any more once `close` has returned, but for
    ///     calls that had begun.
    public init(
        _ dialect: any BridgeDialect, form: Form = .json, report: @escaping @Sendable (HostEvent) -> Void = { _ in },
        send: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.dialect = dialect
        self.form = form
        self.report = report
        self.send = send
    }

    /// A session in the protocol of the Self SDK.
    public convenience init(
        registry: ProviderRegistry, results: ResultShape = .union, form: Form = .json,
        environment: BridgeEnvironment = .system, send: @escaping @Sendable ([UInt8]) -> Void
    ) {
        let router = MessageRouter(registry: registry, results: results)
        self.init(SelfDialect(router: router, environment: environment), form: form, send: send)
    }

    /// The longest message that is looked at.
    public var maxMessageBytes: Int { dialect.maxMessageBytes }

    /// Messages that came in and are not done with. A transport that reads faster than the host answers waits for it to
    /// go down.
    public var pendingCount: Int { state.update { $0.work.count } }

    /// Takes a message of the page. Never waits: what takes time goes on after the call has returned.
    public func receive(_ message: [UInt8]) {
        guard message.count <= maxMessageBytes else { return refuseLongMessage() }
        let (number, isQueued) = state.update { state -> (Int?, Bool) in
            guard !state.isClosed, !state.isEnding else { return (nil, false) }
            state.next += 1
            state.work.updateValue(nil, forKey: state.next)
            let isQueued = state.queued > 0 || message.count > Self.maxShortBytes
            if isQueued { state.queued += 1 }
            return (state.next, isQueued)
        }
        guard let number else { return }
        guard isQueued else { return begin(message, number) }
        queue.async { [self] in
            begin(message, number)
            state.update { $0.queued -= 1 }
        }
    }

    /// Reads a message, and does what it asks for as far as that does not wait.
    private func begin(_ message: [UInt8], _ number: Int) {
        let line = BridgeLine(session: identity, report: report) { [self] message in write(message) }
        // Immediately, so that a scan and the order to stop it are begun in the order in which they came.
        let task = Task.immediate { [self] in
            await dialect.answer(message, on: line)
            finished(number)
        }
        let isLate = state.update { state in
            if state.work[number] != nil { state.work[number] = task }
            return state.isClosed || state.isEnding
        }
        if isLate { task.cancel() }
    }

    /// Tells the page, where its protocol can, that a message was too long to be taken.
    public func refuseLongMessage() {
        if let refusal = dialect.refusalOfLongMessage { write(refusal) }
    }

    /// Tells the page of something unasked. Contract 002, `host.send(event:data:)`.
    ///
    /// - Returns: whether the protocol has a way to say it.
    @discardableResult
    public func send(event name: String, data: JSONValue = [:]) -> Bool {
        guard let message = dialect.event(name, data) else { return false }
        write(message)
        return true
    }

    /// The person at the host has called it off: the page is told, and what is going on ends.
    public func cancelJourney() {
        send(event: "journey.cancel", data: ["reason": "user_dismissed"])
        cancel()
    }

    /// Calls off what is going on: its scan is stopped, and everything that was asked is still answered. Nothing new is
    /// begun.
    public func cancel() {
        let work = state.update { state in
            state.isEnding = true
            return state.work.values.compactMap { $0 }
        }
        for task in work { task.cancel() }
    }

    /// Ends the session: its scan is stopped, what is not answered is not answered any more.
    public func close() {
        let (work, isFirst) = state.update { state in
            defer { state.isClosed = true }
            return (state.work.values.compactMap { $0 }, !state.isClosed)
        }
        for task in work { task.cancel() }
        dialect.end(identity)
        if isFirst { report(.disconnected) }
    }

    /// Stops this thread until fewer messages than `limit` are pending, or until `timeout` has passed; not for threads
    /// that Swift's tasks share.
    public func wait(untilPendingBelow limit: Int, atMost timeout: Duration? = nil) {
        if let timeout {
            _ = state.wait(atMost: timeout) { $0.work.count < limit ? () : nil }
        } else {
            state.wait { $0.work.count < limit ? () : nil }
        }
    }

    /// Waits until everything that came in is done with.
    public func finished() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.update { state in
                if !state.work.isEmpty { state.waiting.append(continuation) }
                return state.work.isEmpty
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Tells the host's program of what its own side has decided.
    func emit(_ event: HostEvent) { report(event) }

    private func finished(_ number: Int) {
        let waiting = state.update { state -> [CheckedContinuation<Void, Never>] in
            state.work.removeValue(forKey: number)
            guard state.work.isEmpty else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private func write(_ message: BridgeMessage) {
        guard !state.update({ $0.isClosed }) else { return }
        switch form {
        case .json: send(Array(message.json.text.utf8))
        case .javaScript: send(Array(JavaScriptCall.script(for: message).utf8))
        }
    }
}
