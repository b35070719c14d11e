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
}
