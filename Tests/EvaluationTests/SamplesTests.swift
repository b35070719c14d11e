import Evaluation
import ImageDecoding
import Imaging
import MRZParsing
import NetworkRecognition
import OCRModels
import Recognition
import Reporting
import Scanning
import TesseractRecognition
import Testing

/// The measuring itself measured: a reader broken on purpose, labels that changed places and a made-up verdict must
/// each be noticed.
@Suite struct SamplesTests {
    private static let images = ["td3/001-rotation-1.jpg", "td1/002-perspective-1.jpg", "td2/004-defocus-1.jpg"]

    @Test func goodReaderPassesAndEveryMutationIsCaught() throws {
        let labels = try Self.labels()
        let good = try Self.verdicts(of: labels, recognizer: NetworkRecognizer(model: .builtIn))
        let baseline = Baseline(Evaluation(good))
        #expect(good.filter { !$0.label.isNegative }.allSatisfy { $0.documents.map(\.outcome) == [.verified] })
        #expect(!Self.isCaught(good, against: baseline))

        let swapping = SwappingRecognizer(try NetworkRecognizer(model: .builtIn))
        let broken = try Self.verdicts(of: Array(labels.prefix(1)), recognizer: swapping) + good.dropFirst()
        #expect(Self.isCaught(broken, against: baseline), "a recogniser that swaps characters")

        var shuffled = labels
        (shuffled[0].documents, shuffled[1].documents) = (labels[1].documents, labels[0].documents)
        let misjudged = zip(good, shuffled).map { PageVerdict($0.reading, of: $1) }
        #expect(Self.isCaught(misjudged, against: baseline), "labels that changed places")
        #expect(!Evaluation(misjudged).verdicts[0].falseVerified.isEmpty)
    }

    @Test func aFabricatedVerdictIsCaught() throws {
        let label = try #require(try Self.labels().first)
        // `A` weighs as much as a filler: the check digits hold, and only the label can tell.
        let lines = changed(label.documents[0].lines, line: 1, column: 30, to: "A")
        #expect(lines != label.documents[0].lines)
        let before = Baseline(
            Evaluation([PageVerdict(PageReading(zones: [.init(lines: lines, isVerified: false)]), of: label)]))
        let fabricated = PageVerdict(PageReading(zones: [.init(lines: lines, isVerified: true)]), of: label)
        #expect(fabricated.falseVerified.count == 1)
        #expect(Self.isCaught([fabricated], against: before))
        let negative = PageVerdict(fabricated.reading, of: Label(image: label.image, documents: []))
        #expect(Self.isCaught([negative], against: Baseline(Evaluation([negative]))))
    }

    private static func isCaught(_ verdicts: [PageVerdict], against baseline: Baseline) -> Bool {
        BaselineComparison(of: Baseline(Evaluation(verdicts)), with: baseline, isWhole: true).isWorse
    }

    /// Four levels up from this file is the package.
    private static var samples: String {
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Samples"
    }

    private static func labels() throws -> [Label] {
        let bytes = try Array(contentsOf: "\(samples)/labels.jsonl")
        let labels = try Label.list(jsonLines: String(decoding: bytes, as: UTF8.self))
        let negative = try #require(labels.first { $0.isNegative && $0.page == 1 && $0.image.hasPrefix("negatives/") })
        let chosen = images.compactMap { image in labels.first { $0.image == image } } + [negative]
        #expect(chosen.count == images.count + 1)
        return chosen
    }

    private static func verdicts(of labels: [Label], recognizer: any TextRecognizer) throws -> [PageVerdict] {
        let today = try #require(CalendarDay(year: 2026, month: 1, day: 1))
        let scanner = MRZScanner(
            RecognizerPanel(
                reader: recognizer, secondReader: try NetworkRecognizer(model: .secondReader),
                tieBreaker: try TesseractRecognizer(model: .secondReader, alternatives: false),
                verifier: try CellVerifier(model: .verifier)), asOf: today)
        return try labels.map { label in
            let picture = try EncodedImage(path: "\(samples)/\(label.image)").picture(longSide: 2400)
            let reports = try scanner.scan(picture).readings.map { reading in
                ScanReport(
                    source: label.image,
                    outcome: .read(MRZReport(reading, reduction: picture.reduction, asOf: today)))
            }
            return PageVerdict(PageReading(reports), of: label)
        }
    }
}

/// A reader that exchanges the first two neighbours of a line that differ, and is as sure as before.
private final class SwappingRecognizer: TextRecognizer {
    private let recognizer: any TextRecognizer

    init(_ recognizer: any TextRecognizer) { self.recognizer = recognizer }

    func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] {
        var glyphs = try recognizer.recognize(line)
        guard let place = glyphs.indices.dropLast().first(where: { glyphs[$0].character != glyphs[$0 + 1].character })
        else { return glyphs }
        let first = glyphs[place].character
        glyphs[place].character = glyphs[place + 1].character
        glyphs[place + 1].character = first
        return glyphs
    }
}
