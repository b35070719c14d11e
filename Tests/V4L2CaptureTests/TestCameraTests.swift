import Foundation
import Frames
import ImageDecoding
import Imaging
import TestCamera
import Testing
import V4L2Capture

/// Real system calls, through libv4l2 and the kernel, to the camera of `Tests/TestCamera`.
@Suite("With a camera", .enabled(if: TestCamera.isAvailable, "\(TestCamera.absence)"))
struct TestCameraTests {
    /// Pictures that differ in every pixel and from each other, with edges that compression keeps.
    private static let pictures = (0..<4).map { number in
        GrayImage(
            width: 64, height: 48,
            pixels: (0..<(64 * 48)).map { UInt8(truncatingIfNeeded: 40 + $0 % 64 + $0 / 64 * 2 + number * 20) })
    }

    /// A camera that shows them one after another.
    private func camera(_ options: [String] = []) throws -> TestCamera {
        let file = FileManager.default.temporaryDirectory.appending(path: "film-\(UUID().uuidString).y4m")
        var film = Film(size: PixelSize(width: 64, height: 48))
        for picture in Self.pictures { film.append(picture) }
        try film.write(to: file)
        defer { do { try FileManager.default.removeItem(at: file) } catch {} }
        return try TestCamera(showing: [file], options)
    }

    private func source(_ camera: TestCamera, _ request: CaptureRequest = CaptureRequest()) -> V4L2Camera {
        V4L2Camera(path: camera.path, request: request, decodingJPEG: { MotionJPEG.luma(of: $0) })
    }

    /// The largest difference to the picture that the camera showed.
    private func difference(_ frame: Frame) -> Int {
        let shown = Self.pictures[frame.sequence % Self.pictures.count]
        guard shown.pixels.count == frame.image.pixels.count else { return 255 }
        return zip(shown.pixels, frame.image.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 255
    }

    @Test(
        "Luma arrives as it was shown, in every format and with padded lines",
        arguments: [PixelFormat.yuyv, .uyvy, .nv12, .yu12, .grey], [0, 32])
    func rawFormats(format: PixelFormat, padding: Int) throws {
        let camera = try camera(["--padding", "\(padding)"])
        let (feed, mode) = try source(camera, CaptureRequest(format: format)).startCapture()
        defer { feed.stop() }
        #expect(mode == CaptureMode(format: format, size: PixelSize(width: 64, height: 48), rate: 30))
        for _ in 0..<3 {
            let frame = try #require(try feed.next())
            #expect(difference(frame) == 0)
            #expect(frame.jpeg == nil)
        }
    }

    @Test("What the camera compresses comes as it is, and as luma")
    func motionJPEG() throws {
        let feed = try source(camera(), CaptureRequest(format: .mjpg)).start()
        defer { feed.stop() }
        let frame = try #require(try feed.next())
        #expect(difference(frame) < 12)
        let data = try #require(frame.jpeg)
        #expect(try EncodedImage(bytes: data).picture().gray.width == 64)
    }

    @Test("A format that is not read is converted by libv4l2")
    func conversion() throws {
        let (feed, mode) = try source(camera(["--format", "RGB3"])).startCapture()
        defer { feed.stop() }
        #expect(mode.format == .yu12 || mode.format == .yv12)
        let frame = try #require(try feed.next())
        // It makes 16 of black and 235 of white.
        #expect(difference(frame) < 25)
    }

    @Test("The mode is chosen, or is the one that was asked for")
    func modes() throws {
        let picture = FileManager.default.temporaryDirectory.appending(path: "picture-\(UUID().uuidString).pgm")
        try (Data("P5\n64 48\n255\n".utf8) + Data(Self.pictures[0].pixels)).write(to: picture)
        defer { do { try FileManager.default.removeItem(at: picture) } catch {} }
        let camera = try TestCamera(
            showing: [picture], ["--size", "320x240,1280x720,640x480", "--fps", "30,15", "--format", "YUYV,MJPG"])
        let (feed, chosen) = try source(camera).startCapture()
        feed.stop()
        #expect(chosen == CaptureMode(format: .yuyv, size: PixelSize(width: 1280, height: 720), rate: 30))
        let wanted = CaptureMode(format: .mjpg, size: PixelSize(width: 320, height: 240), rate: 15)
        let request = CaptureRequest(size: wanted.size, rate: wanted.rate, format: wanted.format)
        let (small, given) = try source(camera, request).startCapture()
        small.stop()
        #expect(given == wanted)
        #expect(throws: CaptureError.self) {
            try source(camera, CaptureRequest(size: PixelSize(width: 800, height: 600))).start()
        }
    }

    @Test("A second program finds the camera busy, and free once the first has stopped")
    func busy() throws {
        let camera = try camera()
        let feed = try source(camera).start()
        let error = #expect(throws: CaptureError.self) { try source(camera).start() }
        #expect(error?.code == .busy)
        #expect(CaptureDevice(path: camera.path).problem?.code == .busy)
        feed.stop()
        #expect(CaptureDevice(path: camera.path).problem == nil)
        try source(camera).start().stop()
    }

    @Test("A camera that is unplugged is lost; plugged in again it can be opened")
    func unplugged() throws {
        let camera = try camera()
        let feed = try source(camera).start()
        _ = try #require(try feed.next())
        try camera.tell("unplug")
        let error = #expect(throws: CaptureError.self) { while try feed.next() != nil {} }
        #expect(error?.code == .lost)
        #expect(throws: CaptureError.self) { try source(camera).start() }
        try camera.tell("plug")
        let again = try reopened(camera)
        #expect(try again.next()?.sequence == 0)
        again.stop()
    }

    /// Opens it as soon as it is there.
    private func reopened(_ camera: TestCamera) throws -> FrameFeed {
        while true {
            do throws(CaptureError) {
                return try source(camera).start()
            } catch  where error.code == .notFound {
                continue
            }
        }
    }

    @Test("Short, damaged and failing frames are passed over", arguments: ["short", "corrupt", "error"])
    func faults(kind: String) throws {
        for format in [PixelFormat.yuyv, .mjpg] {
            let feed = try source(camera(["--\(kind)-every", "2"]), CaptureRequest(format: format)).start()
            defer { feed.stop() }
            for _ in 0..<3 {
                let frame = try #require(try feed.next())
                // After an error the stream begins anew, with the first picture.
                if kind != "error" { #expect(frame.sequence % 2 == 0) }
                if kind != "error" { #expect(difference(frame) < 12) }
            }
        }
    }

    @Test("A camera that freezes is lost after the time that it is given")
    func frozen() throws {
        let camera = try camera()
        let feed = try source(camera, CaptureRequest(patience: .milliseconds(300))).start()
        _ = try #require(try feed.next())
        try camera.tell("freeze")
        let error = #expect(throws: CaptureError.self) { while try feed.next() != nil {} }
        #expect(error?.code == .lost)
    }
}
