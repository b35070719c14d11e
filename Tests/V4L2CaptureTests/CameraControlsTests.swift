import CV4L2
import Frames
import Glibc
import Testing
import Threads
import V4L2Capture

@Suite("Camera controls")
struct CameraControlsTests {
    private typealias Control = (value: Int32, values: [Int32], isMenu: Bool)

    /// The values of the controls once the camera streams.
    private func values(
        _ controls: [UInt32: Control], failures: [UInt: [Int32]] = [:]
    ) throws(CaptureError) -> [UInt32: Int32] {
        let camera = ScriptedCamera {
            $0.controls = controls
            $0.failures = failures
        }
        _ = try V4L2Camera.open("/dev/video0", CaptureRequest(), camera)
        return camera.state.update { $0.controls.mapValues(\.value) }
    }

    @Test("A webcam gets continuous focus, exposure with its fixed aperture, and lamps of the mains")
    func webcam() throws {
        let set = try values([
            cv4l2_CID_FOCUS_AUTO: (0, [0, 1], false), cv4l2_CID_EXPOSURE_AUTO: (1, [1, 3], true),
            cv4l2_CID_POWER_LINE_FREQUENCY: (0, [0, 1, 2], true),
        ])
        #expect(set == [cv4l2_CID_FOCUS_AUTO: 1, cv4l2_CID_EXPOSURE_AUTO: 3, cv4l2_CID_POWER_LINE_FREQUENCY: 1])
    }

    @Test("What the camera finds out by itself is left to it")
    func automatic() throws {
        let set = try values([
            cv4l2_CID_EXPOSURE_AUTO: (1, [0, 1, 2, 3], true), cv4l2_CID_POWER_LINE_FREQUENCY: (1, [0, 1, 2, 3], true),
        ])
        #expect(set == [cv4l2_CID_EXPOSURE_AUTO: 0, cv4l2_CID_POWER_LINE_FREQUENCY: 3])
    }

    @Test("Lamps of 60 Hz stay so")
    func sixty() throws {
        let set = try values([cv4l2_CID_POWER_LINE_FREQUENCY: (2, [0, 1, 2], true)])
        #expect(set == [cv4l2_CID_POWER_LINE_FREQUENCY: 2])
    }

    @Test("A camera that refuses captures all the same", arguments: [EINVAL, EBUSY, EIO, ERANGE, EACCES])
    func refused(number: Int32) throws {
        let set = try values([cv4l2_CID_FOCUS_AUTO: (0, [0, 1], false)], failures: [cv4l2_S_CTRL: [number]])
        #expect(set == [cv4l2_CID_FOCUS_AUTO: 0])
    }

    @Test("A camera that is unplugged meanwhile is lost")
    func unplugged() {
        let error = #expect(throws: CaptureError.self) {
            try values([cv4l2_CID_FOCUS_AUTO: (0, [0, 1], false)], failures: [cv4l2_S_CTRL: [ENODEV]])
        }
        #expect(error?.code == .lost)
    }
}
