import CV4L2
package import Frames
import Glibc
import Threads

/// Takes frames from a stream and offers them, until somebody stops it or the camera fails.
///
/// What comes is offered as it is: who takes the frame decodes it.
package struct CaptureLoop: ~Copyable {
    /// The stream is started anew so often in a row before the camera is given up.
    private static let maxRestarts = 3
    /// This many frames in a row may turn out to be no pictures when they are decoded.
    private static let maxUndecoded = 30

    private let stream: CaptureStream
    private let feed: FrameFeed
    private let waker: Waker
    private let timeout: Duration
    private let decoding: JPEGDecoding
    private var numbers = FrameNumbers()
    /// Frames in a row that could not be decoded.
    private let undecoded = Monitor(0)
    private var restarts = 0
    /// Whether frames came since the last that could be used.
    private var hasDamage = false
    private var lastUse: Duration

    package init(
        _ stream: consuming CaptureStream, to feed: FrameFeed, waker: Waker, timeout: Duration,
        decodingJPEG decoding: JPEGDecoding
    ) {
        self.feed = feed
        self.waker = waker
        self.timeout = timeout
        self.decoding = decoding
        lastUse = stream.device.system.now
        self.stream = stream
    }

    private var path: String { stream.device.path }

    /// Runs until the waker wakes it or the feed wants no more.
    ///
    /// - Throws: `camera_lost`, `camera_io`.
    package consuming func run() throws(CaptureError) {
        while true {
            let rest = lastUse + timeout - stream.device.system.now
            switch stream.device.system.poll(stream.device.descriptor, waker, atMost: rest) {
            case .woken: return
            case .device(let events): if try !take(events) { return }
            case .timeout, .failed(EINTR), .failed(EAGAIN): break
            case .failed(let failure): throw .system("poll", failure, path: path)
            }
            try checkProgress()
        }
    }

    private func checkProgress() throws(CaptureError) {
        guard undecoded.update({ $0 }) < Self.maxUndecoded else {
            throw CaptureError(.io, "The frames of \(path) say that they are JPEG data but cannot be decoded.")
        }
        guard stream.device.system.now - lastUse >= timeout else { return }
        let seconds = timeout.components.seconds
        throw hasDamage
            ? CaptureError(
                .io, "For \(seconds) seconds every frame of \(path) was damaged. Try another cable or a smaller size.")
            : CaptureError(.lost, "The camera \(path) has not sent a frame for \(seconds) seconds. Plug it in anew.")
    }

    /// - Returns: false when no more frames are wanted.
    private mutating func take(_ events: Int16) throws(CaptureError) -> Bool {
        var numbers = self.numbers
        let (layout, now) = (stream.layout, stream.device.system.now)
        let delivery = try stream.next { bytes, buffer in
            Captured(bytes, buffer, layout, number: numbers.number(buffer.sequence), now: now)
        }
        self.numbers = numbers
        switch delivery {
        case .frame(let captured): return use(captured)
        case .none:
            let isBroken = events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
            if isBroken { try restart(after: .system("poll", EIO, path: path)) }
        case .trouble(let error): try restart(after: error)
        }
        return true
    }

    private mutating func use(_ captured: Captured) -> Bool {
        guard case .damaged = captured.content else {
            lastUse = stream.device.system.now
            hasDamage = false
            restarts = 0
            return offer(captured)
        }
        hasDamage = true
        return true
    }

    private func offer(_ captured: Captured) -> Bool {
        let (decoding, undecoded) = (decoding, undecoded)
        return feed.offer(developing: {
            let frame = captured.frame(decodingJPEG: decoding)
            undecoded.update { $0 = frame == nil ? $0 + 1 : 0 }
            return frame
        })
    }

    private mutating func restart(after error: CaptureError) throws(CaptureError) {
        restarts += 1
        guard restarts <= Self.maxRestarts else { throw error }
        try stream.restart()
        numbers.restarted()
    }
}
