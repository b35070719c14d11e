import ArgumentParser
import Commands
import ImageDecoding
import Imaging
import JSON
import MRZParsing
import MRZScan
import OCRModels
import Recognition
import Scanning

/// `mrz-bench evidence`: what the pixels say about each reading that would be verified without them.
struct EvidenceCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "evidence", abstract: "What the pixels say about each reading.",
        discussion: """
            A line of JSON for each MRZ that everything but its pixels supports: "lines", and of each cell the log \
            odds that it shows the character claimed there ("claims") and the likeliest other one ("rivals", \
            "rivalOdds"), of cells in question those that they show what others of the page with their character do \
            ("likenesses", places from 0), that little plain letters are mirrored ("mirrors"), how much unprotected letters look like \
            others that were altered ("alterations"), that nothing stands round a character \
            ("surroundings") nor at the ends of a line ("ends"), what stands beside characters ("marks" above or below, "stray" pieces, \
            "lightMarks" that are lighter than paper, "fineMarks" that are finer than strokes), of zeros and letters O by how much a zero is likelier ("zeros"), how \
            high the print stands against the document's zeros ("heights") and, of letters, how far that is off what \
            the letter has ("deviations"), how much bolder it is than the boldest of its \
            neighbours, as a logarithm ("excess"), how much thinner than its line ("deficits") and how far below the \
            line's top it begins ("tops"), both in what the line varies by, what stands beyond the lines ("beyond") \
            and whether the lines are one print ("seam", "ridge", "step", "contrast", "boldness", "lean", "growth", "differences", \
            "fields", "stretch"), and how much darker than its paper the palest is, in grey levels ("darkness"). What is printed \
            is what the picture shows: use it on specimens, not on people's documents.
            """)

    @Argument(help: "Pictures or folders of pictures.", completion: .file())
    var images: [String]

    func run(on output: StandardOutput) throws -> ExitStatus {
        var configuration = MRZScanner.Configuration()
        configuration.pixels.isAsked = false
        let scanner = MRZScanner(
            Recognizers.lazyPanel(.builtIn), asOf: CalendarDay.today(), configuration: configuration)
        var status = ExitStatus.verified
        for input in InputWalk(images) {
            switch input.picture() {
            case .success(let (path, picture)):
                for reading in try scanner.scan(picture).readings {
                    if let entry = Self.entry(path, reading) { try output.write(entry.text + "\n") }
                }
            case .failure(let error):
                note("an input was left out: \(error.message)")
                status = status.combined(with: .unreadable)
            }
        }
        return status
    }

    private static func entry(_ path: String, _ reading: Reading) -> JSONValue? {
        guard let pixels = reading.pixels else { return nil }
        let lines = reading.mrz.lines
        func odds(_ value: Float) -> JSONValue { .number(Double(value), places: 2) }
        func numbers(_ values: [[Double?]], places: Int) -> JSONValue {
            .array(values.map { .array($0.map { $0.map { .number($0, places: places) } ?? .null }) })
        }
        func places(_ places: [MRZPosition]) -> JSONValue {
            .array(places.map { ["line": .integer($0.line), "column": .integer($0.column)] })
        }
        func placed(_ values: [MRZPosition: Float], as key: String) -> JSONValue {
            .array(
                values.sorted { $0.key < $1.key }.map {
                    ["line": .integer($0.line), "column": .integer($0.column), key: odds($1)]
                })
        }
        var rivals: [JSONValue] = []
        var rivalOdds: [JSONValue] = []
        for (line, cells) in zip(lines, pixels.cells) {
            let best = zip(line.characters, cells).map { character, cell in
                cell.logOdds.enumerated().filter { $0.offset != Int(character.index) }.max { $0.element < $1.element }
            }
            rivals.append(.string(best.map { $0.map { String(Self.alphabet[$0.offset]) } ?? "" }.joined()))
            rivalOdds.append(.array(best.map { odds($0?.element ?? -100) }))
        }
        return [
            "image": .string(path), "format": .string(reading.mrz.format.name),
            "lines": .array(lines.map { .string($0.text) }), "verified": .bool(reading.isVerified),
            "claims": .array(pixels.claims.map { .array($0.map(odds)) }), "rivals": .array(rivals),
            "rivalOdds": .array(rivalOdds),
            "likenesses": placed(pixels.likenesses, as: "logOdds"),
            "surroundings": .array(pixels.surroundingClaims.map { .array($0.map(odds)) }),
            "mirrors": .array(pixels.mirrors.map { .array($0.map { $0.map(odds) ?? .null }) }),
            "ends": .array(pixels.surroundingPaper.map { .array($0.map(odds)) }),
            "alterations": placed(pixels.alterations, as: "score"),
            "marks": places(pixels.marks), "stray": places(pixels.strayPlaces),
            "lightMarks": places(pixels.lightMarks),
            "fineMarks": places(pixels.fineMarks),
            "zeros": .array(
                zip(lines, pixels.cells).map { line, cells in
                    .array(
                        zip(line.characters, cells).map { character, cell in
                            "0O".contains([character].text)
                                ? odds(cell.logOdds[Self.zero] - cell.logOdds[Self.letterO]) : .null
                        })
                }),
            "heights": numbers(pixels.heights, places: 3),
            "deviations": numbers(pixels.heightDeviations, places: 2),
            "excess": numbers(pixels.excess, places: 3),
            "deficits": numbers(pixels.inkDeficits, places: 2),
            "tops": numbers(pixels.topDeviations, places: 2),
            "beyond": .array(
                pixels.beyond.map { cells in .array(cells.map { odds($0.logOdds.max() ?? -100) }) }),
            "paper": .array(pixels.beyond.map { cells in .array(cells.map { odds($0.paper) }) }),
            "seam": .number(pixels.seam, places: 4),
            "ridge": .number(pixels.gapRidge, places: 4),
            "step": .number(pixels.gapStep, places: 4),
            "contrast": .number(pixels.contrast, places: 3), "boldness": .number(pixels.boldness, places: 3),
            "lean": .number(pixels.lean, places: 3), "growth": .number(pixels.growth, places: 3),
            "differences": .number(pixels.differences, places: 3),
            "fields": .number(pixels.fieldDifferences, places: 3),
            "stretch": .number(pixels.stretchDifference, places: 3),
            "pitch": .number(pixels.pitch, places: 2),
            "darkness": .number(pixels.darkness, places: 1),
        ]
    }

    private static let zero = 0, letterO = 24
    private static let alphabet = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<")
}
