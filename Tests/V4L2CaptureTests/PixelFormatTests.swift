import Testing
import V4L2Capture

@Suite("Pixel format")
struct PixelFormatTests {
    @Test("Is the four characters, the first in the lowest byte")
    func characters() {
        // V4L2_PIX_FMT_YUYV of linux/videodev2.h.
        #expect(PixelFormat.yuyv.rawValue == 0x5659_5559)
        #expect(PixelFormat("YUYV") == .yuyv)
        #expect("\(PixelFormat.mjpg)" == "MJPG")
    }

    @Test("Short names are filled with blanks, others are none")
    func names() {
        #expect(PixelFormat("Y4")?.description == "Y4")
        for name in ["", "YUYVX", "YÜV", "A\n"] { #expect(PixelFormat(name) == nil) }
    }

    @Test("What is not printable is a point")
    func unprintable() { #expect("\(PixelFormat(rawValue: 0x0141_4142))" == "BAA.") }
}
