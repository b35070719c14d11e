import LiveScanning
import Testing
import Threads

@Suite struct StopSignalTests {
    @Test func itIsRaisedOnce() {
        let signal = StopSignal()
        let count = Monitor(0)
        signal.onRaise { count.update { $0 += 1 } }
        #expect(!signal.isRaised)
        signal.raise()
        signal.raise()
        #expect(signal.isRaised)
        #expect(count.update { $0 } == 1)
    }

    @Test func whoComesLateIsToldAtOnce() {
        let signal = StopSignal()
        signal.raise()
        let count = Monitor(0)
        signal.onRaise { count.update { $0 += 1 } }
        #expect(count.update { $0 } == 1)
    }
}
