import Testing
import Threads

/// How long a test waits for a thread before it fails.
private let limit = Duration.seconds(60)

@Suite struct ThreadPoolTests {
    /// A job that waits at a door, and tells that it has come there.
    private struct Door: Sendable {
        let arrived = Monitor(0)
        let isOpen = Monitor(false)

        func pass() {
            arrived.update { $0 += 1 }
            _ = isOpen.wait(atMost: limit) { $0 ? true : nil }
        }

        func open() { isOpen.update { $0 = true } }

        /// Whether so many wait there, or have passed it.
        func hasSeen(_ count: Int) -> Bool { arrived.wait(atMost: limit) { $0 == count ? true : nil } ?? false }
    }

    @Test func oneThreadDoesJobsInOrder() throws {
        let done = Monitor<[Int]>([])
        let pool = try ThreadPool<Int>(threads: 1) { { job in done.update { $0.append(job) } } }
        for job in 0..<100 { pool.add(job) }
        #expect(done.wait(atMost: limit) { $0.count == 100 ? $0 : nil } == Array(0..<100))
    }

    @Test func everyThreadHasABodyOfItsOwn() throws {
        let (made, door) = (Monitor(0), Door())
        let threads = Monitor<Set<Int>>([])
        let pool = try ThreadPool<Int>(threads: 3) {
            let number = made.update { made in
                made += 1
                return made
            }
            return { _ in
                door.pass()
                threads.update { _ = $0.insert(number) }
            }
        }
        for job in 0..<3 { pool.add(job) }
        // All three are done at once, each by another thread.
        #expect(door.hasSeen(3))
        door.open()
        #expect(threads.wait(atMost: limit) { $0.count == 3 ? $0 : nil } == [1, 2, 3])
    }

    @Test func aClosedPoolDoesWhatWaitsAndDropsTheRest() throws {
        let (done, door, ends) = (Monitor<[Int]>([]), Door(), End.Count())
        let pool = try ThreadPool<Int>(threads: 1) {
            let end = End(ends)
            return { job in
                if job == 0 { door.pass() }
                done.update { $0.append(job) }
                withExtendedLifetime(end) {}
            }
        }
        for job in 0..<3 { pool.add(job) }
        #expect(door.hasSeen(1))
        pool.close()
        pool.add(3)
        door.open()
        #expect(ends.isReached(1))
        #expect(done.update { $0 } == [0, 1, 2])
    }

    @Test func aStoppedPoolDropsWhatWaits() throws {
        let (done, door, ends, dropped) = (Monitor(0), Door(), End.Count(), End.Count())
        let pool = try ThreadPool<End>(threads: 1) {
            let end = End(ends)
            return { job in
                door.pass()
                done.update { $0 += 1 }
                withExtendedLifetime((job, end)) {}
            }
        }
        pool.add(End(End.Count()))
        #expect(door.hasSeen(1))
        for _ in 0..<3 { pool.add(End(dropped)) }
        pool.stop()
        #expect(dropped.value == 3)
        pool.add(End(dropped))
        #expect(dropped.value == 4)
        door.open()
        #expect(ends.isReached(1))
        #expect(done.update { $0 } == 1)
    }

    @Test func aPoolThatNobodyHoldsCloses() throws {
        let (done, ends) = (Monitor(0), End.Count())
        func use() throws {
            let pool = try ThreadPool<Int>(threads: 2) {
                let end = End(ends)
                return { _ in
                    done.update { $0 += 1 }
                    withExtendedLifetime(end) {}
                }
            }
            for job in 0..<10 { pool.add(job) }
        }
        try use()
        #expect(ends.isReached(2))
        #expect(done.update { $0 } == 10)
    }
}

/// Counts when it is let go.
private final class End: Sendable {
    struct Count: Sendable {
        private let ended = Monitor(0)

        var value: Int { ended.update { $0 } }

        fileprivate func add() { ended.update { $0 += 1 } }

        /// Whether so many are let go, which is waited for.
        func isReached(_ count: Int) -> Bool {
            ended.wait(atMost: limit) { $0 == count ? true : nil } ?? false
        }
    }

    private let count: Count

    init(_ count: Count) { self.count = count }

    deinit { count.add() }
}
