import Bridge
import BridgeServer
import JSON
import MRZParsing
import MRZScan
import OCRModels
import Recognition
import Reporting
import Threads

/// Scans before the cameras of visitors: each has one of its own, and there are only so many at a time.
final class Visitors: Sendable {
    private let reading: ReadingOptions
    private let isolation: IsolationOptions
    private let model: OCRModel
    private let isQuiet: Bool
    private let today: @Sendable () -> CalendarDay
    /// How long a scan may take.
    let limit: Duration
    private let places: Int
    private let taken = Monitor(0)

    /// - Parameters:
    ///   - model: that of `reading`, loaded.
    ///   - today: asked with every scan, for a host lives longer than a day.
    ///   - places: scans at the same time.
    ///   - limit: how long one may take.
    init(
        _ reading: ReadingOptions, _ isolation: IsolationOptions, model: OCRModel, quiet: Bool,
        today: @escaping @Sendable () -> CalendarDay, places: Int, limit: Duration
    ) {
        self.reading = reading
        self.isolation = isolation
        self.model = model
        isQuiet = quiet
        self.today = today
        self.places = places
        self.limit = limit
    }

    /// Opens a visitor's side of a connection; nil where there is no place for any.
    var endpoint: ServerServices.OpenVisitor? {
        guard places > 0 else { return nil }
        return { [self] tell in Visitor(self, tell) }
    }

    /// Takes a place, or waits a moment for one: the scan of a visitor who begins anew, over another connection, ends
    /// while the next begins. False when there is none. Whoever has taken one gives it back.
    func takePlace() -> Bool {
        taken.wait(atMost: Self.patience) { taken in
            guard taken < places else { return nil }
            taken += 1
            return true
        } ?? false
    }

    private static let patience = Duration.seconds(1)

    func givePlaceBack() { taken.update { $0 -= 1 } }

    /// What looks at the frames of a scan that begins now, on this thread.
    ///
    /// - Throws: `RecognitionError` when there is nothing to read with.
    func reader(wanted: [UInt8], _ expectation: ScanExpectation) throws(RecognitionError) -> any VisitorReader {
        var reading = reading
        reading.givenDay = today()
        if let settings = isolation.workers(reading, quiet: isQuiet) {
            return try VisitorProcess(settings, wanted: wanted)
        }
        return VisitorScan(reading.configuration(model), expectation)
    }
}

/// One visitor: a scan when the page asks for one, and then the next. Its frames are looked at on a thread of the
/// scan's own; the newest waits while one is looked at, and no other.
private final class Visitor: VisitorPeer {
    /// The scan is over after so long without a frame: a place is not for who does not use it.
    private static let timeout = Duration.seconds(10)
    /// No visitor takes more of the processor than so many frames a second need.
    private static let interval = Duration.milliseconds(50)

    private struct State: Sendable {
        /// Counts the scans of this visitor: what belongs to an earlier one is over.
        var scan = 0
        /// The one that has a thread; it may be over already, and have to hear of it.
        var running: Int?
        /// What begins once that has ended.
        var waiting: Start?
        var frame: (bytes: [UInt8], number: Int)?
        /// Frames of this scan that have come.
        var frames = 0
        var isClosed = false

        /// Gives the next scan its number.
        mutating func begin() -> Int {
            scan += 1
            running = scan
            frames = 0
            return scan
        }

        /// The scan that was to begin does not; nor does what waits for its end, for the visitor hears why.
        mutating func giveUp() {
            (running, waiting) = (nil, nil)
        }
    }

    /// What a page asks for.
    private struct Start: Sendable {
        let expectation: ScanExpectation
        let message: [UInt8]
    }

    private enum Turn: Sendable {
        case now(Int)
        /// When the scan that was stopped has ended.
        case later
        case never
    }

    private enum Step: Sendable {
        case look([UInt8], Int)
        /// The scan has had its time.
        case late
        case end
    }

    private let visitors: Visitors
    private let tell: @Sendable (LiveMessage) -> Void
    private let state = Monitor(State())

    init(_ visitors: Visitors, _ tell: @escaping @Sendable (LiveMessage) -> Void) {
        self.visitors = visitors
        self.tell = tell
    }

    var pendingCount: Int { 0 }

    func receive(_ message: [UInt8]) {
        guard message.count <= VisitorProcess.maxWantedBytes,
            case .object(let members)? = JSONValue(reading: message)
        else { return fail("malformed", "That is no message of this endpoint.") }
        let parameters = BridgeParameters(members)
        switch parameters.string("type") {
        case "start": begin(parameters, message)
        case "stop":
            let wasWaiting = state.update { state in
                defer { state.waiting = nil }
                state.scan += 1
                state.frame = nil
                return state.waiting != nil
            }
            if wasWaiting { tell(Self.stopped) }
        default: fail("malformed", "That is no message of this endpoint.")
        }
    }

    func show(_ frame: [UInt8]) {
        state.update { state in
            guard state.running != nil, !state.isClosed else { return }
            state.frame = (frame, state.frames)
            state.frames += 1
        }
    }

    func close() {
        state.update { state in
            state.isClosed = true
            state.scan += 1
            state.frame = nil
            state.waiting = nil
        }
    }

    private func begin(_ parameters: BridgeParameters, _ message: [UInt8]) {
        let start: Start
        do throws(BridgeError) {
            start = Start(expectation: try ScanExpectation(parameters), message: message)
        } catch {
            return fail("malformed", error.message)
        }
        let turn = state.update { state -> Turn in
            if state.running == nil, !state.isClosed { return .now(state.begin()) }
            // One that was stopped is as good as over.
            guard state.running != state.scan, state.waiting == nil, !state.isClosed else { return .never }
            state.waiting = start
            return .later
        }
        switch turn {
        case .now(let number): run(start, as: number)
        case .later: break
        case .never: fail("in_progress", "A scan of this visitor is running.")
        }
    }

    /// Runs a scan on a thread of its own, and then the one that waits for its end.
    private func run(_ start: Start, as number: Int) {
        let isStarted = startedThread { [self] in
            var end: LiveMessage? = Self.message("busy", "Too many visitors scan at the moment.")
            if visitors.takePlace() {
                end = scan(number, wanted: start.message, start.expectation)
                visitors.givePlaceBack()
            }
            let (isCurrent, next) = state.update { state in
                let isCurrent = state.scan == number && !state.isClosed
                state.frame = nil
                state.running = nil
                defer { state.waiting = nil }
                return (isCurrent, state.waiting.map { (start: $0, number: state.begin()) })
            }
            // Whoever hears of the end may begin again at once.
            if isCurrent, let end { tell(end) } else { tell(Self.stopped) }
            if let next { run(next.start, as: next.number) }
        }
        guard !isStarted else { return }
        state.update { $0.giveUp() }
        fail("busy", "There is no thread to scan on.")
    }

    private static let stopped = message("stopped", "The scan was stopped.")

    /// Looks at frames until there is an end to tell of; nil when nobody waits for one.
    private func scan(_ number: Int, wanted: [UInt8], _ expectation: ScanExpectation) -> LiveMessage? {
        do throws(RecognitionError) {
            let reader = try visitors.reader(wanted: wanted, expectation)
            let deadline = ContinuousClock.now + visitors.limit
            tell(.ready(Array(JSONValue.object([.init("type", "ready")]).text.utf8)))
            while true {
                switch next(number, until: deadline) {
                case nil: return Self.message("no_frames", "No frame came for too long.")
                case .late?: return Self.message("timeout", "No document was verified in time.")
                case .end?: return nil
                case .look(let frame, let index)?:
                    let begun = ContinuousClock.now
                    switch try reader.answer(to: frame) {
                    case .update(let update): tellProgress(update, frame: index)
                    case .result(let record):
                        tellProgress(ScanUpdate(progress: .twoMRZLines, hint: .done), frame: index)
                        return Self.result(record)
                    case .noFrame, .failed:
                        return Self.message("not_a_frame", "What came is no frame: JPEG, 2560 × 1600 at most.")
                    }
                    _ = state.wait(atMost: Self.interval - (ContinuousClock.now - begun)) { state in
                        state.scan != number ? true : nil
                    }
                }
            }
        } catch {
            return Self.message(error.code.rawValue, "The recogniser failed.")
        }
    }

    private func next(_ number: Int, until deadline: ContinuousClock.Instant) -> Step? {
        let left = deadline - .now
        // Frames that keep coming are no more time.
        guard left > .zero else { return .late }
        let step: Step? = state.wait(atMost: min(Self.timeout, left)) { state in
            if state.scan != number { return .end }
            guard let (bytes, index) = state.frame else { return nil }
            state.frame = nil
            return .look(bytes, index)
        }
        return step ?? (left <= Self.timeout ? .late : nil)
    }

    private func tellProgress(_ update: ScanUpdate, frame: Int) {
        let members: [JSONValue.Member] = [.init("type", "progress"), .init("frame", .integer(frame))]
        tell(.progress(Array(JSONValue.object(members + update.members).text.utf8)))
    }

    private static func result(_ record: ResultRecord) -> LiveMessage {
        var members: [JSONValue.Member] = [.init("type", "result")]
        if case .object(let rest) = record.json { members += rest }
        return .result(Array(JSONValue.object(members).text.utf8))
    }

    private static func message(_ code: String, _ message: String) -> LiveMessage {
        let json: JSONValue = ["type": "error", "code": .string(code), "message": .string(message)]
        return .failure(Array(json.text.utf8))
    }

    private func fail(_ code: String, _ message: String) { tell(Self.message(code, message)) }
}
