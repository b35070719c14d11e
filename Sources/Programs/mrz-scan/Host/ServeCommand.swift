import ArgumentParser
import Bridge
import BridgeServer
import BridgeStorage
import Commands
import JSON
import OCRModels
import QRCodes
import Threads

/// `mrz-scan serve`: the bridge, its page and uploads over HTTP.
struct ServeCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve a page and the bridge for web pages: camera, uploads, metrics.",
        discussion: """
            Prints the address to open, then serves until Ctrl-C or SIGTERM, which end it with exit status 0. Unless \
            told otherwise only this machine can reach it; addresses that others can reach ask for the token that is \
            in the printed address. See docs/server.md.
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

    @OptionGroup(title: "TLS options")
    var tls: TLSOptions

    @OptionGroup(title: "Options for visitors' own cameras")
    var visiting: VisitorOptions

    @Option(
        help: ArgumentHelp(
            "Have the page forget what it shows when for so long nobody has touched it; 0 for never.",
            valueName: "seconds"))
    var clearAfter = ServerConfiguration().clearAfter

    @Option(help: ArgumentHelp("Connections at the same time.", valueName: "n"))
    var maxConnections = ServerLimits().connections

    @OptionGroup(title: "Upload options")
    var uploads: UploadOptions

    @OptionGroup(title: "Bridge options")
    var bridge: BridgeOptions

    @OptionGroup var reports: PageReports

    @OptionGroup var journeys: JourneyOptions

    @OptionGroup(title: "Worker options")
    var isolation: IsolationOptions

    @OptionGroup var hosting: HostOptions

    /// The program ends that long after it was told to, at most.
    static let endTimeout = Duration.seconds(5)

    /// Who waits for connections, who reads uploads, who writes events and notes, a camera with its loop and its
    /// viewfinder, the store, and what Swift runs tasks on.
    var threads: Int { uploads.jobs + processorCount + visiting.visitors + 8 }

    func validate() throws {
        try validateClearAfter(clearAfter)
        guard (1...65_536).contains(maxConnections) else {
            throw ValidationError("--max-connections must be between 1 and 65536.")
        }
        try validatePort(port)
        for origin in allowOrigin where !origin.isOrigin {
            throw ValidationError("--allow-origin is a scheme and a host, such as https://app.example.")
        }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        let end = EndSignals.block()
        try source.requireForPages()
        let model = try hosting.loadedModel()
        let (source, today, results) = (source, hosting.clock, bridge.results)
        let viewfinder = Viewfinder()
        let camera = source.source.map { frames in
            LiveCamera(
                frames, model: model, asOf: today, accessKeys: bridge.accessKeys,
                screen: { ViewfinderScreen(viewfinder) }, access: { source.access })
        }
        let readers = UploadReaders(
            hosting.reading(limits: uploads.limits, accessKeys: bridge.accessKeys), isolation, model: model,
            quiet: hosting.quiet, today: today)
        var registry = try bridge.registry(camera: camera, images: PictureReader(asOf: today, readers.made))
        registry.nfc = try bridge.chipCoordinator(asOf: today)
        registry.journeyDefinitions = journeys.definitions
        registry.host.version = MRZScan.version
        let visitors = Visitors(
            hosting.reading(limits: uploads.limits, accessKeys: bridge.accessKeys), isolation, model: model,
            quiet: hosting.quiet, today: today, places: visiting.visitors, limit: .seconds(bridge.scanLimit))
        let settings = try settings()
        let log = try reports.opened(output)
        let services = ServerServices(
            viewfinder: viewfinder, makeReader: { readers.reader() }, openVisitor: visitors.endpoint,
            openBridge: { [registry, reports] dialect, send in
                BridgeSession(
                    dialect, registry: registry, results: results, report: reports.listener(log), send: send)
            })
        let server = try BridgeServer.start(settings, services: services)
        try announce(server, settings.identity, on: output)
        end.wait()
        let deadline = ContinuousClock.now + Self.endTimeout
        // What is left of it then is for who reads slowly.
        server.stop(timeout: Self.endTimeout - .seconds(1))
        return log?.finish(by: deadline - .milliseconds(500)) ?? .verified
    }

    /// The addresses, the first for this machine; and for people what their browsers will ask, and a code for a
    /// telephone.
    private func announce(
        _ server: BridgeServer, _ identity: ServerIdentity?, on output: StandardOutput
    ) throws(OutputError) {
        let addresses = [server.address] + server.addressesForOthers
        try output.write(addresses.map { $0 + "\n" }.joined())
        if output.isTerminal, let other = visiting.publicAddress ?? server.addressesForOthers.first,
            let code = QRCode(other)
        {
            try output.write(code.terminalText)
        }
        if tls.isSelfSigned, !hosting.quiet, let identity {
            note("The certificate was made for this run. Its SHA-256 fingerprint: \(identity.fingerprint)")
        }
    }

    /// - Throws: `ServerIdentityError` when the certificate or its key can't be read.
    private func settings() throws(ServerIdentityError) -> ServerConfiguration {
        var settings = ServerConfiguration()
        settings.host = host
        settings.port = port
        settings.allowedHosts = allowHost
        settings.allowedOrigins = allowOrigin
        settings.asksForToken = token
        settings.identity = try tls.identity(host: host, names: allowHost)
        settings.publicAddress = visiting.publicAddress
        settings.telephonesSeeResults = visiting.phoneResults == .full
        settings.limits.ticketSeconds = visiting.ticketSeconds
        settings.clearAfter = clearAfter
        settings.scanLimit = bridge.scanLimit
        settings.openAPI = OpenAPIDocument.json.text
        settings.limits.uploadBytes = uploads.maxUpload
        settings.limits.uploadWorkers = uploads.jobs
        settings.limits.uploadsWaiting = uploads.jobs * 4
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
