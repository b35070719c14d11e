import LiveScanning
import Testing

@Suite struct StatusDisplayTests {
    private func display() -> StatusDisplay {
        StatusDisplay(hold: .milliseconds(300), heartbeat: .milliseconds(500))
    }

    private let nothing = LiveStatus(progress: .noText, hint: .showDocument)
    private let blurred = LiveStatus(progress: .textDetected, hint: .holdStill)
    private let read = LiveStatus(progress: .twoMRZLines, hint: .reading)

    @Test func somethingIsSaidAtOnce() {
        var display = display()
        #expect(display.due(at: .zero) == nothing)
        #expect(display.due(at: .zero) == nil)
    }

    @Test func whatDoesNotChangeIsSaidAgainAfterHalfASecond() {
        var display = display()
        _ = display.due(at: .zero)
        #expect(display.due(at: .milliseconds(499)) == nil)
        #expect(display.wait(at: .milliseconds(499)) == .milliseconds(1))
        #expect(display.due(at: .milliseconds(500)) == nothing)
        #expect(display.due(at: .milliseconds(600)) == nil)
    }

    @Test func betterIsSaidAtOnceAndWorseWhenItStays() {
        var display = display()
        _ = display.due(at: .zero)
        display.take(read, at: .milliseconds(33))
        #expect(display.due(at: .milliseconds(33)) == read)
        display.take(blurred, at: .milliseconds(66))
        #expect(display.due(at: .milliseconds(66)) == nil)
        // One good frame, and the wait begins anew.
        display.take(read, at: .milliseconds(300))
        display.take(blurred, at: .milliseconds(500))
        #expect(display.due(at: .milliseconds(500)) == nil)
        display.take(blurred, at: .milliseconds(600))
        #expect(display.due(at: .milliseconds(600)) == blurred)
    }

    @Test func theEndIsSaidWhateverWasSaidBefore() {
        var display = display()
        display.take(read, at: .zero)
        _ = display.due(at: .zero)
        let done = LiveStatus(progress: .twoMRZLines, hint: .done)
        display.take(done, at: .milliseconds(1))
        #expect(display.due(at: .milliseconds(1)) == done)
    }

    @Test func timeThatBeginsAnewHoldsNothingBack() {
        var display = display()
        display.take(read, at: .seconds(100))
        display.take(nothing, at: .zero)
        #expect(display.shown == nothing)
    }
}
