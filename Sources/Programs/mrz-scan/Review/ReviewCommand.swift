import ArgumentParser
import Bridge
import BridgeServer
import Commands
import Glibc
import ImageDecoding
import JSON
import MRZParsing
import MRZScan
import ResultStore

/// `mrz-scan review STORE`: the desk for what was not verified.
struct ReviewCommand: Program {
    static let configuration = CommandConfiguration(
        commandName: "review", abstract: "Look through what a batch could not verify, and correct it, in a web page.",
        discussion: """
            Prints the address to open, then serves until Ctrl-C or SIGTERM, which end it with exit status 0. Only \
            this machine can reach it, and only with the token that is in the printed address. Corrections are kept in \
            the store beside the readings; `mrz-scan export` writes both. Pictures are read again from where they lay \
            when they are shown; a store of an earlier version does not know where that was: start it where the batch \
            was started. See docs/review.md.
            """)

    @Argument(help: "The store that batch has written.", completion: .file())
    var store: String

    @Option(help: ArgumentHelp("Who corrects; the user's name if not given.", valueName: "name"))
    var clerk: String?

    @Option(help: ArgumentHelp("The port to listen on; 0 takes any that is free.", valueName: "n"))
    var port = 0

    @Option(
        help: ArgumentHelp(
            "Have the page forget what it shows when for so long nobody has touched it; 0 for never.",
            valueName: "seconds"))
    var clearAfter = 600

    @OptionGroup var limits: WorkerLimits

    @OptionGroup private var voice: QuietOptions

    var quiet: Bool { voice.quiet }

    /// Who waits for connections, and who answers the page.
    var threads: Int { 4 }

    func validate() throws {
        try validatePort(port)
        try validateClearAfter(clearAfter)
        if let clerk, clerk.isEmpty || clerk.utf8.count > 200 { throw ValidationError("--clerk is a name.") }
    }

    func run(on output: StandardOutput) throws -> ExitStatus {
        let end = EndSignals.block()
        let review = try ReviewStore.open(store)
        for sentence in review.damage.sentences { note("\(sentence) It is not shown.") }
        let settings = WorkerSettings(limits, quiet: quiet)
        let (name, clerk) = (store, clerk ?? Self.userName)
        var configuration = ServerConfiguration()
        configuration.port = port
        configuration.asksForToken = true
        configuration.clearAfter = clearAfter
        // What is posted is a few lines.
        configuration.limits.uploadBytes = 1 << 16
        var services = ServerServices(
            viewfinder: Viewfinder(), makeReader: { { _ in UploadAnswer(outcome: .failed, lines: "") } },
            openBridge: { dialect, send in
                // No page of a desk opens one.
                BridgeSession(dialect, registry: ProviderRegistry(), results: .strict, report: { _ in }, send: send)
            })
        services.makeDesk = {
            let desk = ReviewDesk(review, name: name, clerk: clerk, settings)
            return { desk.answer($0) }
        }
        let server = try BridgeServer.start(configuration, services: services)
        try output.write(server.address + "\n")
        end.wait()
        server.stop()
        return .verified
    }

    /// What the system calls whoever runs this, or their number.
    private static var userName: String {
        guard let entry = getpwuid(getuid()), let name = entry.pointee.pw_name else { return "\(getuid())" }
        return String(cString: name)
    }
}
