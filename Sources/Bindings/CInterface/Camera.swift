public import CMRZScan
import Frames
import LiveScanning
import MRZScan
import Recognition
import Reporting
import Threads
import V4L2Capture

/// What `mrzscan_camera` points to: a camera, and the thread that reads what comes before it.
private final class Camera: Sendable {
    private struct State: Sendable {
        var status = LiveStatus(progress: .noText, hint: .showDocument)
        /// The status has changed since it was last told.
        var isNew = false
        /// What became of documents and was not told yet, in order.
        var events: [Event] = []
        var failure: CallFailure?
        /// Nobody reads any more.
        var hasEnded = false
        /// The thread has let go of everything.
        var isDone = false
    }

    /// What became of a document.
    private enum Event {
        case read(ScanReport)
        case left
    }

    /// What is to be told.
    struct Word: Sendable {
        let status: LiveStatus
        let documentLeft: Bool
        let report: ScanReport?
        let hasEnded: Bool
    }

    /// A camera that was opened before somebody reads from it.
    private struct Opened: FrameSource {
        let feed: FrameFeed
        func start() throws(CaptureError) -> FrameFeed { feed }
    }

    private let state = Monitor(State())
    private let stopping = StopSignal()

    init(_ path: String, _ configuration: MRZReader.Configuration, timeout: Duration?) throws(CallFailure) {
        let source: Opened
        do throws(CaptureError) {
            source = Opened(feed: try V4L2Camera(path: path).start())
        } catch {
            throw CallFailure(error)
        }
        var live = LiveScan.Configuration()
        live.timeout = timeout
        let isStarted = startedThread { [state, stopping, live] in
            Self.read(source, path, LiveReader(configuration, live: live), state, stopping)
        }
        guard isStarted else {
            source.feed.stop()
            throw CallFailure(CaptureError.noThread)
        }
    }

    func stop() {
        stopping.raise()
        state.update { $0.hasEnded = true }
    }

    /// Waits until the thread has closed the device.
    func join() { state.wait { $0.isDone ? () : nil } }

    func next(within timeout: Duration) throws(CallFailure) -> Word {
        let word = state.wait(atMost: timeout) { state -> Result<Word, CallFailure>? in
            state.isNew || !state.events.isEmpty || state.hasEnded || state.failure != nil ? Self.word(&state) : nil
        }
        return try (word ?? state.update { Self.word(&$0) }).get()
    }

    private static func word(_ state: inout State) -> Result<Word, CallFailure> {
        state.isNew = false
        // Documents that were read before it failed or ended come first.
        guard !state.events.isEmpty else {
            if let failure = state.failure { return .failure(failure) }
            return .success(Word(status: state.status, documentLeft: false, report: nil, hasEnded: state.hasEnded))
        }
        switch state.events.removeFirst() {
        case .read(let report):
            return .success(Word(status: state.status, documentLeft: false, report: report, hasEnded: false))
        case .left: return .success(Word(status: state.status, documentLeft: true, report: nil, hasEnded: false))
        }
    }

    private static func read(
        _ source: Opened, _ path: String, _ reader: LiveReader, _ state: Monitor<State>, _ stopping: StopSignal
    ) {
        var count = 0
        func append(_ result: LiveResult?) {
            guard let result else { return }
            let report = reader.report(of: result, source: path, index: count)
            count += 1
            state.update { $0.events.append(.read(report)) }
        }
        do throws(LiveScan.Failure) {
            switch try reader.run(
                source, stop: stopping,
                { event in
                    switch event {
                    case .progress(let status):
                        state.update { state in
                            state.isNew = state.isNew || state.status != status
                            state.status = status
                        }
                    case .settled(let result): append(result)
                    case .documentLeft: state.update { $0.events.append(.left) }
                    case .frame, .sourceLost, .sourceBack: break
                    }
                    return .goOn
                })
            {
            case .stopped: break
            case .ended(let best), .timedOut(let best): append(best)
            }
        } catch {
            let failure: CallFailure =
                switch error {
                case .capture(let error): CallFailure(error)
                case .recognition(let error): CallFailure(error)
                }
            state.update { $0.failure = failure }
        }
        source.feed.stop()
        state.update { state in
            state.hasEnded = true
            state.isDone = true
        }
    }
}

@_cdecl("mrzscan_camera_open")
public func openCamera(
    _ options: UnsafePointer<mrzscan_options>?, _ path: UnsafePointer<CChar>?, _ timeout: UInt32,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> OpaquePointer? {
    attempt(error) { () throws(CallFailure) in
        guard let path = try text(path, named: "path of the camera") else {
            throw .wrongCall("The path of the camera is NULL.")
        }
        let configuration = try MRZReader.Configuration(options)
        let limit: Duration? = timeout == 0 ? nil : .milliseconds(timeout)
        return handle(to: try Camera(path, configuration, timeout: limit))
    }
}

@_cdecl("mrzscan_camera_next")
public func nextOfCamera(
    _ camera: OpaquePointer?, _ milliseconds: UInt32, _ status: UnsafeMutablePointer<mrzscan_live_status>?,
    _ error: UnsafeMutablePointer<OpaquePointer?>?
) -> Bool {
    attempt(error) { () throws(CallFailure) in
        let camera = try object(Camera.self, behind: camera, named: "camera")
        let room = try StatusRoom(status)
        let word = try camera.next(within: .milliseconds(milliseconds))
        room.write(word.status, documentLeft: word.documentLeft, ended: word.hasEnded, report: word.report)
        return true
    } ?? false
}

@_cdecl("mrzscan_camera_stop")
public func stopCamera(_ camera: OpaquePointer?) { object(Camera.self, behind: camera)?.stop() }

@_cdecl("mrzscan_camera_free")
public func freeCamera(_ camera: OpaquePointer?) {
    guard let running = object(Camera.self, behind: camera) else { return }
    running.stop()
    running.join()
    release(Camera.self, behind: camera)
}
