import Commands
import ImageDecoding
import Testing
import Threads

/// Inputs that are handed to workers.
@Suite struct ScanQueueTests {
    /// One input that does not come to its end, such as a pipe, does not let the reports of all others pile up.
    @Test func inputsAreTakenOnlySoFarAhead() throws {
        let queue = ScanQueue(InputWalk((0..<8).map { "/no/such/file-\($0)" }), maxAhead: 3)
        let taken = Monitor<[Int]>([])
        func finish(_ input: Int) {
            queue.opened(input, source: "", image: nil)
            queue.finished(input: input, page: 0, [])
        }
        let isThere = startedThread {
            while case .open(let input, _)? = queue.job() { taken.update { $0.append(input) } }
            taken.update { $0.append(-1) }
        }
        try #require(isThere)
        taken.wait { $0.count == 3 ? () : nil }
        // All but the first.
        for input in 1..<3 { finish(input) }
        #expect(taken.wait(atMost: .milliseconds(50)) { $0.count > 3 ? () : nil } == nil)
        finish(0)
        for _ in 0..<3 { #expect(try queue.reports() != nil) }
        taken.wait { $0.count == 6 ? () : nil }
        for input in 3..<8 {
            taken.wait { $0.contains(input) ? () : nil }
            finish(input)
            #expect(try queue.reports() != nil)
        }
        #expect(try queue.reports() == nil)
        #expect(taken.wait { $0.last == -1 ? $0 : nil } == Array(0..<8) + [-1])
    }
}
