import ArgumentParser
import Commands
import ImageDecoding
import Imaging
import JSON
import MRZParsing
import MRZScan
import NetworkRecognition
import OCRModels
import Recognition
import Scanning

/// `mrz-bench letters`: the letters of verified readings as the verifier sees them, for training on exactly those.
struct LettersCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "letters", abstract: "Write the letters of verified readings that no check digit protects.",
        discussion: """
            Of every picture with one reading, and that verified, a PGM file has the cells of those letters side by side, \
            each \(RecordingVerifier.width) pixels wide, and letters.jsonl says which letters they are. What is written is \
            what the picture shows: use it on specimens, not on people's documents.
            """)

    @Argument(help: "Pictures or folders of pictures.", completion: .file())
    var images: [String]

    @OptionGroup var folder: OutputFolderOptions

    func run(on output: StandardOutput) throws -> ExitStatus {
        try folder.make()
        var configuration = MRZScanner.Configuration()
        // Nothing is left out for what was learnt of such letters before.
        configuration.pixels.maxAlterationScore = .infinity
        let recorder = RecordingVerifier(try CellVerifier(model: .verifier))
        var panel = Recognizers.lazyPanel(.builtIn)
        panel.verifier = recorder
        let scanner = MRZScanner(panel, asOf: CalendarDay.today(), configuration: configuration)
        var status = ExitStatus.verified
        var index = ""
        for (number, input) in InputWalk(images).enumerated() {
            switch input.picture() {
            case .success(let (path, picture)):
                recorder.cells = []
                let readings = try scanner.scan(picture).readings
                guard readings.count == 1, readings[0].isVerified, let cells = recorder.cells(of: readings[0])
                else { continue }
                let name = "\(number).pgm"
                try OutputFile.write(RecordingVerifier.sideBySide(cells).pgm, to: "\(folder.out)/\(name)")
                let entry: JSONValue = [
                    "image": .string(path), "file": .string(name), "letters": .string(cells.map(\.character).text),
                ]
                index += entry.text + "\n"
            case .failure(let error):
                note("an input was left out: \(error.message)")
                status = status.combined(with: .unreadable)
            }
        }
        try OutputFile.write(index, to: "\(folder.out)/letters.jsonl")
        return status
    }
}

/// A verifier that keeps the letters that it is asked about.
private final class RecordingVerifier: GlyphVerifier {
    /// Columns of a strip that are written of each cell.
    static let width = 52
    private let verifier: CellVerifier
    /// The letters that were asked about as alterations of others, and what they are read as.
    var cells: [(cell: GlyphCell, character: MRZCharacter)] = []

    init(_ verifier: CellVerifier) { self.verifier = verifier }

    func evidence(in line: GrayImage, firstMiddle: Double, count: Int) throws(RecognitionError) -> [CellEvidence] {
        try verifier.evidence(in: line, firstMiddle: firstMiddle, count: count)
    }

    func surroundings(
        at line: GrayImage, firstMiddle: Double, count: Int
    ) throws(RecognitionError) -> [CellEvidence] {
        try verifier.surroundings(at: line, firstMiddle: firstMiddle, count: count)
    }

    func likeness(of cell: GlyphCell, to others: [GlyphCell]) throws(RecognitionError) -> Float {
        try verifier.likeness(of: cell, to: others)
    }

    func alterationScores(
        of cell: GlyphCell, as character: Int
    ) throws(RecognitionError) -> [AlterationScore] {
        if let character = MRZCharacter(index: character) { cells.append((cell, character)) }
        return try verifier.alterationScores(of: cell, as: character)
    }

    /// The letters of a reading, if the last ones that were asked about are those.
    func cells(of reading: Reading) -> [(cell: GlyphCell, character: MRZCharacter)]? {
        let letters = reading.transcript.unprotectedLetters.map(\.character)
        let last = cells.suffix(letters.count)
        return !letters.isEmpty && last.map(\.character) == letters ? Array(last) : nil
    }

    /// The cells of a line after each other; beyond a strip its last column goes on.
    static func sideBySide(_ cells: [(cell: GlyphCell, character: MRZCharacter)]) -> GrayImage {
        let height = cells.map(\.cell.line.height).max() ?? 0
        let pixels = (0..<height).flatMap { row in
            cells.flatMap { cell, _ in
                let left = Int(cell.middle.rounded()) - width / 2
                return (0..<width).map { cell.line[min(max(left + $0, 0), cell.line.width - 1), row] }
            }
        }
        return GrayImage(width: width * cells.count, height: height, pixels: pixels)
    }
}
