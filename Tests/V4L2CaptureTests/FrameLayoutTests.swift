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

    /// Red, green and blue of every pixel of a frame of four by two whose luma is 100: the left half has more red than
    /// luma, the right half more blue.
    private static let colored: [(PixelFormat, [UInt8])] = {
        let (blues, reds): ([UInt8], [UInt8]) = ([128, 228], [228, 128])
        func packed(_ order: (_ blue: UInt8, _ red: UInt8) -> [UInt8]) -> [UInt8] {
            (0..<2).flatMap { _ in (0..<2).flatMap { order(blues[$0], reds[$0]) } }
        }
        let luma = [UInt8](repeating: 100, count: 8)
        let pairs = zip(blues, reds).flatMap { [$0, $1] }
        return [
            (.yuyv, packed { [100, $0, 100, $1] }), (.yvyu, packed { [100, $1, 100, $0] }),
            (.uyvy, packed { [$0, 100, $1, 100] }), (.vyuy, packed { [$1, 100, $0, 100] }),
            (.nv12, luma + pairs), (.nv21, luma + zip(blues, reds).flatMap { [$1, $0] }), (.nv16, luma + pairs + pairs),
            (.yu12, luma + blues + reds), (.yv12, luma + reds + blues),
        ]
    }()

    @Test("Colours are where the format has its chroma", arguments: colored)
    func colors(format: PixelFormat, bytes: [UInt8]) throws {
        let layout = FrameLayout(format: format, size: PixelSize(width: 4, height: 2), bytesPerLine: 0)
        let luma = try #require(bytes.withUnsafeBytes(layout.luma))
        let color = try #require(layout.color(of: bytes, beside: luma))
        for y in 0..<2 {
            #expect((0..<2).allSatisfy { color.red[$0, y] == 240 && color.blue[$0, y] == 100 })
            #expect((2..<4).allSatisfy { color.red[$0, y] == 100 && color.blue[$0, y] > 250 })
        }
        #expect(layout.color(of: bytes.dropLast(2), beside: luma) == nil)
    }

    @Test("A gray frame has no colours")
    func colorless() throws {
        let layout = FrameLayout(format: .grey, size: PixelSize(width: 2, height: 2), bytesPerLine: 0)
        let luma = try #require([1, 2, 3, 4].withUnsafeBytes(layout.luma))
        #expect(layout.color(of: [1, 2, 3, 4], beside: luma) == nil)
    }
}
