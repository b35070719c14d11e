import Foundation
import ImageDecoding
import Imaging
import LabelledSamples
import MRZParsing
import NetworkRecognition
import OCRModels
import Scanning
import TesseractRecognition
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
        let scanner = MRZScanner(
            RecognizerPanel(
                reader: try NetworkRecognizer(model: .builtIn),
                secondReader: try NetworkRecognizer(model: .secondReader),
                tieBreaker: try TesseractRecognizer(model: .secondReader, alternatives: false),
                verifier: try CellVerifier(model: .verifier)),
            asOf: try #require(CalendarDay(year: 2026, month: 11, day: 22)))
        let truths = try Self.truths()
        #expect(truths.count >= 45)
        for truth in truths {
            let image = try EncodedImage(path: Self.folder.appending(path: truth.image).path)
            let verified = try scanner.scan(try image.picture(longSide: 2400)).readings.filter(\.isVerified)
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
