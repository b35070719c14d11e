import CV4L2
import Glibc
import Imaging
import Threads
import V4L2Capture

/// A camera that answers as a test tells it to.
final class ScriptedCamera: V4L2System {
    /// What happens next on the device.
    enum Step: Sendable {
        /// A frame arrives.
        case frame([UInt8], sequence: UInt32 = 0, flags: UInt32 = 0)
        /// `VIDIOC_DQBUF` fails.
        case fails(Int32)
        /// poll(2) says so, and no frame is there.
        case events(Int32)
        /// poll(2) itself fails.
        case pollFails(Int32)
        /// So much time passes.
        case silence(Duration)
    }

    struct State: Sendable {
        /// What the driver lists.
        var modes: [CaptureMode] = [
            CaptureMode(format: .grey, size: PixelSize(width: 4, height: 2), rate: 30)
        ]
        /// What libv4l2 lists when it converts.
        var converted: [CaptureMode] = []
        var capabilities = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_STREAMING)
        var bytesPerLine: UInt32 = 0
        /// What `VIDIOC_S_FMT` gives, whatever it is asked for.
        var gives: CaptureMode?
        /// Error numbers that a call answers with, one each time; 0 lets it through.
        var failures: [UInt: [Int32]] = [:]
        var openFailures: [Int32] = []
        var mapFailure: Int32 = 0
        /// The driver's controls, with the values that each takes.
        var controls: [UInt32: (value: Int32, values: [Int32], isMenu: Bool)] = [:]
        var steps: [Step] = []

        var now = Duration.zero
        var opened: [Bool] = []
        var isConverting = false
        var openDevices = 0
        var calls: [UInt] = []
        var queued: [UInt32] = []
        var mappings: [UInt: Int] = [:]
        var memory: [UInt] = []
        var set: CaptureMode?
        var rate = v4l2_fract(numerator: 1, denominator: 15)
    }

    let state: Monitor<State>

    init(_ change: (inout State) -> Void = { _ in }) {
        var state = State()
        change(&state)
        self.state = Monitor(state)
    }

    /// How often a request was made.
    func count(_ request: UInt) -> Int { state.update { $0.calls.count { $0 == request } } }

    func open(_ path: String, converts: Bool) -> Int32 {
        state.update { state in
            if !state.openFailures.isEmpty { return -state.openFailures.removeFirst() }
            state.opened.append(converts)
            state.isConverting = converts
            state.openDevices += 1
            return 7
        }
    }

    func close(_ device: Int32) { state.update { $0.openDevices -= 1 } }

    func map(_ device: Int32, length: Int, offset: Int64) -> (start: UnsafeMutableRawPointer?, errno: Int32) {
        let address = state.update { state -> UInt in
            guard state.mapFailure == 0 else { return 0 }
            let start = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 16)
            state.mappings[UInt(bitPattern: start)] = length
            state.memory.append(UInt(bitPattern: start))
            return UInt(bitPattern: start)
        }
        return (UnsafeMutableRawPointer(bitPattern: address), state.update { $0.mapFailure })
    }

    func unmap(_ start: UnsafeMutableRawPointer, length: Int) {
        state.update { _ = $0.mappings.removeValue(forKey: UInt(bitPattern: start)) }
        start.deallocate()
    }

    var now: Duration { state.update { $0.now } }

    func poll(_ device: Int32, _ waker: Waker, atMost timeout: Duration) -> PollOutcome {
        let outcome = state.update { state -> PollOutcome? in
            switch state.steps.first {
            case .frame, .fails: return .device(Int16(POLLIN))
            case .events(let events):
                state.steps.removeFirst()
                return .device(Int16(events))
            case .pollFails(let number):
                state.steps.removeFirst()
                return .failed(number)
            case .silence(let duration):
                state.steps.removeFirst()
                state.now += min(duration, timeout)
                return .timeout
            case nil: return nil
            }
        }
        if let outcome { return outcome }
        // Nothing will ever happen again, unless somebody stops it.
        var woken = pollfd(fd: waker.descriptor, events: Int16(POLLIN), revents: 0)
        Glibc.poll(&woken, 1, -1)
        return .woken
    }

    func ioctl(_ device: Int32, _ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        let address = UInt(bitPattern: argument)
        return state.update { state in
            state.calls.append(request)
            if let failures = state.failures[request], let failure = failures.first {
                state.failures[request] = Array(failures.dropFirst())
                if failure != 0 { return -failure }
            }
            guard let argument = UnsafeMutableRawPointer(bitPattern: address) else { return -EFAULT }
            return state.answer(request, argument)
        }
    }
}
