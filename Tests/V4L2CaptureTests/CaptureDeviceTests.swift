import CV4L2
import Foundation
import Frames
import Glibc
import Imaging
import Testing
import Threads
import V4L2Capture

@Suite("Capture device")
struct CaptureDeviceTests {
    private let mode = CaptureMode(format: .grey, size: PixelSize(width: 4, height: 2), rate: 30)

    @Test("Lists modes and the one that is chosen, without capturing")
    func listing() {
        let camera = ScriptedCamera()
        let device = CaptureDevice(path: "/dev/video0", system: camera)
        #expect(device.modes == [mode])
        #expect(device.best == mode)
        #expect(device.problem == nil)
        camera.state.update { state in
            #expect(!state.calls.contains(cv4l2_S_FMT) && !state.calls.contains(cv4l2_STREAMON))
            #expect(state.openDevices == 0)
        }
    }

    @Test("A camera in use is listed with its modes")
    func busy() {
        let device = CaptureDevice(path: "/dev/video0", system: ScriptedCamera { $0.failures[cv4l2_REQBUFS] = [EBUSY] })
        #expect(device.problem?.code == .busy)
        #expect(device.modes == [mode])
    }

    @Test("One that cannot be opened says why")
    func forbidden() {
        let device = CaptureDevice(path: "/dev/video0", system: ScriptedCamera { $0.openFailures = [EACCES] })
        #expect(device.problem?.code == .permissionDenied)
        #expect(device.name == nil && device.modes.isEmpty)
    }

    @Test("One whose formats are read only after conversion is usable")
    func converted() {
        let plain = CaptureMode(format: .yu12, size: mode.size, rate: 30)
        let bayer = CaptureMode(format: PixelFormat(rawValue: 0x3138_4142), size: mode.size, rate: 30)
        let device = CaptureDevice(
            path: "/dev/video0",
            system: ScriptedCamera {
                $0.modes = [bayer]
                $0.converted = [plain]
            })
        #expect(device.problem == nil)
        #expect(device.modes == [bayer, plain])
        #expect(device.best == plain)
    }

    @Test("Device files are found by their names, in the order of their numbers")
    func paths() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "devices-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        for name in ["video10", "video2", "video", "videos", "vbi0", "video-1", "video+3"] {
            #expect(FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: nil))
        }
        #expect(CaptureDevice.paths(in: folder) == ["\(folder)/video2", "\(folder)/video10"])
        try FileManager.default.removeItem(atPath: folder)
        #expect(CaptureDevice.paths(in: folder) == [])
    }

    @Test("A file that is no device says so")
    func noDevice() {
        #expect(CaptureDevice(path: "/dev/null").problem?.code == .notACamera)
        #expect(CaptureDevice(path: "/dev").problem?.code == .notACamera)
        #expect(CaptureDevice(path: "/no/such/device").problem?.code == .notFound)
    }
}
