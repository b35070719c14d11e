import Testing
import Threads

@Suite("Monitor")
struct MonitorTests {
    @Test("Waits until another thread has changed the value")
    func waits() throws {
        let monitor = Monitor(0)
        try startThread { monitor.update { $0 = 5 } }
        #expect(monitor.wait { $0 == 5 ? "seen" : nil } == "seen")
    }

    @Test("Gives up when the value does not change in time")
    func givesUp() {
        let monitor = Monitor(0)
        #expect(monitor.wait(atMost: .milliseconds(1)) { $0 == 5 ? true : nil } == nil)
        #expect(monitor.wait(atMost: .zero) { $0 == 0 ? true : nil } == true)
    }

    @Test("Results come in order whoever made them")
    func inOrder() {
        var seen: [Int] = []
        inParallel(50, jobs: 4) {
            $0 * $0
        } each: { number, square in
            #expect(square == number * number)
            seen.append(number)
        }
        #expect(seen == Array(0..<50))
    }
}
