import Foundation
import Imaging
import LabelledSamples
import MRZDetection
import NetworkRecognition
import OCRModels
import Recognition
import Testing

@Suite("Network recogniser")
struct NetworkRecognizerTests {
    private let geometry = StripGeometry(height: 32, capHeight: 26, pitch: 20, margin: 2)

    @Test("Reads the strips of a scan", arguments: ["td3/096-scan-rgb.jpg", "td1/101-scan-rgb.jpg"])
    func strips(_ image: String) throws {
        let sample = try LabelledSample(image)
        let strips = try sample.strips(geometry)
        try #require(strips.count == sample.lines.count)
        for model in [OCRModel.builtIn, .secondReader] {
            let recognizer = try NetworkRecognizer(model: model)
            for (strip, line) in zip(strips, sample.lines) {
                let glyphs = try recognizer.recognize(strip.image)
                let text = String(decoding: glyphs.map(\.character), as: UTF8.self)
                // Beyond the line the strip shows background, which may read as something.
                #expect(text.contains(line.prefix { $0 != "<" }))
                #expect(abs(glyphs.count - line.count) <= 4)
                #expect(zip(glyphs, glyphs.dropFirst()).allSatisfy { $0.left <= $1.left && $0.right <= $1.right })
            }
        }
    }

    @Test("Confidences are probabilities: those of one place sum to at most 1, the best first")
    func probabilities() throws {
        let strip = try #require(try LabelledSample("td3/096-scan-rgb.jpg").strips(geometry).last)
        for glyph in try NetworkRecognizer(model: .builtIn).recognize(strip.image) {
            let all = [glyph.confidence] + glyph.alternatives.map(\.confidence)
            #expect(all.reduce(0, +) < 1.0001)
            #expect(zip(all, all.dropFirst()).allSatisfy { $0 >= $1 })
            #expect(glyph.alternatives.allSatisfy { $0.character != glyph.character })
        }
    }

    @Test("White paper and lines too narrow for a step hold nothing")
    func nothing() throws {
        let recognizer = try NetworkRecognizer(model: .builtIn)
        #expect(
            try recognizer.recognize(GrayImage(width: 3, height: 32, pixels: Array(repeating: 0, count: 96))).isEmpty)
        let paper = GrayImage(width: 900, height: 32, pixels: Array(repeating: 255, count: 900 * 32))
        #expect(try recognizer.recognize(paper).isEmpty)
    }

    @Test("Lines read together are read as one after the other", arguments: [OCRModel.builtIn, .secondReader])
    func together(_ model: OCRModel) throws {
        let recognizer = try NetworkRecognizer(model: model)
        let strips = try LabelledSample("td1/101-scan-rgb.jpg").strips(geometry).map(\.image)
        try #require(strips.count == 3)
        #expect(try recognizer.recognize([GrayImage]()).isEmpty)
        for count in 1...3 {
            let some = Array(strips.prefix(count))
            #expect(try recognizer.recognize(some) == some.map { try recognizer.recognize($0) })
        }
        // Of different widths too.
        let short = GrayImage(width: 200, height: 32, pixels: Array(repeating: 255, count: 200 * 32))
        #expect(try recognizer.recognize([strips[0], short])[0] == recognizer.recognize(strips[0]))
    }

    @Test("A line of another height is refused")
    func height() throws {
        let recognizer = try NetworkRecognizer(model: .builtIn)
        let error = #expect(throws: RecognitionError.self) {
            try recognizer.recognize(GrayImage(width: 8, height: 8, pixels: Array(repeating: 0, count: 64)))
        }
        #expect(error?.code == .engineFailed)
    }

    /// A model file of `bytes` for the time of `body`.
    private func withModel(_ bytes: Data, _ body: (OCRModel) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try bytes.write(to: file)
        defer {
            do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) }
        }
        try body(OCRModel(path: file.path))
    }

    @Test("A model that ends too early is refused, wherever it ends")
    func truncated() throws {
        let whole = OCRModel.builtIn.withBytes { Data($0) }
        for length in stride(from: 1, to: whole.count - 200, by: 1571) {
            try withModel(whole.prefix(length)) { model in
                let error = #expect(throws: RecognitionError.self) { try NetworkRecognizer(model: model) }
                #expect(error?.code == .modelRefused)
            }
        }
    }

    @Test("A model with a wrong byte is refused or read, and never brings the program down")
    func damaged() throws {
        let whole = OCRModel.builtIn.withBytes { Data($0) }
        let line = GrayImage(width: 240, height: 32, pixels: (0..<(240 * 32)).map { UInt8($0 * 7 % 256) })
        var refused = 0
        for place in stride(from: 0, to: 1200, by: 3) {
            var bytes = whole
            bytes[place] ^= 0x55
            try withModel(bytes) { model in
                do {
                    _ = try NetworkRecognizer(model: model).recognize(line)
                } catch let error as RecognitionError {
                    #expect(error.code == .modelRefused || error.code == .engineFailed)
                    refused += 1
                }
            }
        }
        #expect(refused > 50)
    }

    /// The number that a list of characters begins with, in digits of as many bytes.
    @Test("A list of no characters, or of fewer, is refused", arguments: ["0", "-1"])
    func noCharacters(_ count: String) throws {
        var bytes = OCRModel.builtIn.withBytes { Data($0) }
        // A line with a number alone, and one with the name of the blank.
        let list = try #require(bytes.range(of: Data("\nNULL ".utf8)))
        let start = try #require(bytes[..<list.lowerBound].lastIndex { !(0x30...0x39).contains($0) }) + 1
        let digits = bytes[start..<list.lowerBound]
        try #require(digits.count == 2)
        bytes.replaceSubrange(
            start..<list.lowerBound, with: Data((count.count == 1 ? "0" : "").utf8) + Data(count.utf8))
        try withModel(bytes) { model in
            let error = #expect(throws: RecognitionError.self) { try NetworkRecognizer(model: model) }
            #expect(error?.code == .modelRefused)
        }
    }

    @Test("What is no model is refused")
    func noModel() throws {
        try withModel(Data("This is no model.".utf8)) { model in
            let error = #expect(throws: RecognitionError.self) { try NetworkRecognizer(model: model) }
            #expect(error?.code == .modelRefused)
        }
    }
}
