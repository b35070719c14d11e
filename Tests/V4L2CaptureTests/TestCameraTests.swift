import Foundation
import Frames
import ImageDecoding
import Imaging
import MRZScan
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

    /// A file that is gone afterwards.
    private func withFile(_ name: String, _ body: (URL) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)-\(name)")
        // The system clears the folder of temporary files where this cannot.
        defer { do { try FileManager.default.removeItem(at: file) } catch {} }
        try body(file)
    }

    /// With a camera that shows them one after another.
    private func withCamera(_ options: [String] = [], _ body: (TestCamera) throws -> Void) throws {
        try withFile("film.y4m") { file in
            var film = Film(size: PixelSize(width: 64, height: 48))
            for picture in Self.pictures { film.append(picture) }
            try film.write(to: file)
            try TestCamera.showing([file], options, body)
        }
    }

    private func source(_ camera: TestCamera, _ request: CaptureRequest = CaptureRequest()) -> V4L2Camera {
        V4L2Camera(path: camera.path, request: request)
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
        try withCamera(["--padding", "\(padding)"]) { camera in
            let (feed, mode) = try source(camera, CaptureRequest(format: format)).startCapture()
            defer { feed.stop() }
            #expect(mode == CaptureMode(format: format, size: PixelSize(width: 64, height: 48), rate: 30))
            for _ in 0..<3 {
                let frame = try #require(try feed.next())
                #expect(difference(frame) == 0)
                #expect(frame.jpeg == nil)
            }
        }
    }

    @Test("What the camera compresses comes as it is, and as luma")
    func motionJPEG() throws {
        try withCamera { camera in
            let feed = try source(camera, CaptureRequest(format: .mjpg)).start()
            defer { feed.stop() }
            let frame = try #require(try feed.next())
            #expect(difference(frame) < 12)
            let data = try #require(frame.jpeg)
            #expect(try EncodedImage(bytes: data).picture().gray.width == 64)
        }
    }

    @Test("A format that is not read is converted by libv4l2")
    func conversion() throws {
        try withCamera(["--format", "RGB3"]) { camera in
            let (feed, mode) = try source(camera).startCapture()
            defer { feed.stop() }
            #expect(mode.format == .yu12 || mode.format == .yv12)
            // It makes 16 of black and 235 of white.
            #expect(difference(try #require(try feed.next())) < 25)
        }
    }

    @Test("The mode is chosen, or is the one that was asked for")
    func modes() throws {
        try withFile("picture.pgm") { picture in
            try (Data("P5\n64 48\n255\n".utf8) + Data(Self.pictures[0].pixels)).write(to: picture)
            let options = ["--size", "320x240,1280x720,640x480", "--fps", "30,15", "--format", "YUYV,MJPG"]
            try TestCamera.showing([picture], options, isNegotiated)
        }
    }

    private func isNegotiated(with camera: TestCamera) throws {
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
        try withCamera { camera in
            let feed = try source(camera).start()
            let error = #expect(throws: CaptureError.self) { try source(camera).start() }
            #expect(error?.code == .busy)
            #expect(CaptureDevice(path: camera.path).problem?.code == .busy)
            feed.stop()
            #expect(CaptureDevice(path: camera.path).problem == nil)
            try source(camera).start().stop()
        }
    }

    @Test("A camera that is unplugged is lost; plugged in again it can be opened")
    func unplugged() throws {
        try withCamera { camera in
            let feed = try source(camera).start()
            _ = try #require(try feed.next())
            try camera.tell("unplug")
            let error = #expect(throws: CaptureError.self) { while try feed.next() != nil {} }
            #expect(error?.code == .lost)
            #expect(throws: CaptureError.self) { try source(camera).start() }
            try camera.tell("plug")
            // The device file is there within milliseconds, if it comes at all.
            let limit = ContinuousClock.now + .seconds(60)
            while CaptureDevice(path: camera.path).problem?.code == .notFound {
                try #require(ContinuousClock.now < limit, "the camera never comes back")
            }
            let again = try source(camera).start()
            #expect(try again.next()?.sequence == 0)
            again.stop()
        }
    }

    @Test("Short, damaged and failing frames are passed over", arguments: ["short", "corrupt", "error"])
    func faults(kind: String) throws {
        for format in [PixelFormat.yuyv, .mjpg] {
            try withCamera(["--\(kind)-every", "2"]) { camera in
                let feed = try source(camera, CaptureRequest(format: format)).start()
                defer { feed.stop() }
                for _ in 0..<3 {
                    let frame = try #require(try feed.next())
                    // After an error the stream begins anew, with the first picture.
                    if kind != "error" { #expect(frame.sequence % 2 == 0 && difference(frame) < 12) }
                }
            }
        }
    }

    @Test("A camera that freezes is lost after the time that it is given")
    func frozen() throws {
        try withCamera { camera in
            try camera.tell("freeze")
            let feed = try source(camera, CaptureRequest(timeout: .milliseconds(300))).start()
            let error = #expect(throws: CaptureError.self) { while try feed.next() != nil {} }
            #expect(error?.code == .lost)
        }
    }
}
