import Testing
import V4L2Capture

@Suite("Frame numbers")
struct FrameNumbersTests {
    private func numbers(_ raw: [UInt32]) -> [Int] {
        var numbers = FrameNumbers()
        return raw.map { numbers.number($0) }
    }

    @Test("Begin at 0 and keep gaps")
    func gaps() { #expect(numbers([100, 101, 104]) == [0, 1, 4]) }

    @Test("Go on where the driver always says the same, or its count wraps around")
    func standingStill() {
        #expect(numbers([0, 0, 0]) == [0, 1, 2])
        #expect(numbers([UInt32.max, 0, 2]) == [0, 1, 3])
    }

    @Test("Go on after a new start")
    func restart() {
        var numbers = FrameNumbers()
        #expect([7, 8].map { numbers.number($0) } == [0, 1])
        numbers.restarted()
        #expect([9, 11].map { numbers.number($0) } == [2, 4])
    }
}
