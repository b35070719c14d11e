import ArgumentParser
import Bridge
import BridgeServer
import ImageDecoding
import MRZParsing
import OCRModels
import Recognition
import Threads

/// `mrz-scan serve`: the bridge, its page and uploads over HTTP.
struct ServeCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a page and the bridge for web pages: camera, uploads, metrics.",
        discussion: """
            Prints the address to open, then serves until Ctrl-C or SIGTERM, which end it with exit status 0. Unless \
            told otherwise only this machine can reach it; addresses that others can reach ask for the token that is in \
            the printed address. See docs/server.md.
            """)

    @OptionGroup(title: "Camera options")
    var source: FrameSourceArgument

    @Option(help: "The address to listen on.")
    var host = ServerConfiguration().host

    @Option(help: ArgumentHelp("The port to listen on; 0 takes any that is free.", valueName: "n"))
    var port = ServerConfiguration().port

    @Option(
        help: ArgumentHelp(
            "A name by which browsers may address the server, besides localhost and IP addresses. Repeatable.",
            valueName: "name"))
    var allowHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "The origin of a page elsewhere that may use the bridge, such as https://app.example. Repeatable.",
            valueName: "origin"))
    var allowOrigin: [String] = []

    @Flag(help: "Ask for the token on this machine too: it may have other users.")
    var token = false

    @Option(help: ArgumentHelp("Refuse uploads with more bytes than this.", valueName: "n"))
    var maxUpload = ServerLimits().uploadBytes

    @Option(help: ArgumentHelp("Refuse uploaded pages with more pixels than this.", valueName: "n"))
    var maxPixels = 50_000_000

    @Option(help: ArgumentHelp("Refuse uploads with more pages than this.", valueName: "n"))
    var maxPages = 20

    @Option(help: ArgumentHelp("Uploads read at the same time; by default one for each core.", valueName: "n"))
    var jobs = processorCount

    @Option(help: ArgumentHelp("Connections at the same time.", valueName: "n"))
    var maxConnections = ServerLimits().connections

    @Option(help: ArgumentHelp("The Tesseract model to read with instead of the built-in one.", valueName: "file"))
    var model: String?

    @Option(help: ArgumentHelp("The day that decides about centuries and expiry.", valueName: "yyyy-mm-dd"))
    var today: CalendarDay = .today()

    func validate() throws {
        for (name, value) in [
            ("max-upload", maxUpload), ("max-pixels", maxPixels), ("max-pages", maxPages), ("jobs", jobs),
            ("max-connections", maxConnections),
        ] where value < 1 {
            throw ValidationError("--\(name) must be at least 1.")
        }
        guard (0...65535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
        for origin in allowOrigin where !origin.isOrigin {
            throw ValidationError("--allow-origin is a scheme and a host, such as https://app.example.")
        }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        let end = EndSignals.block()
        let model = try self.model.map { path throws(RecognitionError) in try OCRModel(path: path) } ?? .builtIn
        let viewfinder = Viewfinder()
        let camera = source.source.map { frames in
            LiveCamera(frames, model: model, asOf: today, viewfinder: viewfinder) { .granted }
        }
        let registry = ProviderRegistry(camera: camera.map { CameraDesk($0) })
        let limits = DecodingLimits(maxBytes: maxUpload, maxPixels: maxPixels, maxPages: maxPages)
        let (reference, services) = (today, ServerServices.self)
        let server = try BridgeServer.start(
            settings,
            services: services.init(
                viewfinder: viewfinder,
                makeReader: {
                    let reader = UploadReader(model: model, limits: limits, asOf: reference)
                    return { reader.answer(to: $0) }
                },
                openBridge: { send in BridgeSession(registry: registry, send: send) }))
        try output.write(server.address + "\n")
        end.wait()
        server.stop()
        return .verified
    }

    private var settings: ServerConfiguration {
        var settings = ServerConfiguration()
        settings.host = host
        settings.port = port
        settings.allowedHosts = allowHost
        settings.allowedOrigins = allowOrigin
        settings.asksForToken = token
        settings.limits.uploadBytes = maxUpload
        settings.limits.uploadWorkers = jobs
        settings.limits.uploadsWaiting = jobs * 4
        settings.limits.connections = maxConnections
        // Some are for pages, uploads and the viewfinder.
        settings.limits.webSockets = max(1, maxConnections * 3 / 4)
        return settings
    }
}

extension String {
    /// `scheme://host` with an optional port, and nothing after it: it goes into a header as it is.
    fileprivate var isOrigin: Bool {
        wholeMatch(of: /https?:\/\/(?:[A-Za-z0-9.\-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?/) != nil
    }
}
