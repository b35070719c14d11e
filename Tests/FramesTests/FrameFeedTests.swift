import Frames
import Imaging
import Testing
import Threads

@Suite("Frame feed")
struct FrameFeedTests {
    private func frame(_ sequence: Int) -> Frame {
        Frame(sequence: sequence, time: .zero, image: GrayImage(width: 1, height: 1, pixels: [0]))
    }

    @Test("A live feed gives the newest frame and counts the others")
    func newestWins() throws {
        let feed = FrameFeed(.live)
        for sequence in 0..<1000 { #expect(feed.offer(frame(sequence))) }
        #expect(try feed.next()?.sequence == 999)
        #expect(feed.dropped == 999)
    }

    @Test("A whole feed loses nothing")
    func nothingLost() throws {
        let feed = FrameFeed(.whole)
        try startThread { [self] in
            for sequence in 0..<200 { feed.offer(frame(sequence)) }
            feed.finish()
        }
        var seen: [Int] = []
        while let frame = try feed.next() { seen.append(frame.sequence) }
        #expect(seen == Array(0..<200))
        #expect(feed.dropped == 0)
    }

    @Test("The last frame comes out before the error, and the error once")
    func errorAfterLastFrame() throws {
        let feed = FrameFeed(.live)
        feed.offer(frame(7))
        feed.fail(CaptureError(.lost, "The camera is gone."))
        #expect(try feed.next()?.sequence == 7)
        #expect(throws: CaptureError(.lost, "The camera is gone.")) { try feed.next() }
        #expect(try feed.next() == nil)
    }

    @Test("Stopping ends the source once, and refuses further frames")
    func stopping() throws {
        let feed = FrameFeed(.live)
        let stops = Monitor(0)
        feed.onStop { stops.update { $0 += 1 } }
        feed.offer(frame(0))
        feed.stop()
        feed.stop()
        #expect(stops.update { $0 } == 1)
        #expect(!feed.offer(frame(1)))
        #expect(try feed.next() == nil)
    }

    @Test("What is to end the source runs at once when it has been stopped already")
    func stoppedBefore() {
        let feed = FrameFeed(.whole)
        feed.stop()
        let stops = Monitor(0)
        feed.onStop { stops.update { $0 += 1 } }
        #expect(stops.update { $0 } == 1)
    }

    @Test("Stopping frees a source that waits")
    func freesWaitingSource() throws {
        let feed = FrameFeed(.whole)
        feed.offer(frame(0))
        let freed = Monitor(Bool?.none)
        try startThread { [self] in
            let wanted = feed.offer(frame(1))
            freed.update { $0 = wanted }
        }
        feed.stop()
        #expect(freed.wait { $0 } == false)
    }

    @Test("Waiting with a limit says whether a frame, the end or nothing came")
    func limitedWait() throws {
        let feed = FrameFeed(.live)
        guard case .none = try feed.next(within: .zero) else {
            Issue.record("nothing was offered")
            return
        }
        feed.offer(frame(3))
        guard case .frame(let frame) = try feed.next(within: .seconds(60)) else {
            Issue.record("one was")
            return
        }
        #expect(frame.sequence == 3)
        feed.finish()
        guard case .end = try feed.next(within: .seconds(60)) else {
            Issue.record("it has ended")
            return
        }
    }

    @Test("A frame that nobody takes is not decoded; one that is taken is, once")
    func developsWhatIsTaken() throws {
        let feed = FrameFeed(.live)
        let developed = Monitor([Int]())
        for sequence in 0..<5 {
            feed.offer(developing: { [self] in
                developed.update { $0.append(sequence) }
                return frame(sequence)
            })
        }
        #expect(developed.update { $0 }.isEmpty)
        #expect(try feed.next()?.sequence == 4)
        #expect(developed.update { $0 } == [4])
    }

    @Test("A damaged frame is counted and passed over")
    func passesOverDamage() throws {
        let feed = FrameFeed(.whole)
        try startThread { [self] in
            feed.offer(developing: { nil })
            feed.offer(frame(1))
            feed.offer(developing: { nil })
            feed.finish()
        }
        #expect(try feed.next()?.sequence == 1)
        guard case .end = try feed.next(within: .seconds(60)) else {
            Issue.record("only a damaged frame was left")
            return
        }
        #expect(feed.damaged == 2)
    }
}
