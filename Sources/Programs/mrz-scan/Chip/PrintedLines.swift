import ArgumentParser
import Commands
import ImageDecoding
import JSON
import LiveScanning
import MRZParsing
import MRZScan
import OCRModels

/// Where the MRZ comes from that opens a chip.
struct PrintedLines: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The lines of the MRZ with a line feed, a comma or a blank between; - reads them from standard input.",
            valueName: "lines"))
    var mrz: String?

    @Option(
        help: ArgumentHelp("Take the MRZ from a result: what --format jsonl wrote of one document.", valueName: "file"),
        completion: .file())
    var from: String?

    @OptionGroup(title: "Camera options")
    var source: FrameSourceArgument

    func validate() throws {
        if [mrz != nil, from != nil, source.isGiven].count(where: { $0 }) > 1 {
            throw ValidationError("Give one of --mrz, --from, --device and --images.")
        }
    }

    /// Whether there is any.
    var isGiven: Bool { mrz != nil || from != nil || source.isGiven }

    /// The text that the MRZ stands in; nil where it comes from a camera, or from nowhere. It may have to be waited
    /// for: a signal ends the program meanwhile.
    func text() throws(DecodingError) -> String? {
        if let mrz, mrz != "-" { return mrz }
        guard let name = mrz ?? from else { return nil }
        if name == "-" { noteTerminalInput("An MRZ") }
        let isNamed = mrz == nil
        return try EndSignals.whileEnding { () throws(DecodingError) in
            isNamed ? try TextInput.text(ofNamed: name) : try TextInput.text(of: name)
        }
    }

    /// The one MRZ; nil when none is asked for.
    ///
    /// - Parameter text: what `text()` gave.
    /// - Throws: `PrintedLinesError`, and what the source throws.
    func document(
        in text: String?, asOf today: CalendarDay, model: OCRModel, stop: StopSignal
    ) throws -> VerifiedMRZ? {
        if let text {
            let documents =
                from == nil
                ? MRZText.documents(in: String(text.map { $0 == "," || $0 == " " ? "\n" : $0 })) : Self.results(text)
            return try Self.only(documents, asOf: today)
        }
        guard let frames = source.source else { return nil }
        var configuration = LiveScan.Configuration()
        configuration.timeout = .seconds(120)
        var reading = MRZReader.Configuration()
        reading.model = model
        reading.today = today
        let scan = LiveReader(reading, live: configuration)
        try scan.load()
        var found: VerifiedMRZ?
        do throws(LiveScan.Failure) {
            _ = try scan.run(frames, stop: stop) { event in
                guard case .settled(let result) = event else { return .goOn }
                found = scan.document(of: result).verified
                return found == nil ? .goOn : .stop
            }
        } catch {
            switch error {
            case .capture(let error): throw error
            case .recognition(let error): throw error
            }
        }
        if stop.isRaised { throw ChipStop() }
        guard let found else { throw PrintedLinesError(message: "The camera saw no MRZ that is verified.") }
        return found
    }

    /// The MRZs in lines of JSON.
    private static func results(_ text: String) -> [MRZ] {
        // Windows ends lines with two characters, which are one here.
        text.split { $0 == "\n" || $0 == "\r\n" }.flatMap { line -> [MRZ] in
            do {
                let lines = try JSONValue(parsing: String(line))["lines"]?.array ?? []
                return MRZText.documents(in: lines.compactMap(\.string).joined(separator: "\n"))
            } catch {
                // A line that is no result.
                return []
            }
        }
    }

    private static func only(_ documents: [MRZ], asOf today: CalendarDay) throws -> VerifiedMRZ {
        guard let first = documents.first, Set(documents).count == 1 else {
            throw PrintedLinesError(
                message: documents.isEmpty ? "There is no MRZ." : "There is more than one MRZ: a chip has one.")
        }
        do {
            return try VerifiedMRZ(first, asOf: today)
        } catch {
            throw PrintedLinesError(message: "The MRZ does not hold: its keys would be refused by any chip.")
        }
    }
}

/// Why there is no MRZ to open a chip with. It holds no character of one.
struct PrintedLinesError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}

/// Ctrl-C, before the chip was reached.
struct ChipStop: Error {}

extension PrintedLinesError: ProgramError {
    var exitStatus: ExitStatus { .noMRZ }
}
