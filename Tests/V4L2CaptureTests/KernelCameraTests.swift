import Foundation
import Frames
import Glibc
import Imaging
import MRZScan
import Testing
import V4L2Capture

/// The device file of that camera.
private let kernelCamera = ProcessInfo.processInfo.environment["KERNEL_CAMERA"]

/// A camera that the kernel's own driver makes a device of. It has to offer MJPG and YUYV in 1280×720, and show one
/// picture. `make camera-test` provides one.
@Suite(
    "With a driver of the kernel",
    .enabled(if: kernelCamera != nil, "needs a camera; make camera-test runs it with one"), .serialized)
struct KernelCameraTests {
    private let path: String

    init() throws { path = try #require(kernelCamera) }

    private func source(_ request: CaptureRequest) -> V4L2Camera {
        V4L2Camera(path: path, request: request)
    }

    @Test("Is listed with its modes; the node beside it is no camera")
    func listing() throws {
        let device = CaptureDevice(path: path)
        #expect(device.problem == nil)
        #expect(device.driver == "uvcvideo")
        let size = PixelSize(width: 1280, height: 720)
        #expect(device.best == CaptureMode(format: .yuyv, size: size, rate: 30))
        #expect(device.modes.contains(CaptureMode(format: .mjpg, size: size, rate: 15)))
        #expect(CaptureDevice.all().map(\.problem?.code) == [nil, .notACamera])
    }

    @Test("Shows the same picture in every format", arguments: [15.0, 30])
    func frames(rate: Double) throws {
        var pictures: [GrayImage] = []
        for format in [PixelFormat.yuyv, .mjpg] {
            let request = CaptureRequest(size: PixelSize(width: 1280, height: 720), rate: rate, format: format)
            let (feed, mode) = try source(request).startCapture()
            #expect(mode.rate == rate)
            var frames: [Frame] = []
            let start = clock()
            while frames.count < 20 { frames.append(try #require(try feed.next())) }
            feed.stop()
            pictures.append(frames[19].image)
            let came = CaptureMode.text(
                of: Double(frames[19].sequence) / ((frames[19].time - frames[0].time) / .seconds(1)))
            let cost = CaptureMode.text(of: Double(clock() - start) / Double(CLOCKS_PER_SEC) / 20 * 1000)
            print("\(mode): \(came) fps came, \(feed.dropped) dropped, \(cost) ms of CPU for each of 20 taken")
        }
        let differences = zip(pictures[0].pixels, pictures[1].pixels).map { abs(Int($0) - Int($1)) }
        #expect(differences.reduce(0, +) < 2 * differences.count)
    }

    @Test("Is busy for a second user, and free again")
    func busy() throws {
        let feed = try source(CaptureRequest()).start()
        let error = #expect(throws: CaptureError.self) { try source(CaptureRequest()).start() }
        #expect(error?.code == .busy)
        #expect(CaptureDevice(path: path).problem?.code == .busy)
        feed.stop()
        #expect(CaptureDevice(path: path).problem == nil)
    }
}
