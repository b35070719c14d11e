import Imaging
import Testing

@Suite struct ChromaPlanesTests {
    private func chroma(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
        func plane(_ level: UInt8) -> GrayImage { GrayImage(width: 1, height: 1, pixels: [level]) }
        let planes = ChromaPlanes(ColorPlanes(red: plane(red), green: plane(green), blue: plane(blue)))
        return [planes.blue[0, 0], planes.red[0, 0]]
    }

    /// ITU-T T.871, 7.
    @Test func colours() {
        #expect(chroma(255, 255, 255) == [128, 128])
        #expect(chroma(9, 9, 9) == [128, 128])
        #expect(chroma(255, 0, 0) == [85, 255])
        #expect(chroma(0, 255, 0) == [44, 21])
        #expect(chroma(0, 0, 255) == [255, 107])
    }

    /// What was taken apart is put together again, but for rounding; chroma of every second pixel is that of both.
    @Test func together() {
        let luma = GrayImage(width: 4, height: 2, pixels: [76, 76, 150, 150, 76, 76, 29, 29])
        func plane(_ pixels: [UInt8]) -> GrayImage { GrayImage(width: 2, height: 2, pixels: pixels) }
        let chroma = ChromaPlanes(blue: plane([85, 44, 85, 255]), red: plane([255, 21, 255, 107]))
        let color = ColorPlanes(luma: luma, chroma)
        func isClose(_ x: Int, _ y: Int, _ wanted: [Int]) -> Bool {
            zip([color.red, color.green, color.blue], wanted).allSatisfy { abs(Int($0[x, y]) - $1) <= 2 }
        }
        for x in 0..<2 { #expect(isClose(x, 0, [255, 0, 0]) && isClose(x + 2, 0, [0, 255, 0])) }
        #expect(isClose(1, 1, [255, 0, 0]) && isClose(3, 1, [0, 0, 255]))
    }
}
