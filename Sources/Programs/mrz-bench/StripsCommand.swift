import ArgumentParser
import Commands
import ImageDecoding
import Imaging
import JSON
import MRZDetection
import MRZScan
import Scanning

/// `mrz-bench strips`: the pixels that the recogniser reads, for training its model on exactly those.
struct StripsCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "strips", abstract: "Write the line strips that the recogniser would read.",
        discussion: """
            Every band of every picture is written both ways up, one PGM file a line, and strips.jsonl describes each: \
            "upright" says which way the scanner would read first, "search" at which of its scales the band was found; \
            the scanner goes on to the next scale only where it has settled nothing before.
            """)

    @Argument(help: "Pictures or folders of pictures.", completion: .file())
    var images: [String]

    @OptionGroup var folder: OutputFolderOptions

    @Flag(help: "Only the bands of the first search, the way up that the scanner would read first.")
    var first = false

    @Flag(help: "Show what stands above and below the lines as well.")
    var high = false

    func run(on output: StandardOutput) throws -> ExitStatus {
        try folder.make()
        var status = ExitStatus.verified
        var index = ""
        for (number, input) in InputWalk(images).enumerated() {
            switch input.picture() {
            case .success(let picture):
                let searches = first ? 1 : .max
                let found = MRZScanner.Configuration().strips(
                    in: picture.pixels, searches: searches, isHigh: high)
                for (band, strips) in found.enumerated() where !first || strips.isUpright {
                    for line in strips.strips.indices {
                        let name = "\(number)-\(band / 2)-\(strips.band.isTurned ? "turned-" : "")\(line).pgm"
                        try OutputFile.write(strips.strips[line].image.pgm, to: "\(folder.out)/\(name)")
                        index += entry(picture.path, band / 2, line, name, strips, picture.pixels.reduction).text + "\n"
                    }
                }
            case .failure(let error):
                note("an input was left out: \(error.message)")
                status = status.combined(with: .unreadable)
            }
        }
        try OutputFile.write(index, to: "\(folder.out)/strips.jsonl")
        return status
    }

    private func entry(
        _ image: String, _ band: Int, _ line: Int, _ file: String, _ strips: BandStrips, _ reduction: Double
    ) -> JSONValue {
        let corners = strips.band.quad.scaled(by: reduction).corners
        return [
            "image": .string(image), "band": .integer(band), "line": .integer(line), "file": .string(file),
            "search": .integer(strips.search),
            "quad": .array(corners.map { [.number($0.x, places: 1), .number($0.y, places: 1)] }),
            "columns": .integer(strips.band.columnCount), "lineCount": .integer(strips.band.lineCount),
            "score": .number(strips.band.score, places: 3), "light": .bool(strips.band.isLight),
            "turned": .bool(strips.band.isTurned), "upright": .bool(strips.isUpright),
        ]
    }
}

extension GrayImage {
    /// The picture as a PGM file.
    var pgm: [UInt8] { Array("P5\n\(width) \(height)\n255\n".utf8) + pixels }
}

extension InputWalk.Input {
    /// The path and the first page of a picture, as large as the scanner reads it first.
    func picture() -> Result<(path: String, pixels: Picture), DecodingError> {
        Result { () throws(DecodingError) in
            let limits = DecodingLimits.isolatingHEIF
            let (source, image) =
                switch self {
                case .standardInput: ("-", try EncodedImage.standardInput(limits: limits))
                case .file(let path): (path, try EncodedImage(path: path, limits: limits))
                case .entry(let file): (file.path, try EncodedImage(bytes: file.bytes, limits: limits))
                case .failed(_, let error): throw error
                }
            return (source, try image.picture(longSide: MRZReader.longSide))
        }
    }
}
