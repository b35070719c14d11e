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
}
