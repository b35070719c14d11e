import ArgumentParser
import Commands
import Glibc
import ImageDecoding
import Imaging
import JSON
import MRZScan
import OCRModels
import Recognition

/// `mrz-bench glyphs`: what the program's own recogniser reads on strips, for comparing models.
struct GlyphsCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "glyphs", abstract: "Read line strips, as `strips` writes them.",
        discussion: """
            For each strip a line of JSON: "ms", the processor's time for reading it once more, and "glyphs", each \
            with its place in pixels, what it may be and how probably, likeliest first. What is printed is what the \
            strip shows: use it on specimens, not on people's documents.
            """)

    @Argument(help: "Pictures of one line each.", completion: .file())
    var strips: [String]

    @OptionGroup var models: ModelOptions

    func run(on output: StandardOutput) throws -> ExitStatus {
        let recognizer = try Recognizers.reader(try .chosen(models.model))
        for path in strips {
            let strip = try EncodedImage(path: path, limits: .isolatingHEIF).picture(longSide: MRZReader.longSide)
                .gray
            _ = try recognizer.recognize(strip)
            let start = Self.spent
            let glyphs = try recognizer.recognize(strip)
            let entry: JSONValue = [
                "file": .string(path), "ms": .number(Self.spent - start, places: 3),
                "glyphs": .array(glyphs.map(Self.entry)),
            ]
            try output.write(entry.text + "\n")
        }
        return .verified
    }

    private static func entry(_ glyph: Glyph) -> JSONValue {
        let best = Glyph.Alternative(character: glyph.character, confidence: glyph.confidence)
        let readings = [best] + glyph.alternatives
        return [
            "x": .number((glyph.left + glyph.right) / 2, places: 1),
            "readings": .array(
                readings.map {
                    [.string(String(UnicodeScalar($0.character))), .number(Double($0.confidence), places: 6)]
                }),
        ]
    }

    /// Milliseconds that this thread has kept a processor busy.
    private static var spent: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
