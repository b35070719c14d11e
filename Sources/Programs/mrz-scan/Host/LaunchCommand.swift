import ArgumentParser
import Bridge
import BridgeServer
import BridgeStorage
import Commands
import Glibc
import ImageDecoding
import JSON
import OCRModels
import Reporting
import Threads

/// `mrz-scan launch`: a host for a page of one of the SDKs, from its first byte to its outcome.
struct LaunchCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "launch", abstract: "Open a page of an identity SDK, host it, and end with what it decides.",
        discussion: """
            Serves the page to this machine only, puts what its SDK expects of a host into it, opens it with Chromium \
            or prints its address, and writes what it tells its host as JSON lines, the outcome last. Exit status: 0 \
            success, 1 failure or cancelled. See docs/server.md.
            """)

    @Option(
        help: ArgumentHelp("The page: a folder with an index.html, or its address.", valueName: "dir|url"),
        completion: .directory)
    var page: String

    @Option(help: "The protocol that it speaks: self, gbg, idwise or legitimuz.")
    var dialect: Dialect

    @Option(
        help: ArgumentHelp(
            """
            What the page is to do, as JSON; - is standard input. Its hostVersion and requiredCapabilities count as \
            the options do.
            """, valueName: "file"), completion: .file())
    var request: String?

    @Option(help: ArgumentHelp("The version that the host says it has.", valueName: "version"))
    var hostVersion: String?

    @Option(
        help: ArgumentHelp("A capability without which the page is not opened. Repeatable.", valueName: "capability"))
    var require: [String] = []

    @Flag(help: "Open the page although a required capability is missing.")
    var allowMissing = false

    @Option(help: ArgumentHelp("The browser to open it with, and its options.", valueName: "command"))
    var browser: String?

    @Flag(name: .customLong("no-browser"), help: "Open no browser: print the address.")
    var isWithoutBrowser = false

    @Option(help: ArgumentHelp("The port to listen on; 0 takes any that is free.", valueName: "n"))
    var port = 0

    @Option(
        help: ArgumentHelp(
            "Write what the page tells its host to this file, as JSON lines; - is standard output.", valueName: "file"))
    var events = "-"

    @Flag(
        help: """
            Write what the page says on its console to standard error. Digits and words in capitals are masked; names \
            in small letters are not.
            """)
    var console = false

    @OptionGroup(title: "Camera options")
    var source: FrameSourceArgument

    @OptionGroup(title: "Bridge options")
    var bridge: BridgeOptions

    @OptionGroup var journeys: JourneyOptions

    @OptionGroup(title: "Worker options")
    var isolation: IsolationOptions

    @OptionGroup var hosting: HostOptions

    /// The threads of `serve` without uploads, and those that wait for the browser, its page and signals.
    var threads: Int { processorCount + 11 }

    func validate() throws {
        guard LaunchedPage(page) != nil else { throw ValidationError("--page is a folder or an http address.") }
        try validatePort(port)
        if case .address? = LaunchedPage(page), isWithoutBrowser {
            throw ValidationError("A page at an address gets its objects from the browser: --no-browser has none.")
        }
        if browser != nil, isWithoutBrowser { throw ValidationError("Give --browser or --no-browser, not both.") }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        guard let launched = LaunchedPage(page) else { return .usage }
        // It may have to be waited for: a signal still ends the program.
        let host = try description()
        let signals = EndSignals.block()
        try source.requireForPages()
        let model = try hosting.loadedModel()
        try queueNotes()
        let log = try EventLog(events, else: output)
        let viewfinder = Viewfinder()
        let registry = try registry(model, viewfinder, host, launched)
        if let refusal = refusal(host, registry, log) { return refusal }

        var settings = ServerConfiguration()
        settings.port = port
        // Whoever opens the page has its address; nobody else on this machine is to use the camera through it.
        settings.asksForToken = true
        // Nobody uploads.
        settings.limits.uploadWorkers = 0
        settings.limits.uploadsWaiting = 0
        switch launched {
        case .folder(let path): settings.bundle = try bundle(of: path, host)
        case .address(_, let origin): settings.allowedOrigins = [origin]
        }
        let sessions = LaunchedSessions(log, console: console)
        let server = try BridgeServer.start(settings, services: services(registry, viewfinder, sessions))
        let (address, script) = opening(launched, host, server)
        let browser: Browser?
        do {
            browser = try opened(address, script, log, output)
        } catch let error as BrowserError {
            // The last line is the outcome, also of a page that nobody has seen.
            log.write([.init("event", "outcome")] + HostOutcome.failure(BridgeError(error)).members)
            _ = log.finish()
            throw error
        }
        if let browser {
            try startThread {
                browser.wait()
                sessions.browserLeft()
            }
            // Of a page that is served here the server tells.
            if script != nil { try startThread { sessions.watchNavigation() } }
        }
        try startThread {
            signals.first()
            sessions.interrupt()
            // A second one ends the program at once, but not without the browser.
            signals.next()
            browser?.endAtOnce()
            output.betweenWrites(timeout: 1) { _exit(ExitStatus.interrupted.rawValue) }
        }
        let end = sessions.end()
        let deadline = ContinuousClock.now + .seconds(5)
        browser?.end()
        server.stop(timeout: .seconds(2))
        return finish(end, log, by: deadline)
    }

    private func bundle(of folder: String, _ host: HostDescription) throws(PageFolderError) -> PageBundle {
        do throws(PageBundleError) {
            return try PageBundle(folder: folder, script: HostScript.text(dialect, host))
        } catch {
            throw PageFolderError(folder: folder, reason: error)
        }
    }

    /// What the host says of itself, from the request and the options.
    private func description() throws -> HostDescription {
        var host = HostDescription(version: hostVersion ?? MRZScan.version, requiredCapabilities: require)
        guard let request else { return host }
        if request == "-" { noteTerminalInput("A request") }
        let text = try TextInput.text(ofNamed: request)
        guard let json = JSONValue(reading: Array(text.utf8)), case .object(let members) = json else {
            throw RequestError.noObject
        }
        host.request = json
        for member in members {
            switch (member.key, member.value) {
            case ("hostVersion", .string(let version)): host.version = hostVersion ?? version
            case ("requiredCapabilities", .array(let names)):
                for case .string(let name) in names where !host.requiredCapabilities.contains(name) {
                    host.requiredCapabilities.append(name)
                }
            default: break
            }
        }
        return host
    }

    private func registry(
        _ model: OCRModel, _ viewfinder: Viewfinder, _ host: HostDescription, _ page: LaunchedPage
    ) throws -> ProviderRegistry {
        let (source, today) = (source, hosting.clock)
        let camera = source.source.map { frames in
            LiveCamera(
                frames, model: model, asOf: today, accessKeys: bridge.accessKeys,
                screen: { ViewfinderScreen(viewfinder) }, access: { source.access })
        }
        let readers = UploadReaders(
            hosting.reading(limits: .ofUploads, accessKeys: false), isolation, model: model, quiet: hosting.quiet,
            today: today)
        var registry = try bridge.registry(
            camera: camera, images: PictureReader(asOf: today, readers.made), storeName: page.storeName)
        registry.nfc = try bridge.chipCoordinator(asOf: today)
        registry.journeyDefinitions = journeys.definitions
        registry.host = host
        return registry
    }

    /// What the page is asked for before it is opened. Contract 002, pre-launch validation.
    private func refusal(_ host: HostDescription, _ registry: ProviderRegistry, _ log: EventLog) -> ExitStatus? {
        let missing = host.missingCapabilities(in: registry)
        guard !missing.isEmpty else { return nil }
        log.write([
            .init("event", "missing_capabilities"), .init("capabilities", .array(missing.map { .string($0) })),
        ])
        if allowMissing { return nil }
        let error = BridgeError(
            .capabilityMissing, "This host lacks what the page requires.",
            details: ["capabilities": .array(missing.map { .string($0) })])
        log.write([.init("event", "outcome")] + HostOutcome.failure(error).members)
        return ExitStatus.notVerified.combined(with: log.finish())
    }

    private func services(
        _ registry: ProviderRegistry, _ viewfinder: Viewfinder, _ sessions: LaunchedSessions
    ) -> ServerServices {
        let (spoken, results) = (dialect, bridge.results)
        return ServerServices(
            viewfinder: viewfinder, navigationFailed: { sessions.handle(.navigationFailed) },
            makeReader: { { _ in UploadAnswer(outcome: .failed, lines: "") } },
            openBridge: { _, send in
                // The page's dialect is the command's to say.
                sessions.open { report in
                    BridgeSession(spoken, registry: registry, results: results, report: report, send: send)
                }
            })
    }

    /// What the browser opens, and what it has to bring into a page that somebody else serves.
    private func opening(
        _ page: LaunchedPage, _ host: HostDescription, _ server: BridgeServer
    ) -> (address: String, script: (text: String, origin: String)?) {
        guard case .address(let address, let origin) = page else { return (server.address, nil) }
        let bridge = server.address.replacing("/?", with: "/bridge?", maxReplacements: 1)
        return (address, (HostScript.text(dialect, host, bridge: bridge), origin))
    }

    /// Opens the page, or says where it is.
    ///
    /// - Throws: `BrowserError` when the browser that was asked for can't be started.
    private func opened(
        _ address: String, _ script: (text: String, origin: String)?, _ log: EventLog, _ output: StandardOutput
    ) throws -> Browser? {
        // As root Chromium runs without its sandbox or not at all: only who asks for that gets it.
        let command = isWithoutBrowser ? nil : browser ?? (geteuid() == 0 ? nil : Browser.installed)
        log.write([
            .init("event", "launched"), .init("dialect", .string(dialect.rawValue)), .init("address", .string(address)),
            .init("browser", .bool(command != nil)),
        ])
        if let command { return try Browser.start(command, address: address, script: script) }
        guard script == nil else {
            throw BrowserError("A page at an address gets its objects from Chromium, which can't be started here.")
        }
        if events != "-" { try output.write(address + "\n") }
        if !isWithoutBrowser {
            let reason = geteuid() == 0 ? "Nobody opens a browser as root unasked" : "Chromium is not installed"
            note("warning: No browser was opened: \(reason). Open the address in one, or name one with --browser.")
        }
        return nil
    }

    /// - Parameter deadline: when it is over for who was told to end; others have as long as somebody reads.
    private func finish(
        _ end: LaunchedSessions.End, _ log: EventLog, by deadline: ContinuousClock.Instant
    ) -> ExitStatus {
        let outcome: HostOutcome =
            switch end {
            case .outcome(let outcome): outcome
            case .signal: .cancelled
            }
        log.write([.init("event", "outcome")] + outcome.members)
        let status: ExitStatus =
            switch (end, outcome) {
            case (.signal, _): .interrupted
            case (_, .success): .verified
            default: .notVerified
            }
        if case .signal = end { return status.combined(with: log.finish(by: deadline)) }
        return status.combined(with: log.finish())
    }
}

/// Why the folder of a page can't be served.
struct PageFolderError: Error, CustomStringConvertible {
    let folder: String
    let reason: PageBundleError

    var description: String { "\(folder.printable()): \(reason)" }
}

/// Why a request can't be handed to a page.
enum RequestError: Error, CustomStringConvertible {
    case noObject

    var description: String { "The request is no object of JSON." }
}

extension RequestError: ProgramError {
    var exitStatus: ExitStatus { .unreadable }
}
