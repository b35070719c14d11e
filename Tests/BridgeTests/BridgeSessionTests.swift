import Bridge
import JSON
import LiveScanning
import Testing
import Threads

@Suite struct BridgeSessionTests {
    @Test func requestsAtTheSameTimeAreEachAnswered() async throws {
        let line = Wiretap(ProviderRegistry())
        for number in 0..<100 { try line.ask("haptic", "trigger", id: "r\(number)") }
        let answers = try await line.answered()
        #expect(Set(answers.compactMap { $0["requestId"] as? String }) == Set((0..<100).map { "r\($0)" }))
        #expect(answers.count == 100 && answers.allSatisfy(\.isSuccess))
        #expect(Set(answers.compactMap { $0["id"] as? String }).count == 100)
    }

    @Test func aRunningScanKeepsNobodyWaiting() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.ask("camera", "scanMRZ")
        await camera.begun()
        try line.ask("camera", "isAvailable")
        // The start of the scan, then the answer to the second request.
        let messages = try await line.sent(2)
        #expect(messages.last?["requestId"] as? String == "isAvailable" && messages.last?["data"] as? Bool == true)
        try line.session.close()
        try await line.session.finished()
    }

    /// Whatever a thread does meanwhile, an order to stop that came after a scan stops that scan.
    @Test func requestsAreBegunInTheirOrder() async throws {
        for _ in 0..<100 {
            let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(ScriptedCamera())))
            try line.ask("camera", "scanMRZ")
            try line.ask("camera", "stopCamera")
            let answers = try await line.answered().filter { $0["type"] as? String == "response" }
            #expect(answers.count == 2)
            #expect(answers.first { $0["requestId"] as? String == "scanMRZ" }?.code == "MRZ_SCAN_CANCELLED")
            #expect(answers.first { $0["requestId"] as? String == "stopCamera" }?.isSuccess == true)
        }
    }

    /// A message that takes long to be read is begun by another thread, and what comes behind it after it.
    @Test func aLongMessageKeepsNobodyWaiting() async {
        let dialect = SlowReader()
        let session = BridgeSession(dialect) { _ in }
        session.receive(Array(repeating: UInt8(ascii: "l"), count: 100_000))
        session.receive(Array("short".utf8))
        // Both came back while the first one is still being read.
        #expect(dialect.begun.update { $0 } == [])
        #expect(session.pendingCount == 2)
        dialect.goesOn.update { $0 = true }
        await session.finished()
        #expect(dialect.begun.update { $0 } == [100_000, 5])
        // Nothing waits any more: the next one is begun at once.
        session.receive(Array("next".utf8))
        #expect(dialect.begun.update { $0 } == [100_000, 5, 4])
    }

    @Test func closingStopsTheScanAndSaysNothingMore() async throws {
        let camera = ScriptedCamera()
        let line = Wiretap(ProviderRegistry(camera: CameraCoordinator(camera)))
        try line.ask("camera", "scanMRZ")
        await camera.begun()
        #expect(try line.session.pendingCount == 1)
        let before = line.lines
        try line.session.close()
        try await line.session.finished()
        camera.show(.textDetected, .reading)
        try line.ask("camera", "isAvailable")
        #expect(line.lines == before && before.allSatisfy { $0.contains("scanProgress") })
        #expect(try line.session.pendingCount == 0)
    }

    @Test func anotherSessionGoesOn() async throws {
        let camera = ScriptedCamera()
        let registry = ProviderRegistry(camera: CameraCoordinator(camera))
        let (mine, theirs) = (Wiretap(registry), Wiretap(registry))
        try mine.ask("camera", "scanMRZ")
        await camera.begun()
        #expect(try await theirs.answer("camera", "scanMRZ").code == "MRZ_SCAN_IN_PROGRESS")
        #expect(try await theirs.answer("camera", "stopCamera").isSuccess)
        #expect(try await theirs.answer("lifecycle", "dismiss").isSuccess)
        try theirs.session.close()
        camera.end(.success(ScanCapture(report: try Documents.passport())))
        #expect(try await mine.answered().last?.isSuccess == true)
    }

    /// A page that is told something may ask for more at once, on the thread that told it.
    @Test func askingFromWithinAnAnswer() async throws {
        let asked = Monitor(false)
        let box = Monitor<BridgeSession?>(nil)
        let answers = Monitor(0)
        let session = BridgeSession(registry: ProviderRegistry()) { _ in
            answers.update { $0 += 1 }
            let isFirst = asked.update { asked in
                defer { asked = true }
                return !asked
            }
            if isFirst { box.update { $0 }?.receive(Array(#"{"id":"b","domain":"nfc","method":"scan"}"#.utf8)) }
        }
        box.update { $0 = session }
        session.receive(Array(#"{"id":"a","domain":"haptic","method":"trigger"}"#.utf8))
        await session.finished()
        #expect(answers.update { $0 } == 2)
    }

    @Test func freshNamesAreUUIDs() throws {
        let names = (0..<1000).map { _ in BridgeEnvironment.system.newID() }
        #expect(Set(names).count == 1000)
        let shape = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
        for name in names { #expect(name.wholeMatch(of: shape) != nil) }
    }
}

/// Reads until it may go on, as a long text takes its time, and notes how long the messages are.
private struct SlowReader: BridgeDialect {
    let maxMessageBytes = 1 << 20
    let begun = Monitor<[Int]>([])
    let goesOn = Monitor(false)

    func answer(_ message: [UInt8], on line: BridgeLine) async {
        goesOn.wait { $0 ? () : nil }
        begun.update { $0.append(message.count) }
    }
}
