import Foundation
import LabelledSamples
import MRZScan
import Testing

@Suite struct LiveReaderTests {
    private func path(_ sample: String) -> String { Repository.root.appending(path: "Samples/" + sample).path }

    @Test func documentsComeOneAfterTheOther() async throws {
        let samples = ["td3/001-rotation-1.jpg", "td1/002-perspective-1.jpg"]
        let source = PicturePlayback(samples.map(path), options: .init(rate: 1000, hold: 20))
        var found: [[String]] = []
        for try await report in LiveReader.documents(from: source) {
            guard case .read(let document) = report.outcome, document.isVerified else { continue }
            #expect(report.index == found.count)
            found.append(document.mrz.lines.map(\.text))
        }
        #expect(try found == samples.map { try LabelledSample($0).lines })
    }

    /// The best reading of a document that was not settled before the frames ended.
    @Test func whatWasNotSettledIsToldAtTheEnd() async throws {
        let source = PicturePlayback([path("td1/103-scan-rgb.jpg")], options: .init(rate: 1000, hold: 3))
        var found: [ScanReport] = []
        for try await report in LiveReader.documents(from: source) { found.append(report) }
        guard found.count == 1, case .read(let document) = found[0].outcome else {
            Issue.record("\(found.count) reports")
            return
        }
        #expect(!document.isVerified && found[0].index == 0)
    }

    @Test func aSourceThatCannotBeOpenedIsAnError() async {
        await #expect(throws: LiveScan.Failure.self) {
            for try await _ in LiveReader.documents(from: V4L2Camera(path: "/dev/no-such-camera")) {}
        }
    }

    /// What was read of still frames, 30 a second.
    private func finding(of path: String, frames: Int) throws -> (hints: [ScanHint], report: MRZReport?) {
        let picture = try EncodedImage(path: path).picture(longSide: 1280).gray
        let reader = LiveReader()
        var hints: [ScanHint] = []
        for number in 0..<frames {
            let frame = Frame(sequence: number, time: .milliseconds(33) * number, image: picture)
            let finding = try reader.look(at: frame)
            if hints.last != finding.status.hint { hints.append(finding.status.hint) }
            if let result = finding.result { return (hints, reader.document(of: result)) }
        }
        return (hints, nil)
    }

    /// What the pixels of a frame say is told with its result.
    @Test func lettersWithMarksAreTold() throws {
        let fixtures = Repository.root.appending(path: "Tests/MRZScanTests/Fixtures")
        let (_, report) = try finding(of: fixtures.appending(path: "marked-letters.png").path, frames: 300)
        let document = try #require(report)
        #expect(!document.isVerified && document.warnings.contains(.markedLetters))
    }

    /// A camera of two fields, before which a document is moved: no frame shows it whole, in each the odd rows are
    /// further on.
    @Test func aFrameOfTwoFieldsIsRead() throws {
        let sample = "td3/001-rotation-1.jpg"
        let still = try EncodedImage(path: path(sample)).picture(longSide: 1280).gray
        let torn = GrayImage(width: still.width, height: still.height) { target in
            for y in 0..<still.height {
                for x in 0..<still.width { target[y * still.width + x] = still[max(0, x - 5 * (y % 2)), y] }
            }
        }
        let label = try LabelledSample(sample)
        func lines(_ reports: [ScanReport]) -> [[String]?] {
            reports.map { report in
                if case .read(let document) = report.outcome, document.isVerified {
                    document.mrz.lines.map(\.text)
                } else {
                    nil
                }
            }
        }
        #expect(lines(try MRZReader().read(torn)) == [label.lines], "as a picture")
        let reader = LiveReader()
        let results = try (0..<30).compactMap { number in
            try reader.look(at: Frame(sequence: number, time: .milliseconds(33) * number, image: torn)).result
        }
        #expect(results.first.map { reader.document(of: $0).mrz.lines.map(\.text) } == label.lines, "before a camera")
    }

    @Test func printInAnotherTypefaceIsSettledUnverified() throws {
        let fixture = Repository.root.appending(path: "Tests/MRZScanTests/Fixtures/typewriter.png").path
        let (hints, report) = try finding(of: fixture, frames: 120)
        let document = try #require(report)
        #expect(
            document.mrz.lines.map(\.text) == [
                "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
            ])
        #expect(document.reasons.map(\.code) == ["otherTypeface"] && hints.last == .otherTypeface)
    }

    /// Within two seconds, instead of "hold still" until the time is up.
    @Test(arguments: [
        ("td2/088-moire-5.jpg", ScanHint.unclearCharacter), ("td3/065-glare-4.jpg", .unknownState),
    ])
    func whatCannotBeVerifiedSaysWhy(_ sample: String, _ hint: ScanHint) throws {
        #expect(try finding(of: path(sample), frames: 60).hints.contains(hint))
    }

    /// Print that lies like a zone is before the camera: nobody is asked to hold one there.
    @Test func printThatReadsAsNoZoneIsUnreadable() throws {
        let hints = try finding(of: path("negatives/190-dump.jpg"), frames: 60).hints
        #expect(hints.contains(.unreadable) && !hints.contains(.showDocument))
    }
}
