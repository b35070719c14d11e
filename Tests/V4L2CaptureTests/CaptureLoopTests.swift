import CV4L2
import Frames
import Glibc
import Imaging
import Testing
import Threads
import V4L2Capture

/// The scripted camera in a loop whose feed loses nothing.
@Suite("Capture loop")
struct CaptureLoopTests {
    /// A frame of 4×2 gray pixels.
    private static let gray: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 9, 9, 9, 0xFF, 0xD9]
    private static let jpegMode = CaptureMode(format: .mjpg, size: PixelSize(width: 4, height: 2), rate: 30)

    /// Runs the camera to the end of its steps.
    ///
    /// - Parameter stops: whether somebody stops it then.
    private func run(
        _ camera: ScriptedCamera, decode: @escaping @Sendable ([UInt8]) -> GrayImage? = { _ in nil }
    ) throws(CaptureError) -> (frames: [Frame], damaged: Int) {
        let decoding = JPEGDecoding(luma: decode) { _ in nil }
        let feed = FrameFeed(.whole)
        let waker = Waker()
        let isStarted = startedThread {
            do throws(CaptureError) {
                let stream = try V4L2Camera.open("/dev/video0", CaptureRequest(), camera)
                let loop = CaptureLoop(stream, to: feed, waker: waker, timeout: .seconds(5), decodingJPEG: decoding)
                try loop.run()
                feed.finish()
            } catch {
                feed.fail(error)
            }
        }
        #expect(isStarted)
        var frames: [Frame] = []
        while let frame = try feed.next() {
            frames.append(frame)
            if camera.state.update({ $0.steps.isEmpty }) { waker.wake() }
        }
        return (frames, feed.damaged)
    }

    @Test("Frames come with the driver's gaps, its time and pixels of their own")
    func frames() throws {
        let camera = ScriptedCamera {
            $0.steps = [.frame(Self.gray, sequence: 10), .frame(Self.gray.reversed(), sequence: 12)]
        }
        let frames = try run(camera).frames
        #expect(frames.map(\.sequence) == [0, 2])
        #expect(frames.map(\.time) == [.milliseconds(5010), .milliseconds(5012)])
        #expect(frames.map(\.image.pixels) == [Self.gray, Self.gray.reversed()])
        #expect(frames.allSatisfy { $0.jpeg == nil })
    }

    @Test("Every buffer goes back to the driver, and everything is let go of at the end")
    func lettingGo() throws {
        let camera = ScriptedCamera { $0.steps = (0..<20).map { .frame(Self.gray, sequence: $0) } }
        #expect(try run(camera).frames.count == 20)
        camera.state.update { state in
            #expect(state.openDevices == 0)
            #expect(state.mappings.isEmpty)
            #expect(state.calls.suffix(2) == [cv4l2_STREAMOFF, cv4l2_REQBUFS])
        }
    }

    @Test("A signal in any call changes nothing", arguments: [cv4l2_DQBUF, cv4l2_QBUF, cv4l2_STREAMON, cv4l2_S_FMT])
    func interrupted(request: UInt) throws {
        let camera = ScriptedCamera {
            $0.failures[request] = [EINTR, EINTR]
            $0.steps = [.pollFails(EINTR), .frame(Self.gray)]
        }
        #expect(try run(camera).frames.count == 1)
    }

    @Test("A frame that is not there yet is waited for")
    func again() throws {
        let camera = ScriptedCamera { $0.steps = [.fails(EAGAIN), .events(POLLIN), .frame(Self.gray)] }
        #expect(try run(camera).frames.count == 1)
        #expect(camera.count(cv4l2_STREAMON) == 1)
    }

    @Test("An unplugged camera is lost, whichever call hears of it first", arguments: [cv4l2_DQBUF, cv4l2_QBUF])
    func unplugged(request: UInt) throws {
        let camera = ScriptedCamera {
            // The buffers are queued four times before the first frame.
            $0.failures[request] = (request == cv4l2_QBUF ? [0, 0, 0, 0] : []) + [ENODEV]
            $0.steps = [.frame(Self.gray)]
        }
        let error = #expect(throws: CaptureError.self) { try run(camera) }
        #expect(error?.code == .lost && error?.errno == ENODEV)
        #expect(camera.state.update { $0.openDevices } == 0)
    }

    @Test("After trouble the stream starts anew, with every buffer", arguments: [EIO, EPIPE, EINVAL])
    func trouble(number: Int32) throws {
        let camera = ScriptedCamera {
            $0.steps = [.frame(Self.gray, sequence: 5), .fails(number), .frame(Self.gray, sequence: 0)]
        }
        #expect(try run(camera).frames.map(\.sequence) == [0, 1])
        #expect(camera.count(cv4l2_STREAMON) == 2)
    }

    @Test("Trouble that does not end is an error")
    func endlessTrouble() throws {
        let camera = ScriptedCamera { $0.steps = Array(repeating: .fails(EIO), count: 9) }
        #expect(throws: CaptureError.self) { try run(camera) }
        #expect(camera.count(cv4l2_STREAMON) == 4)
    }

    @Test("A device that only says that it is broken is started anew, then given up")
    func broken() throws {
        let camera = ScriptedCamera { $0.steps = Array(repeating: .events(POLLERR), count: 9) }
        let error = #expect(throws: CaptureError.self) { try run(camera) }
        #expect(error?.operation == "poll")
    }

    @Test("A camera that falls silent is lost after a while")
    func silent() throws {
        let camera = ScriptedCamera {
            $0.steps = [.frame(Self.gray), .silence(.seconds(4)), .frame(Self.gray), .silence(.seconds(9))]
        }
        let error = #expect(throws: CaptureError.self) { try run(camera) }
        #expect(error?.code == .lost)
        #expect(error?.message.contains("5 seconds") == true)
    }

    @Test("Short frames and those that the driver marks are passed over")
    func damaged() throws {
        let camera = ScriptedCamera {
            $0.steps = [
                .frame(Self.gray.dropLast(1), sequence: 0), .frame(Self.gray, sequence: 1, flags: .errorFlag),
                .frame([], sequence: 2), .frame(Self.gray, sequence: 3),
            ]
        }
        #expect(try run(camera).frames.map(\.sequence) == [3])
    }

    @Test("A camera that sends only damaged frames is given up, and says why")
    func onlyDamaged() throws {
        let camera = ScriptedCamera {
            $0.steps = [
                .frame(Self.gray, flags: .errorFlag), .silence(.seconds(3)), .frame(Self.gray, flags: .errorFlag),
                .silence(.seconds(3)),
            ]
        }
        let error = #expect(throws: CaptureError.self) { try run(camera) }
        #expect(error?.code == .io)
        #expect(error?.message.contains("damaged") == true)
    }

    @Test("JPEG data is handed over with its luma, without what follows it")
    func jpegFrames() throws {
        let camera = ScriptedCamera {
            $0.modes = [Self.jpegMode]
            $0.steps = [.frame(Self.jpeg + [0, 0, 0])]
        }
        let image = GrayImage(width: 1, height: 1, pixels: [8])
        let frames = try run(camera, decode: { $0 == Self.jpeg ? image : nil }).frames
        #expect(frames.map(\.jpeg) == [Self.jpeg])
        #expect(frames.map(\.image) == [image])
    }

    @Test("JPEG data that breaks off is never decoded; what cannot be decoded is passed over")
    func truncatedJPEG() throws {
        let camera = ScriptedCamera {
            $0.modes = [Self.jpegMode]
            $0.steps = [.frame(Self.jpeg.dropLast(1)), .frame([0xFF, 0xD8, 0xFF, 0xD9]), .frame(Self.jpeg)]
        }
        let seen = Monitor([[UInt8]]())
        let result = try run(camera) { bytes in
            seen.update { $0.append(bytes) }
            return bytes.count == 4 ? nil : GrayImage(width: 1, height: 1, pixels: [0])
        }
        #expect(result.frames.count == 1)
        #expect(result.damaged == 1)
        #expect(seen.update { $0 } == [[0xFF, 0xD8, 0xFF, 0xD9], Self.jpeg])
    }

    @Test("A camera whose JPEG data is none is given up")
    func undecodable() throws {
        let camera = ScriptedCamera {
            $0.modes = [Self.jpegMode]
            $0.steps = Array(repeating: .frame(Self.jpeg), count: 100)
        }
        let error = #expect(throws: CaptureError.self) { try run(camera) }
        #expect(error?.code == .io)
    }
}

extension UInt32 {
    fileprivate static let errorFlag = UInt32(V4L2_BUF_FLAG_ERROR)
}
