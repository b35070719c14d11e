import CV4L2
import Frames
import Glibc
import Imaging
import Testing
import Threads
import V4L2Capture

@Suite("V4L2 camera")
struct V4L2CameraTests {
    private func start(
        _ camera: ScriptedCamera, _ request: CaptureRequest = CaptureRequest()
    ) throws(CaptureError) -> (feed: FrameFeed, mode: CaptureMode) {
        let decoding = JPEGDecoding(luma: { _ in nil }, color: { _ in nil })
        return try V4L2Camera(path: "/dev/video0", request: request, decodingJPEG: decoding, system: camera)
            .startCapture()
    }

    private func failure(
        _ change: (inout ScriptedCamera.State) -> Void, _ request: CaptureRequest = CaptureRequest()
    ) -> CaptureError? {
        let camera = ScriptedCamera(change)
        let error = #expect(throws: CaptureError.self) { try start(camera, request) }
        #expect(camera.state.update { $0.openDevices } == 0)
        #expect(camera.state.update { $0.mappings.isEmpty })
        return error
    }

    @Test(
        "What opening fails with has a word and a way out",
        arguments: [
            (ENOENT, CaptureError.Code.notFound, "mrz-scan devices"), (EACCES, .permissionDenied, "video"),
            (EPERM, .permissionDenied, "usermod"), (EBUSY, .busy, "Another program"), (ENODEV, .notFound, "plug"),
            (ENOTTY, .notACamera, "no video device"), (EMFILE, .io, "descriptors"),
        ])
    func openFailures(number: Int32, code: CaptureError.Code, word: String) {
        let error = failure { $0.openFailures = [number] }
        #expect(error?.code == code)
        #expect(error?.operation == "open")
        #expect(error?.errno == number)
        #expect(error?.message.contains(word) == true)
    }

    @Test("A signal while opening changes nothing")
    func interruptedOpen() throws {
        let camera = ScriptedCamera { $0.openFailures = [EINTR] }
        let feed = try start(camera).feed
        #expect(camera.state.update { $0.openFailures.isEmpty && $0.opened.count == 1 && $0.openDevices == 1 })
        feed.stop()
    }

    @Test(
        "What setting up fails with names the call",
        arguments: [
            (cv4l2_QUERYCAP, EINVAL, CaptureError.Code.notACamera, "VIDIOC_QUERYCAP"),
            (cv4l2_S_FMT, EBUSY, .busy, "VIDIOC_S_FMT"), (cv4l2_REQBUFS, EBUSY, .busy, "VIDIOC_REQBUFS"),
            (cv4l2_ENUM_FMT, ENODEV, .lost, "VIDIOC_ENUM_FMT"), (cv4l2_STREAMON, EBUSY, .busy, "VIDIOC_STREAMON"),
            (cv4l2_STREAMON, ENOSPC, .io, "VIDIOC_STREAMON"), (cv4l2_STREAMON, EIO, .io, "VIDIOC_STREAMON"),
            (cv4l2_QUERYBUF, EINVAL, .io, "VIDIOC_QUERYBUF"), (cv4l2_QBUF, EIO, .io, "VIDIOC_QBUF"),
        ])
    func setUpFailures(request: UInt, number: Int32, code: CaptureError.Code, operation: String) {
        let error = failure { $0.failures[request] = [number] }
        #expect(error?.code == code)
        #expect(error?.operation == operation)
        #expect(error?.errno == number)
    }

    @Test("A bus without bandwidth has an advice of its own")
    func noBandwidth() {
        #expect(failure { $0.failures[cv4l2_STREAMON] = [ENOSPC] }?.message.contains("MJPG") == true)
    }

    @Test("Buffers that cannot be mapped are an error")
    func noMapping() {
        #expect(failure { $0.mapFailure = ENOMEM }?.operation == "mmap")
    }

    @Test("A node that gives no pictures is no camera")
    func metadataNode() {
        let error = failure { $0.capabilities = UInt32(V4L2_CAP_STREAMING) | UInt32(V4L2_CAP_META_CAPTURE) }
        #expect(error?.code == .notACamera)
    }

    @Test("The driver has the last word on size and format")
    func readBack() throws {
        let camera = ScriptedCamera {
            $0.gives = CaptureMode(format: .yuyv, size: PixelSize(width: 2, height: 2), rate: nil)
            $0.bytesPerLine = 6
            $0.steps = [.frame([1, 0, 2, 0, 9, 9, 3, 0, 4, 0])]
        }
        let (feed, mode) = try start(camera)
        #expect(mode == CaptureMode(format: .yuyv, size: PixelSize(width: 2, height: 2), rate: 30))
        #expect(try feed.next()?.image == GrayImage(width: 2, height: 2, pixels: [1, 2, 3, 4]))
        feed.stop()
    }

    @Test("What the user has asked for has to be what comes")
    func notAsAsked() {
        let other = CaptureMode(format: .grey, size: PixelSize(width: 2, height: 2), rate: nil)
        let asked = CaptureRequest(size: PixelSize(width: 4, height: 2))
        #expect(failure({ $0.gives = other }, asked)?.code == .unsupportedMode)
        let unread = CaptureMode(format: PixelFormat(rawValue: 0x3432_3248), size: other.size, rate: nil)
        #expect(failure({ $0.gives = unread })?.code == .unsupportedMode)
        let absurd = CaptureMode(format: .grey, size: PixelSize(width: 1 << 20, height: 1 << 20), rate: nil)
        #expect(failure({ $0.gives = absurd })?.code == .unsupportedMode)
    }

    @Test("A mode that is not there is refused in the words of the request")
    func refusals() {
        let size = failure({ _ in }, CaptureRequest(size: PixelSize(width: 640, height: 480), rate: 15))
        #expect(size?.code == .unsupportedMode)
        #expect(size?.message.contains("640×480, 15 fps") == true)
        let format = failure({ _ in }, CaptureRequest(format: PixelFormat("H264")))
        #expect(format?.message.contains("H264 are not read") == true)
        #expect(format?.message.contains("GREY") == true)
        let none = failure {
            $0.modes = [CaptureMode(format: PixelFormat(rawValue: 0x3432_3248), size: .small, rate: 5)]
        }
        #expect(none?.message.contains("H224") == true || none?.message.contains("H2") == true)
    }

    @Test("A rate is asked for, and one that the driver rounds is taken")
    func rate() throws {
        let camera = ScriptedCamera {
            $0.modes = [7.5, 29.97, 15].map { CaptureMode(format: .grey, size: .small, rate: $0) }
        }
        let (feed, mode) = try start(camera, CaptureRequest(rate: 30))
        #expect(abs((mode.rate ?? 0) - 29.97) < 0.001)
        feed.stop()
    }

    @Test(
        "A rate that no camera has changes nothing where the driver lists none",
        arguments: [.nan, .infinity, -1, 1e300])
    func absurdRate(rate: Double) throws {
        let camera = ScriptedCamera { $0.modes = [CaptureMode(format: .grey, size: .small, rate: nil)] }
        let (feed, mode) = try start(camera, CaptureRequest(rate: rate))
        feed.stop()
        #expect(mode.rate == 15)
        #expect(camera.count(cv4l2_S_PARM) == 0)
    }

    @Test("Formats that are not read are left to libv4l2, others never")
    func conversion() throws {
        let bayer = CaptureMode(format: PixelFormat(rawValue: 0x3138_4142), size: .small, rate: 30)
        let plain = CaptureMode(format: .yu12, size: .small, rate: 30)
        let camera = ScriptedCamera {
            $0.modes = [bayer]
            $0.converted = [plain]
        }
        let (feed, mode) = try start(camera)
        feed.stop()
        #expect(mode == plain)
        camera.state.update { state in #expect(state.opened == [false, true]) }

        let native = ScriptedCamera {
            $0.modes = [bayer, CaptureMode(format: .nv12, size: .small, rate: 30)]
            $0.converted = [plain]
        }
        let chosen = try start(native)
        chosen.feed.stop()
        #expect(chosen.mode.format == .nv12)
        native.state.update { state in #expect(state.opened == [false]) }
    }

    @Test("Stopping the feed lets go of the camera before it returns")
    func stopping() throws {
        let camera = ScriptedCamera()
        let feed = try start(camera).feed
        #expect(camera.state.update { $0.openDevices } == 1)
        feed.stop()
        #expect(camera.state.update { $0.openDevices } == 0)
    }

    @Test("What fails while frames flow comes out of the feed, once")
    func laterFailure() throws {
        let camera = ScriptedCamera { $0.steps = [.fails(ENODEV)] }
        let feed = try start(camera).feed
        #expect(throws: CaptureError.self) { try feed.next() }
        #expect(try feed.next() == nil)
    }
}

extension PixelSize {
    fileprivate static let small = PixelSize(width: 4, height: 2)
}
