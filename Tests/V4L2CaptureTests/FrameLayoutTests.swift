import Imaging
import Testing
import V4L2Capture

@Suite("Frame layout")
struct FrameLayoutTests {
    private func luma(
        _ format: PixelFormat, _ width: Int, _ height: Int, bytesPerLine: Int = 0, _ bytes: [UInt8]
    ) -> [UInt8]? {
        let layout = FrameLayout(
            format: format, size: PixelSize(width: width, height: height), bytesPerLine: bytesPerLine)
        return bytes.withUnsafeBytes { layout.luma(of: $0)?.pixels }
    }

    @Test("Luma is every second byte of packed formats")
    func packed() {
        #expect(luma(.yuyv, 2, 2, [1, 90, 2, 91, 3, 92, 4, 93]) == [1, 2, 3, 4])
        #expect(luma(.yvyu, 2, 1, [1, 90, 2, 91]) == [1, 2])
        #expect(luma(.uyvy, 2, 2, [90, 1, 91, 2, 92, 3, 93, 4]) == [1, 2, 3, 4])
        #expect(luma(.vyuy, 2, 1, [90, 1, 91, 2]) == [1, 2])
    }

    @Test(
        "Luma is the first plane of planar formats", arguments: [PixelFormat.nv12, .nv21, .nv16, .yu12, .yv12, .grey])
    func planar(format: PixelFormat) {
        #expect(luma(format, 2, 2, [1, 2, 3, 4, 90, 91]) == [1, 2, 3, 4])
    }

    @Test("Bytes after each line are passed over")
    func padding() {
        #expect(luma(.grey, 2, 2, bytesPerLine: 3, [1, 2, 90, 3, 4, 90]) == [1, 2, 3, 4])
        #expect(luma(.uyvy, 2, 2, bytesPerLine: 6, [90, 1, 90, 2, 99, 99, 90, 3, 90, 4]) == [1, 2, 3, 4])
    }

    @Test("Lines that the driver says are shorter than their pixels are as long as those")
    func absurdPadding() {
        #expect(luma(.grey, 2, 2, bytesPerLine: 1, [1, 2, 3, 4]) == [1, 2, 3, 4])
    }

    @Test("An odd width shares the last pair")
    func oddWidth() {
        #expect(luma(.yuyv, 3, 1, [1, 90, 2, 90, 3, 90, 0, 90]) == [1, 2, 3])
    }

    @Test("A frame of which bytes are missing has none")
    func short() {
        #expect(luma(.grey, 2, 2, [1, 2, 3]) == nil)
        #expect(luma(.yuyv, 2, 2, [1, 90, 2, 91, 3, 92, 4]) == nil)
        #expect(luma(.grey, 2, 2, []) == nil)
        #expect(luma(.mjpg, 2, 2, [1, 2, 3, 4, 5, 6, 7, 8]) == nil)
    }
}
