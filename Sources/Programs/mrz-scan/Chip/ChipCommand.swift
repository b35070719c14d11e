import AccessKeys
import ArgumentParser
import Chip
import ChipReporting
import Commands
import JSON
import LiveScanning
import MRZParsing
import PCSC

/// `mrz-scan chip`: the chip of a document, opened with its MRZ, read and proved.
struct ChipCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "chip", abstract: "Read and prove the chip of a document on a reader.",
        discussion: """
            Waits for a document on a reader, opens its chip with the MRZ or the card access number, reads it, and \
            says what is proved and what is not. docs/chip.md explains every word.

            Exit status: 0 genuine; 1 not proved, or refused; 64 wrong usage; 65 no MRZ that holds; 66 a list of \
            certificates or the pictures could not be read; 69 no reader, no document, or it was taken away; 70 internal failure; 76 \
            the chip does not take the key, or breaks the rules; 78 the recognition model is missing; 130 interrupted.
            """,
        subcommands: [ChipVerifyCommand.self])

    @Option(help: ArgumentHelp("The reader, or the beginning of its name; see mrz-scan readers.", valueName: "name"))
    var reader: String?

    @OptionGroup var printed: PrintedLines

    @Option(help: ArgumentHelp("The card access number that is printed on the document.", valueName: "digits"))
    var can: String?

    @OptionGroup var trust: TrustOptions

    @Option(
        help: ArgumentHelp(
            "Write the files of the chip into this folder, readable for this user only.", valueName: "dir"),
        completion: .directory)
    var out: String?

    @Flag(help: "Read the face and the written signature as well.")
    var face = false

    @Flag(help: "Open the chip by BAC even where it has PACE.")
    var skipPace = false

    @Option(help: ArgumentHelp("How long to wait for a document.", valueName: "seconds"))
    var timeout: Double = Self.usualTimeout

    private static let usualTimeout = 60.0

    @Option(help: "text or json. The default is text on a terminal and json elsewhere.")
    var format: ChipFormat?

    @OptionGroup var engines: EngineOptions

    @OptionGroup private var voice: QuietOptions

    var quiet: Bool { voice.quiet }

    func validate() throws {
        try validateOutput(out, "--out")
        if let can, CardAccessNumber(can) == nil { throw ValidationError("--can must be 4 to 16 digits.") }
        if !(timeout > 0 && timeout <= 86_400) { throw ValidationError("--timeout must be above 0 and at most 86400.") }
    }

    /// The name of an option that was given and that only a chip on a reader has a use for; nil where none was.
    fileprivate var optionOfReading: String? {
        let given = [
            ("can", can != nil), ("reader", reader != nil), ("out", out != nil), ("face", face),
            ("skip-pace", skipPace), ("timeout", timeout != Self.usualTimeout),
        ]
        return given.first { $0.1 }?.0
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        // Not in `validate`, which is asked before `verify` too.
        guard can != nil || printed.isGiven else {
            note("error: A chip takes a key: give --mrz, --from, --device, --images or --can.")
            return .usage
        }
        if let out { try ChipFolder.requireRoom(in: out) }
        try printed.source.requirePictures()
        let list = try trust.list()
        let text = try printed.text()
        let stop = StopSignal()
        Interruption.watch(output) { stop.raise() }
        do {
            let document = try printed.document(
                in: text, asOf: trust.today, model: try engines.chosen(), stop: stop)
            let report = try read(document, list, stop)
            try (format ?? .usual(output)).write(report, on: output)
            if let out { try ChipFolder.write(report, to: out) }
            return report.reading.verdict == .genuine ? .verified : .notVerified
        } catch is ChipStop {
            return .interrupted
        }
    }

    private func read(_ document: VerifiedMRZ?, _ list: TrustList?, _ stop: StopSignal) throws -> ChipReport {
        let number = can.flatMap { CardAccessNumber($0) }
        let key: ChipKey
        if let keys = document.flatMap({ ChipAccessKeys($0) }) {
            key = ChipKey(mrz: keys, cardAccessNumber: number)
        } else if let number {
            key = ChipKey(cardAccessNumber: number)
        } else {
            throw PrintedLinesError(message: "Documents with such an MRZ have no chip of this kind.")
        }
        let notify: (ChipProgress) -> Void = { step in if !quiet { note(step.message) } }
        let transport = try CardTransport(
            reader: reader, timeout: .seconds(timeout), isCancelled: { stop.isRaised },
            isAwaited: { notify(.waiting) },
            hasLeft: { if !quiet { note("The document has left the reader: lay it back.") } })
        notify(.connecting)
        var options = ChipReader.Options(now: trust.now)
        options.groups = face ? [2, 7, 11, 12, 13, 16] : [11, 12, 13, 16]
        options.lengths = transport.lengths
        options.skipsPACE = skipPace
        options.optical = document?.mrz
        let start = ContinuousClock.now
        let reading = try ChipReader(
            transport, key: key, options: options, trust: list, isCancelled: { stop.isRaised }, progress: notify
        ).run()
        return ChipReport(
            reading, source: transport.reader.name, duration: ContinuousClock.now - start, asOf: trust.today)
    }
}

/// `mrz-scan chip verify`: files of a chip that were read before.
struct ChipVerifyCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Prove the files of a chip that --out has written, without the chip.",
        discussion: """
            What only the chip itself can prove, that it is no copy, is not checked again. --mrz, --from, --csca, \
            --crl, --today and --format are those of mrz-scan chip.

            Exit status: as mrz-scan chip; 66 also when the folder holds no file of a chip.
            """)

    @ParentCommand var chip: ChipCommand

    @Argument(help: "The folder.", completion: .directory)
    var folder: String

    func validate() throws {
        if let option = chip.optionOfReading {
            throw ValidationError("--\(option) is for a chip on a reader: verify reads its files.")
        }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        let trust = chip.trust
        let list = try trust.list()
        let text = try chip.printed.text()
        let stop = StopSignal()
        Interruption.watch(output) { stop.raise() }
        let optical: VerifiedMRZ?
        do {
            optical = try chip.printed.document(
                in: text, asOf: trust.today, model: try chip.engines.chosen(), stop: stop)
        } catch is ChipStop {
            return .interrupted
        }
        let reading = try ChipReading(
            files: try ChipFolder.read(folder), optical: optical?.mrz, trust: list, now: trust.now)
        let report = ChipReport(reading, source: folder, asOf: trust.today)
        try (chip.format ?? .usual(output)).write(report, on: output)
        return reading.verdict == .genuine ? .verified : .notVerified
    }
}

/// How the result of a chip is written.
enum ChipFormat: String, ExpressibleByArgument, CaseIterable {
    case text
    /// One JSON object on one line.
    case json

    static func usual(_ output: StandardOutput) -> ChipFormat { output.isTerminal ? .text : .json }

    func write(_ report: ChipReport, on output: StandardOutput) throws(OutputError) {
        switch self {
        case .text: try output.write(report.text)
        case .json: try output.write(report.json.text + "\n")
        }
    }
}
