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

    @Test func printInAnotherTypefaceIsSettledUnverified() throws {
        let fixture = Repository.root.appending(path: "Tests/MRZScanTests/Fixtures/typewriter.png").path
        let (hints, report) = try finding(of: fixture, frames: 90)
        let document = try #require(report)
        #expect(
            document.mrz.lines.map(\.text) == [
                "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
            ])
        #expect(document.reasons.map(\.code) == ["otherTypeface"] && hints.last == .done)
    }

    /// Within two seconds, instead of "hold still" until the time is up.
    @Test(arguments: [
        ("td1/082-lowlight-5.jpg", ScanHint.unclearCharacter), ("td3/065-glare-4.jpg", .unknownState),
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
