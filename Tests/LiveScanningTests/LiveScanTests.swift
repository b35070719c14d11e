import Evaluation
import Frames
import Imaging
import LabelledSamples
import LiveScanning
import MRZParsing
import NetworkRecognition
import OCRModels
import Scanning
import TesseractRecognition
import TestSupport
import Testing
import Threads

/// From frames to events, with the engine and the models of the program. No test waits for a clock.
@Suite struct LiveScanTests {
    /// A page held by hand before a camera, see `HandheldCamera`.
    private func frames(
        of image: String, _ range: Range<Int> = 0..<60, seed: UInt64 = 3, from first: Int = 0
    ) throws -> [Frame] {
        let sample = try LabelledSample(image)
        let camera = HandheldCamera(page: try sample.picture().gray, zone: sample.quad, seed: seed)
        return range.enumerated().map { index, number in
            Frame(
                sequence: first + index, time: .milliseconds(33) * (first + index),
                image: camera.image(frame: number))
        }
    }

    private func empty(_ count: Int, from first: Int) -> [Frame] {
        let table = GrayImage(width: 1280, height: 720, pixels: Array(repeating: 96, count: 1280 * 720))
        return (first..<(first + count)).map { Frame(sequence: $0, time: .milliseconds(33) * $0, image: table) }
    }

    /// Frames, then the end or an error.
    private struct Script: FrameSource {
        let frames: [Frame]
        var error: CaptureError?

        func start() throws(CaptureError) -> FrameFeed {
            let feed = FrameFeed(.whole)
            let isStarted = startedThread {
                for frame in frames { guard feed.offer(frame) else { return } }
                if let error { feed.fail(error) } else { feed.finish() }
            }
            #expect(isStarted)
            return feed
        }
    }

    private func scan(
        _ change: (inout LiveScan.Configuration) -> Void = { _ in }, now: @escaping () -> Duration = { .zero },
        today: @escaping () -> CalendarDay = { .ofTests }
    ) throws -> LiveScan {
        var configuration = LiveScan.Configuration()
        change(&configuration)
        return LiveScan(
            RecognizerPanel(
                reader: try NetworkRecognizer(model: .builtIn),
                secondReader: try NetworkRecognizer(model: .secondReader),
                tieBreaker: try TesseractRecognizer(model: .secondReader, alternatives: false),
                verifier: try CellVerifier(model: .verifier)),
            asOf: today(), configuration: configuration, now: now)
    }

    /// What is said, in a word each, frames left out.
    private func word(_ event: LiveEvent) -> String? {
        switch event {
        case .frame: nil
        case .progress(let status): "\(status.progress.rawValue)"
        case .settled(let result): result.reading.isVerified ? "verified" : "unverified"
        case .documentLeft: "left"
        case .sourceLost: "lost"
        case .sourceBack: "back"
        }
    }

    @Test(arguments: ["td3/096-scan-rgb.jpg", "td1/101-scan-rgb.jpg", "td3/124-turned-90.jpg", "td3/138-mirrored.jpg"])
    func aDocumentIsReadAndVerified(_ image: String) throws {
        var words: [String] = []
        var result: LiveResult?
        let ending = try scan().run(Script(frames: frames(of: image))) { event in
            word(event).map { words.append($0) }
            guard case .settled(let settled) = event else { return .goOn }
            result = settled
            return .stop
        }
        guard case .stopped = ending else {
            Issue.record("the scan did not end with its result")
            return
        }
        let reading = try #require(result).reading
        #expect(reading.isVerified)
        #expect(reading.mrz.lines.map(\.text) == (try LabelledSample(image)).lines)
        #expect(words.first == "0" && words.suffix(2) == ["3", "verified"])
        // The zone is where the frame shows it: in the middle, more or less.
        let center = reading.quad.center
        #expect(abs(center.x - 640) < 120 && abs(center.y - 360) < 120)
    }

    /// A page before a camera that stands still, its zone so many pixels long: `shown` rows of it are in sight, from
    /// below.
    private func frame(
        _ page: GrayImage, zone: Quad, rows shown: Int?, number: Int, length: Double = 900
    ) -> Frame {
        let scale = length / (zone.topRight - zone.topLeft).length
        let small = page.resized(
            width: Int(Double(page.width) * scale), height: Int(Double(page.height) * scale))
        let left = 640 - Int(zone.center.x * scale)
        // All of it: the zone in the middle.
        let top = shown.map { 720 - $0 } ?? 360 - Int(zone.center.y * scale)
        let image = GrayImage(width: 1280, height: 720) { pixels in
            for i in pixels.indices {
                let (x, y) = (i % 1280 - left, i / 1280 - top)
                let isPage = (0..<small.width).contains(x) && (0..<small.height).contains(y)
                pixels[i] = isPage ? small[x, y] : 96
            }
        }
        return Frame(sequence: number, time: .milliseconds(33) * number, image: image)
    }

    /// What is said about the frames: each state and hint once, as long as it stays.
    private func said(_ frames: [Frame]) throws -> [LiveStatus] {
        var said: [LiveStatus] = []
        _ = try scan().run(Script(frames: frames)) { event in
            if case .progress(let status) = event { said.append(status) }
            return .goOn
        }
        return said
    }

    @Test(arguments: ["td3/096-scan-rgb.jpg", "td1/101-scan-rgb.jpg"])
    func everyStateIsSeenWhereADocumentComesIntoView(_ image: String) throws {
        let sample = try LabelledSample(image)
        let (page, zone) = (try sample.picture().gray, try #require(sample.quad))
        let scale = 900 / (zone.topRight - zone.topLeft).length
        let (first, last) = (Int(zone.topLeft.y * scale) - 40, Int(zone.bottomLeft.y * scale) + 40)
        let moving = stride(from: first, to: last, by: 4).enumerated().map { number, rows in
            frame(page, zone: zone, rows: rows, number: number + 4)
        }
        let still = (0..<12).map { frame(page, zone: zone, rows: last, number: moving.count + 4 + $0) }
        let states = try said(empty(4, from: 0) + moving + still).map(\.progress.rawValue)
        let changes = zip(states, [-1] + states).filter { $0 != $1 }.map(\.0)
        #expect(changes == [0, 1, 2, 3])
    }

    /// The page with some of the zone's lines painted over.
    private func hiding(_ hidden: Set<Int>, of sample: LabelledSample) throws -> (page: GrayImage, zone: Quad) {
        let page = try sample.picture().gray
        let zone = try #require(sample.quad)
        let height = (zone.bottomLeft.y - zone.topLeft.y) / Double(sample.lines.count)
        let painted = GrayImage(width: page.width, height: page.height) { pixels in
            for i in pixels.indices {
                let line = Int(((Double(i / page.width) - zone.topLeft.y) / height).rounded(.down))
                pixels[i] = hidden.contains(line) ? 160 : page.pixels[i]
            }
        }
        return (painted, zone)
    }

    @Test(
        arguments: [
            ("td3/096-scan-rgb.jpg", [0]), ("td3/096-scan-rgb.jpg", [1]), ("td1/101-scan-rgb.jpg", [0]),
            ("td1/101-scan-rgb.jpg", [2]), ("td1/101-scan-rgb.jpg", [1, 2]), ("td1/101-scan-rgb.jpg", [0, 1]),
        ] as [(String, Set<Int>)])
    func aPartOfTheLinesIsStateTwoAndTheHintSaysWhatIsMissing(_ image: String, hidden: Set<Int>) throws {
        let (page, zone) = try hiding(hidden, of: try LabelledSample(image))
        let frames = (0..<24).map { frame(page, zone: zone, rows: nil, number: $0) }
        let said = try said(frames)
        let last = try #require(said.last)
        #expect(last.progress == .oneMRZLine && [.showOtherLines, .showWholeZone].contains(last.hint))
        #expect(!said.contains { $0.progress == .twoMRZLines })
    }

    @Test func otherPrintIsStateOneAtTheMost() throws {
        let (page, zone) = try hiding([0, 1], of: try LabelledSample("td3/096-scan-rgb.jpg"))
        let frames = (0..<24).map { frame(page, zone: zone, rows: nil, number: $0) }
        #expect(try said(frames).allSatisfy { $0.progress <= .textDetected })
    }

    @Test func whatIsPrintedWrongIsReportedUnverified() throws {
        var statuses: [Bool] = []
        _ = try scan().run(Script(frames: frames(of: "td1/103-scan-rgb.jpg", 0..<110))) { event in
            guard case .settled(let result) = event else { return .goOn }
            statuses.append(result.reading.isVerified)
            return .stop
        }
        #expect(statuses == [false])
    }

    /// Each frame in colours: its luma is green, and in the lower line of the zone so much redder. Of pictures that
    /// move little the middle of the zone is that of the frame.
    private func tinted(_ frames: [Frame], by tint: Int) -> [Frame] {
        frames.map { frame in
            let image = frame.image
            let red = GrayImage(
                width: image.width, height: image.height,
                pixels: image.pixels.indices.map { i in
                    UInt8(min(255, Int(image.pixels[i]) + (i / image.width >= image.height / 2 ? tint : 0)))
                })
            return Frame(sequence: frame.sequence, time: frame.time, image: image) {
                ColorPlanes(red: red, green: image, blue: image)
            }
        }
    }

    /// Paper of two colours under the two lines is of two pages, whatever all frames agree on.
    @Test(arguments: [0, 40]) func coloursOfTheFramesAreLookedAt(_ tint: Int) throws {
        let sample = try LabelledSample("td3/096-scan-rgb.jpg")
        let (page, zone) = (try sample.picture().gray, try #require(sample.quad))
        let frames = (0..<150).map { frame(page, zone: zone, rows: nil, number: $0) }
        var readings: [Reading] = []
        _ = try scan().run(Script(frames: tinted(frames, by: tint))) { event in
            guard case .settled(let result) = event else { return .goOn }
            readings.append(result.reading)
            return .stop
        }
        let reading = try #require(readings.first)
        #expect(reading.mrz.lines.map(\.text) == sample.lines)
        #expect(reading.isVerified == (tint == 0))
        #expect(reading.status.doubts.contains(.mixedPrint) == (tint > 0))
    }

    @Test func anotherDocumentInItsPlaceIsAnotherResult() throws {
        let first = try frames(of: "td3/096-scan-rgb.jpg", 30..<50)
        let second = try frames(of: "td3/097-scan-rgb.jpg", 30..<75, from: first.count)
        var words: [String] = []
        var lines: [[String]] = []
        var (taken, left) = (0, 0)
        // Midnight is when the first document leaves.
        var asked: [Int] = []
        func today() -> CalendarDay {
            asked.append(lines.count)
            guard let next = CalendarDay(year: 2026, month: 3, day: 1), !lines.isEmpty else { return .ofTests }
            return next
        }
        _ = try scan(today: today).run(Script(frames: first + second)) { event in
            if case .frame = event { taken += 1 }
            if let word = word(event), Int(word) == nil { words.append(word) }
            if words.last == "left", left == 0 { left = taken }
            if case .settled(let result) = event { lines.append(result.reading.mrz.lines.map(\.text)) }
            return .goOn
        }
        #expect(words == ["verified", "left", "verified"])
        // Other print is looked at at once, and not only when the next look is due.
        #expect((first.count..<first.count + 4).contains(left))
        #expect(asked == [0, 0, 1])
        #expect(
            lines == [
                try LabelledSample("td3/096-scan-rgb.jpg").lines, try LabelledSample("td3/097-scan-rgb.jpg").lines,
            ])
    }

    /// A layout without check digits proves no number, so that only readings in a row tell that the passport is gone.
    @Test func aLicenceInThePlaceOfAPassportIsAnotherResult() throws {
        let first = try frames(of: "td3/096-scan-rgb.jpg", 30..<50)
        let second = try frames(of: "licences/112-scan-rgb.jpg", 30..<100, from: first.count)
        var words: [String] = []
        var last: [String] = []
        _ = try scan().run(Script(frames: first + second)) { event in
            if let word = word(event), Int(word) == nil { words.append(word) }
            if case .settled(let result) = event { last = result.reading.mrz.lines.map(\.text) }
            return .goOn
        }
        #expect(words == ["verified", "left", "unverified"])
        #expect(last == (try LabelledSample("licences/112-scan-rgb.jpg").lines))
    }

    /// What is said of frames but progress, and the lines of each result.
    private func results(of frames: [Frame]) throws -> (words: [String], lines: [[String]]) {
        var (words, lines): ([String], [[String]]) = ([], [])
        _ = try scan().run(Script(frames: frames)) { event in
            if let word = word(event), Int(word) == nil { words.append(word) }
            if case .settled(let result) = event { lines.append(result.reading.mrz.lines.map(\.text)) }
            return .goOn
        }
        return (words, lines)
    }

    /// A sample before a camera that stands still, changed by `paint` as long as it says.
    private func still(
        _ image: String, _ count: Int, from first: Int = 0, length: Double = 900,
        paint: (_ x: Int, _ y: Int, _ level: UInt8, _ frame: Int) -> UInt8 = { _, _, level, _ in level }
    ) throws -> [Frame] {
        let sample = try LabelledSample(image)
        let plain = frame(
            try sample.picture().gray, zone: try #require(sample.quad), rows: nil, number: 0, length: length
        ).image
        return (0..<count).map { number in
            let image = GrayImage(width: plain.width, height: plain.height) { pixels in
                for i in pixels.indices {
                    pixels[i] = paint(i % plain.width, i / plain.width, plain.pixels[i], number)
                }
            }
            return Frame(sequence: first + number, time: .milliseconds(33) * (first + number), image: image)
        }
    }

    /// The upper line of one passport over the lower one of another, as a display shows them for a moment where one
    /// takes the other's place: neither of the two, and the new one is read all the same.
    @Test(arguments: [
        ("td3/121-scan-png-gray.png", "td3/100-scan-rgb.jpg"), ("td3/096-scan-rgb.jpg", "td3/100-scan-rgb.jpg"),
    ])
    func aTornFrameIsNoDocument(_ old: String, _ new: String) throws {
        let first = try still(old, 16)
        let behind = try #require(try still(new, 1).first).image
        let torn = try still(old, 1, from: 16) { x, y, level, _ in y < 360 ? level : behind[x, y] }
        let found = try results(of: first + torn + still(new, 30, from: 17))
        #expect(found.words == ["verified", "left", "verified"])
        #expect(found.lines == [try LabelledSample(old).lines, try LabelledSample(new).lines])
    }

    /// The same in the first frame that there is, of which a part may be older than the scan.
    @Test func aTornFirstFrameIsNoDocument() throws {
        let (old, new) = ("td3/096-scan-rgb.jpg", "td3/100-scan-rgb.jpg")
        let behind = try #require(try still(new, 1).first).image
        let torn = try still(old, 1) { x, y, level, _ in y < 360 ? level : behind[x, y] }
        let found = try results(of: torn + still(new, 30, from: 1))
        #expect(found.words == ["verified"])
        #expect(found.lines == [try LabelledSample(new).lines])
    }

    /// Nor are three torn frames in a row: a line that was the old document's a moment ago has to stay.
    @Test func tornFramesInARowAreNoDocument() throws {
        let (old, new) = ("td3/096-scan-rgb.jpg", "td3/100-scan-rgb.jpg")
        let behind = try #require(try still(new, 1).first).image
        let torn = try still(old, 3, from: 20) { x, y, level, _ in y < 360 ? level : behind[x, y] }
        let found = try results(of: still(old, 20) + torn + still(new, 40, from: 23))
        #expect(found.lines == [try LabelledSample(old).lines, try LabelledSample(new).lines])
    }

    /// A finger passes over the number of a document that was verified: it is not another one.
    @Test func whatPassesOverADocumentMakesNoOtherOfIt() throws {
        let frames = try still("td2/104-scan-rgb.jpg", 90) { x, y, level, number in
            (30..<60).contains(number) && (330..<400).contains(x) && (370..<420).contains(y) ? 120 : level
        }
        let found = try results(of: frames)
        #expect(found.words == ["verified"])
        #expect(found.lines == [try LabelledSample("td2/104-scan-rgb.jpg").lines])
    }

    /// A finger over characters of the number, until after the document was reported: it is read on and reported once
    /// more.
    @Test func whatCoveredADocumentMayGo() throws {
        let frames = try still("td2/104-scan-rgb.jpg", 160) { x, y, level, number in
            number < 110 && (330..<400).contains(x) && (370..<420).contains(y) ? 120 : level
        }
        let found = try results(of: frames)
        #expect(found.words == ["unverified", "verified"])
        #expect(found.lines.last == (try LabelledSample("td2/104-scan-rgb.jpg").lines))
    }

    /// A large visa, covered behind column 36, holds as a small one does. That two frames do not show the edge of what
    /// lies there does not outvote those that do.
    @Test func aCoveredVisaIsNoSmallOne() throws {
        let end = 190 + 36 * 900 / 44
        let frames = try still("mrva/106-scan-rgb.jpg", 200) { x, _, level, number in
            x < end ? level : number < 2 ? 245 : 215
        }
        #expect(try !results(of: frames).words.contains("verified"))
    }

    /// Where a document was verified other print is put down: it has gone, and the next one is read wherever it lies.
    @Test func otherPrintInItsPlaceIsNotTheDocument() throws {
        let shown = try still("td3/096-scan-rgb.jpg", 20)
        // Rows of a finger's height that change places: print, and no characters.
        let plain = shown[0].image
        let jumbled = GrayImage(width: plain.width, height: plain.height) { pixels in
            for i in pixels.indices { pixels[i] = plain[i % plain.width, (i / plain.width) ^ 6] }
        }
        let print = (0..<80).map { number in
            Frame(sequence: 20 + number, time: .milliseconds(33) * (20 + number), image: jumbled)
        }
        #expect(try results(of: shown + print).words == ["verified", "left"])
    }

    /// A stroke over both lines for a third of a second is of no account once it has gone.
    @Test func aStrokeThatGoesIsForgotten() throws {
        let frames = try still("td1/101-scan-rgb.jpg", 90) { x, y, level, number in
            number < 10 && abs(x - 640 - (y - 360)) < 2 ? 30 : level
        }
        #expect(try results(of: frames).words == ["verified"])
    }

    /// Nobody is judged by frames that show too little: the hint says what would help.
    @Test func aDocumentThatIsFarAwayIsReadOnceItIsNear() throws {
        let far = try still("td3/097-scan-rgb.jpg", 90, length: 270)
        let hints = try said(far).map(\.hint)
        #expect(hints.last == .moveCloser)
        let near = try still("td3/097-scan-rgb.jpg", 20, from: far.count, length: 700)
        #expect(try results(of: far + near).words == ["verified"])
    }

    @Test func oneDocumentIsOneResultUntilItHasLeft() throws {
        let shown = try frames(of: "td3/096-scan-rgb.jpg", 30..<70)
        let gone = empty(40, from: shown.count)
        let again = try frames(of: "td3/096-scan-rgb.jpg", 30..<50, from: shown.count + gone.count)
        var words: [String] = []
        _ = try scan().run(Script(frames: shown + gone + again)) { event in
            if let word = word(event), Int(word) == nil { words.append(word) }
            return .goOn
        }
        #expect(words == ["verified", "left", "verified"])
    }

    @Test func aTableIsNotReadAndCostsNoLook() throws {
        let scan = try scan()
        var words: [String] = []
        let ending = try scan.run(Script(frames: empty(40, from: 0))) { event in
            word(event).map { words.append($0) }
            return .goOn
        }
        guard case .ended(nil) = ending else {
            Issue.record("something was read")
            return
        }
        #expect(words == ["0"])
        #expect(scan.statistics.frames == 40 && scan.statistics.looks == 0)
    }

    @Test func progressIsSaidAgainByTheClock() throws {
        let clock = Monitor(Duration.zero)
        var words: [String] = []
        _ = try scan(now: { clock.update { $0 } }).run(Script(frames: empty(11, from: 0))) { event in
            if case .frame = event { clock.update { $0 += .milliseconds(100) } }
            word(event).map { words.append($0) }
            return .goOn
        }
        // At 0, 500 and 1000 ms.
        #expect(words == ["0", "0", "0"])
    }

    /// A single frame verifies nothing before a camera, but what it shows is told.
    @Test func whatOnlyOneFrameShowsIsTheBestReadingAtTheEnd() throws {
        let sample = try LabelledSample("td3/096-scan-rgb.jpg")
        let frame = Frame(sequence: 0, time: .zero, image: try sample.picture().gray)
        let ending = try scan().run(Script(frames: [frame])) { _ in .goOn }
        guard case .ended(let best?) = ending else {
            Issue.record("the reading is lost")
            return
        }
        #expect(best.reading.mrz.lines.map(\.text) == sample.lines)
        #expect(best.reading.status.objections.isEmpty && best.reading.status.doubts == [.weakEvidence])
    }

    @Test func timeIsUp() throws {
        let clock = Monitor(Duration.zero)
        var frames = 0
        let ending = try scan({ $0.timeout = .seconds(2) }, now: { clock.update { $0 } })
            .run(Script(frames: empty(100, from: 0))) { event in
                if case .frame = event {
                    frames += 1
                    clock.update { $0 += .milliseconds(100) }
                }
                return .goOn
            }
        guard case .timedOut(nil) = ending else {
            Issue.record("the scan went on")
            return
        }
        #expect(frames == 20)
    }

    @Test func aSignalEndsIt() throws {
        let stop = StopSignal()
        var frames = 0
        let ending = try scan().run(Script(frames: empty(100, from: 0)), stop: stop) { event in
            if case .frame = event { frames += 1 }
            if frames == 5 { stop.raise() }
            return .goOn
        }
        guard case .stopped = ending else {
            Issue.record("the scan went on")
            return
        }
        #expect(frames == 5)
    }

    /// A feed that is there already.
    private struct Ready: FrameSource {
        let feed: FrameFeed
        func start() throws(CaptureError) -> FrameFeed { feed }
    }

    @Test func framesThatNobodyLookedAtAreCounted() throws {
        let feed = FrameFeed(.live)
        for frame in empty(3, from: 0) { feed.offer(frame) }
        feed.offer(developing: { nil })
        feed.finish()
        let scan = try scan()
        guard case .ended = try scan.run(Ready(feed: feed), { _ in .goOn }) else {
            Issue.record("the feed did not end")
            return
        }
        #expect(scan.statistics.frames == 0 && scan.statistics.dropped == 3 && scan.statistics.damaged == 1)
    }

    private static let lost = CaptureError(.lost, "The camera is gone.")

    @Test func aLostSourceIsAnError() throws {
        let source = Script(frames: empty(3, from: 0), error: Self.lost)
        let scan = try scan()
        let failure = #expect(throws: LiveScan.Failure.self) { try scan.run(source) { _ in .goOn } }
        guard case .capture(let error) = failure else {
            Issue.record("the source's error was not thrown")
            return
        }
        #expect(error == Self.lost)
    }

    /// Fails the first time, then gives something else.
    private final class Unsteady: FrameSource {
        private let turns: Monitor<[Script]>

        init(_ turns: [Script]) { self.turns = Monitor(turns) }

        func start() throws(CaptureError) -> FrameFeed {
            let next = turns.update { $0.isEmpty ? nil : $0.removeFirst() }
            guard let next else { throw LiveScanTests.lost }
            return try next.start()
        }
    }

    @Test func aLostSourceIsOpenedAgainWhereThatIsWanted() throws {
        let source = Unsteady([
            Script(frames: empty(3, from: 0), error: Self.lost), Script(frames: empty(2, from: 0)),
        ])
        var words: [String] = []
        let change: (inout LiveScan.Configuration) -> Void = {
            $0.reconnects = true
            $0.reconnectEvery = .zero
        }
        let ending = try scan(change).run(source) { event in
            if let word = word(event), Int(word) == nil { words.append(word) }
            return .goOn
        }
        guard case .ended = ending else {
            Issue.record("the second source was not used")
            return
        }
        #expect(words == ["lost", "back"])
    }

    /// Who waits for a camera is told so as often as it was said that he would be.
    @Test func progressIsSaidWhileASourceIsOpenedAgain() throws {
        let source = Unsteady([Script(frames: [], error: Self.lost), Script(frames: [])])
        var time = Duration.zero
        func now() -> Duration {
            time += .milliseconds(5)
            return time
        }
        let change: (inout LiveScan.Configuration) -> Void = {
            $0.reconnects = true
            $0.reconnectEvery = .milliseconds(60)
            $0.heartbeat = .milliseconds(10)
        }
        var words: [String] = []
        _ = try scan(change, now: now).run(source) { event in
            if let word = word(event) { words.append(word) }
            return .goOn
        }
        let away = words.drop { $0 != "lost" }.prefix { $0 != "back" }
        #expect(away.count > 3, "\(words)")
    }

    /// What came before a document, in its place, is no part of its time.
    @Test func aDocumentBeginsWhereItComesIntoView() throws {
        let other = try frames(of: "negatives/190-dump.jpg", 0..<60)
        let document = try frames(of: "td3/096-scan-rgb.jpg", 0..<20, from: other.count)
        var duration: Duration?
        _ = try scan().run(Script(frames: other + document)) { event in
            if case .settled(let result) = event { duration = result.duration }
            return .goOn
        }
        #expect(try #require(duration) < .seconds(1))
    }

    /// Nobody sees when a document goes that was read before a camera was lost.
    @Test func aDocumentThatWasReadIsGoneWithItsSource() throws {
        let source = Unsteady([
            Script(frames: try frames(of: "td3/096-scan-rgb.jpg"), error: Self.lost),
            Script(frames: empty(2, from: 0)),
        ])
        var words: [String] = []
        let change: (inout LiveScan.Configuration) -> Void = {
            $0.reconnects = true
            $0.reconnectEvery = .zero
        }
        _ = try scan(change).run(source) { event in
            if let word = word(event), Int(word) == nil { words.append(word) }
            return .goOn
        }
        #expect(words == ["verified", "lost", "left", "back"])
    }

    @Test func eventsDescribeThemselvesWithoutTheirContent() throws {
        var text = ""
        _ = try scan().run(Script(frames: frames(of: "td3/096-scan-rgb.jpg"))) { event in
            text += "\(event)"
            dump(event, to: &text)
            if case .settled = event { return .stop }
            return .goOn
        }
        #expect(text.contains("settled(Reading(TD3, verified))"))
        #expect(!text.contains("ACHTERBERG"))
    }
}
