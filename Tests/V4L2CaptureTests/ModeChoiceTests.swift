import Imaging
import Testing
import V4L2Capture

@Suite("Mode choice")
struct ModeChoiceTests {
    private func mode(_ format: PixelFormat, _ width: Int, _ height: Int, _ rate: Double? = 30) -> CaptureMode {
        CaptureMode(format: format, size: PixelSize(width: width, height: height), rate: rate)
    }

    private func expect(_ expected: CaptureMode, of modes: [CaptureMode]) {
        #expect(ModeChoice().best(of: modes) == expected)
        // The order in which a driver lists them says nothing.
        #expect(ModeChoice().best(of: modes.reversed()) == expected)
    }

    @Test("Enough pixels come before anything else")
    func enoughPixels() {
        expect(mode(.yuyv, 1280, 720, 10), of: [mode(.yuyv, 320, 240, 60), mode(.yuyv, 1280, 720, 10)])
        expect(mode(.yuyv, 352, 288, 15), of: [mode(.yuyv, 320, 240, 30), mode(.yuyv, 352, 288, 15)])
    }

    @Test("Of those with enough, smooth motion counts")
    func rate() {
        expect(mode(.yuyv, 640, 480, 30), of: [mode(.yuyv, 1920, 1080, 5), mode(.yuyv, 640, 480, 30)])
        expect(mode(.yuyv, 640, 480, 15), of: [mode(.yuyv, 1280, 720, 10), mode(.yuyv, 640, 480, 15)])
    }

    @Test("A driver may name any size")
    func endlessSizes() {
        let largest = Int(UInt32.max)
        expect(mode(.yuyv, 1280, 720, 30), of: [mode(.yuyv, 1280, 720, 30), mode(.yuyv, largest, largest, 30)])
    }

    @Test("A typical webcam of USB 2: raw frames are slow, so its JPEG is taken")
    func webcam() {
        expect(
            mode(.mjpg, 1280, 720, 30),
            of: [
                mode(.yuyv, 640, 480, 30), mode(.yuyv, 1280, 720, 10), mode(.yuyv, 1920, 1080, 5),
                mode(.mjpg, 640, 480, 30), mode(.mjpg, 1280, 720, 30), mode(.mjpg, 1920, 1080, 30),
            ])
    }

    @Test("A camera of USB 3: what needs no decoding")
    func usb3() {
        expect(
            mode(.nv12, 1280, 720, 30),
            of: [
                mode(.mjpg, 1280, 720, 30), mode(.yuyv, 1280, 720, 30), mode(.nv12, 1280, 720, 30),
                mode(.nv12, 1280, 720, 60), mode(.yuyv, 1920, 1080, 30), mode(.mjpg, 1920, 1080, 60),
            ])
    }

    @Test("A few frames a second more do not outweigh pixels")
    func nearlyAsFast() {
        expect(mode(.yuyv, 1280, 720, 25), of: [mode(.yuyv, 640, 480, 30), mode(.yuyv, 1280, 720, 25)])
    }

    @Test("More pixels than are of use cost time")
    func tooMany() {
        expect(mode(.grey, 1280, 960), of: [mode(.grey, 3840, 2160), mode(.grey, 1280, 960), mode(.grey, 1920, 1080)])
    }

    @Test("A tall picture is judged by the side that is short of pixels")
    func tall() {
        expect(mode(.grey, 1280, 720, 5), of: [mode(.grey, 360, 2000, 30), mode(.grey, 1280, 720, 5)])
    }

    @Test("A rate that the driver does not say loses against one that it does")
    func unknownRate() {
        expect(mode(.yuyv, 640, 480, 15), of: [mode(.yuyv, 1280, 720, nil), mode(.yuyv, 640, 480, 15)])
        expect(mode(.yuyv, 1280, 720, nil), of: [mode(.yuyv, 1280, 720, nil)])
    }

    @Test("Formats that are not read are never chosen")
    func unread() throws {
        let h264 = try #require(PixelFormat("H264"))
        #expect(ModeChoice().best(of: [mode(h264, 1280, 720)]) == nil)
        #expect(ModeChoice().best(of: []) == nil)
    }
}
