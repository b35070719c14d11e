import Testing
import V4L2Capture

@Suite("JPEG frame")
struct JPEGFrameTests {
    private func whole(_ bytes: [UInt8]) -> [UInt8]? { bytes.withUnsafeBytes { JPEGFrame.whole($0) } }

    @Test("What a camera adds behind the picture is cut off")
    func padding() {
        let picture: [UInt8] = [0xFF, 0xD8, 1, 2, 0xFF, 0xD9]
        #expect(whole(picture) == picture)
        #expect(whole(picture + [0, 0, 0, 0xD9]) == picture)
    }

    @Test("A picture that breaks off, or does not begin, is none")
    func broken() {
        #expect(whole([0xFF, 0xD8, 1, 2, 3]) == nil)
        #expect(whole([0xFF, 0xD8, 0xFF]) == nil)
        #expect(whole([0, 0xFF, 0xD8, 1, 0xFF, 0xD9]) == nil)
        #expect(whole([0xFF, 0xD9]) == nil)
        #expect(whole([]) == nil)
    }
}
