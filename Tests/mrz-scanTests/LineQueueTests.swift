import Commands
import Testing
import Threads

/// Lines that wait for who reads them.
@Suite struct LineQueueTests {
    /// A reader who takes nothing until it is told to.
    private struct Reader {
        let isOpen = Monitor(false)
        let lines = Monitor<[String]>([])

        func queue(_ limits: LineQueue.Limits) throws -> LineQueue {
            try LineQueue(limits) { count in
                Array("\(count) missing".utf8)
            } write: { [isOpen, lines] line in
                isOpen.wait { $0 ? () : nil }
                lines.update { $0.append(String(decoding: line, as: UTF8.self)) }
            }
        }

        func open() { isOpen.update { $0 = true } }
    }

    @Test func inTheirOrder() throws {
        let reader = Reader()
        let queue = try reader.queue(LineQueue.Limits(bytes: 1000, reserve: 0))
        for number in 0..<100 { #expect(queue.add(Array("\(number)".utf8))) }
        reader.open()
        #expect(queue.flush(timeout: .seconds(600)))
        #expect(reader.lines.update { $0 } == (0..<100).map(String.init))
    }

    /// Who does not read keeps nobody waiting: what is too much is counted where it is missing, what must stay stays.
    @Test func aReaderThatHasStopped() throws {
        let reader = Reader()
        let queue = try reader.queue(LineQueue.Limits(bytes: 4, reserve: 4))
        #expect(["ab", "cd"].allSatisfy { queue.add(Array($0.utf8)) })
        #expect(["x", "y", "z"].allSatisfy { !queue.add(Array($0.utf8)) })
        #expect(queue.add(Array("end".utf8), mustStay: true))
        #expect(!queue.add(Array("x".utf8)))
        #expect(queue.add(Array("outcome".utf8), mustStay: true))
        // The reserve has its end, too.
        #expect(!queue.add(Array("more".utf8), mustStay: true))
        #expect(!queue.flush(timeout: .milliseconds(1)))
        #expect(!queue.flush(timeout: .seconds(600), until: .now))
        reader.open()
        #expect(queue.flush(timeout: .seconds(600)))
        #expect(
            reader.lines.update { $0 } == ["ab", "cd", "3 missing", "end", "1 missing", "outcome", "1 missing"])
        // There is room again.
        #expect(queue.add(Array("next".utf8)))
        #expect(queue.flush(timeout: .seconds(600)))
        #expect(reader.lines.update { $0.last } == "next")
    }
}
