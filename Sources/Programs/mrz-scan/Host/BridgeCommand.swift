import ArgumentParser
import Bridge
import Commands
import Glibc
import ImageDecoding
import OCRModels
import Threads

/// `mrz-scan bridge`: the bridge for any process that starts it, over its standard streams.
struct BridgeCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "bridge", abstract: "Answer a page's requests on standard input: camera.scanMRZ and more.",
        discussion: """
            One JSON object a line, in and out, in the protocol of identity SDKs that docs/bridge.md describes. The \
            end of the input ends the program once everything is answered, a running scan too; send stopCamera to stop \
            one. When nobody reads the answers any more the scan is stopped at once. Exit status: 0 in both cases.
            """)

    @OptionGroup(title: "Camera options")
    var source: FrameSourceArgument

    @OptionGroup(title: "Bridge options")
    var options: BridgeOptions

    @OptionGroup(title: "Worker options")
    var isolation: IsolationOptions

    @Option(help: "The protocol that is spoken: self, gbg, idwise or legitimuz.")
    var dialect: Dialect = .selfSDK

    @Flag(help: "Write each answer as a script for a web view, which hands it to the page.")
    var script = false

    @OptionGroup var reports: PageReports

    @OptionGroup var journeys: JourneyOptions

    @OptionGroup var hosting: HostOptions

    /// Who waits for signals, who reads messages, who writes events and notes, a camera with its loop, the store, and
    /// what Swift runs tasks on.
    var threads: Int { processorCount + 7 }

    func validate() throws {
        if script, dialect != .selfSDK { throw ValidationError("--script is for the dialect self.") }
        if reports.events == "-" {
            throw ValidationError("Standard output has the answers: give --events a file, such as /dev/stderr.")
        }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        try source.requireForPages()
        let model = try hosting.loadedModel()
        let (source, today) = (source, hosting.clock)
        let camera = source.source.map { frames in
            LiveCamera(frames, model: model, asOf: today, accessKeys: options.accessKeys) { source.access }
        }
        let readers = UploadReaders(
            hosting.reading(limits: .ofUploads, accessKeys: false), isolation, model: model, quiet: hosting.quiet,
            today: today)
        var registry = try options.registry(camera: camera, images: PictureReader(asOf: today, readers.made))
        registry.nfc = try options.chipCoordinator(asOf: today)
        registry.journeyDefinitions = journeys.definitions
        registry.host.version = MRZScan.version
        let conversation = Conversation(output, quiet: hosting.quiet)
        // Ctrl-C closes the camera before the program ends.
        Interruption.watch(output) { conversation.interrupt() }
        let log = try reports.opened(output)
        let finish: @Sendable () -> Void = { _ = log?.finish(by: .now + .seconds(2)) }
        let status = try conversation.run(finish: finish) { [registry] send in
            BridgeSession(
                dialect, registry: registry, results: options.results, form: script ? .javaScript : .json,
                report: reports.listener(log), send: send)
        }
        return status.combined(with: log?.finish() ?? .verified)
    }
}
