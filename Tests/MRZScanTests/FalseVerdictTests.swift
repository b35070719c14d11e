import Foundation
import LabelledSamples
import MRZScan
import Testing

/// Every picture that was ever verified wrongly is not verified wrongly any more.
@Suite struct FalseVerdictTests {
    private struct Truth: Decodable {
        let image: String
        let lines: [String]
        let mayBeVerified: Bool
    }

    private static let folder = Repository.root.appending(path: "Tests/FalseVerdicts")

    private static func truths() throws -> [Truth] {
        try String(contentsOf: folder.appending(path: "truth.jsonl"), encoding: .utf8).split(separator: "\n").map {
            try JSONDecoder().decode(Truth.self, from: Data($0.utf8))
        }
    }

    @Test func noneIsVerifiedWronglyAgain() throws {
        var configuration = MRZReader.Configuration()
        configuration.today = CalendarDay(year: 2026, month: 11, day: 22)
        let reader = MRZReader(configuration)
        let truths = try Self.truths()
        #expect(truths.count >= 110)
        for truth in truths {
            let verified = try reader.read(path: Self.folder.appending(path: truth.image).path)
                .compactMap { report in
                    if case .read(let document) = report.outcome, document.isVerified { document } else { nil }
                }
            let wrong = verified.filter { !truth.mayBeVerified || $0.mrz.lines.map(\.text) != truth.lines }
            #expect(wrong.isEmpty, "\(truth.image) is verified wrongly")
        }
    }

    /// The corpus is told whole: no picture without a line, and none without a picture.
    @Test func everyPictureHasItsTruth() throws {
        let named = Set(try Self.truths().map(\.image))
        let there = Set(
            try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
                .filter { !$0.hasSuffix(".md") && !$0.hasSuffix(".jsonl") })
        #expect(named == there)
    }
}
