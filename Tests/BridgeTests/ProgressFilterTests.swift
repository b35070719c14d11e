import Bridge
import Imaging
import LiveScanning
import Testing

@Suite struct ProgressFilterTests {
    private func outline(_ x: Double) -> Quad {
        Quad(
            topLeft: Point(x: x, y: 0.5), topRight: Point(x: 0.9, y: 0.5), bottomRight: Point(x: 0.9, y: 0.6),
            bottomLeft: Point(x: x, y: 0.6))
    }

    @Test func changesAtOnceAndASignOfLifeNowAndThen() {
        var filter = ProgressFilter()
        func says(_ progress: ScanProgress, _ hint: ScanHint, at time: Int, rejection: ScanRejection? = nil) -> Bool {
            filter.admits(
                ScanUpdate(progress: progress, hint: hint, rejection: rejection), at: .milliseconds(time))
        }
        #expect(says(.noText, .showDocument, at: 0))
        #expect(!says(.noText, .showDocument, at: 33))
        #expect(says(.textDetected, .showDocument, at: 66))
        #expect(says(.textDetected, .moveCloser, at: 67))
        #expect(!says(.textDetected, .moveCloser, at: 566))
        #expect(says(.textDetected, .moveCloser, at: 567))
        #expect(says(.textDetected, .moveCloser, at: 568, rejection: .otherCountry))
        #expect(!says(.textDetected, .moveAway, at: 569, rejection: .otherCountry))
    }

    @Test func anOutlineFollowsTheDocument() {
        var filter = ProgressFilter()
        func says(_ x: Double, at time: Int) -> Bool {
            filter.admits(
                ScanUpdate(progress: .textDetected, hint: .holdStill, outline: outline(x)), at: .milliseconds(time))
        }
        #expect(says(0.1, at: 0))
        #expect(!says(0.2, at: 99) && says(0.2, at: 100) && !says(0.2, at: 200) && says(0.3, at: 201))
    }
}
