import Imaging
import Testing
import V4L2Capture

@Suite("Capture mode")
struct CaptureModeTests {
    @Test(
        "Rates have at most two digits after the point",
        arguments: [
            (30, "30"), (7.5, "7.5"), (29.97, "29.97"), (10.04, "10.04"), (14.999, "15"), (.nan, "nan"),
            (1e300, "1e+300"),
        ])
    func rates(rate: Double, text: String) { #expect(CaptureMode.text(of: rate) == text) }

    @Test("Describes itself in one line")
    func description() {
        let size = PixelSize(width: 1280, height: 720)
        #expect("\(CaptureMode(format: .mjpg, size: size, rate: 30))" == "MJPG 1280×720 at 30 fps")
        #expect("\(CaptureMode(format: .grey, size: size, rate: nil))" == "GREY 1280×720")
    }
}
