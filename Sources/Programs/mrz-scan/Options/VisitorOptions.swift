import ArgumentParser
import BridgeServer

/// What a telephone is shown that has scanned for a waiting page.
enum PhoneResults: String, ExpressibleByArgument, CaseIterable {
    /// Only that the document was read.
    case done
    /// The document.
    case full
}

/// What `serve` offers to visitors with cameras of their own.
struct VisitorOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Visitors whose own cameras are read at the same time; 0 to read none.", valueName: "n"))
    var visitors = 4

    @Option(help: "What a telephone shows that has scanned for a waiting page: done (only that it was read) or full.")
    var phoneResults = PhoneResults.done

    @Option(
        help: ArgumentHelp("How long a code for a telephone, or another ticket, is good.", valueName: "seconds"))
    var ticketSeconds = ServerLimits().ticketSeconds

    @Option(
        help: ArgumentHelp(
            "The address by which telephones reach this server, where that is not one of this machine.",
            valueName: "url"))
    var publicAddress: String?

    func validate() throws {
        guard (0...256).contains(visitors) else { throw ValidationError("--visitors is a number from 0 to 256.") }
        guard (1...3600).contains(ticketSeconds) else {
            throw ValidationError("--ticket-seconds is a number from 1 to 3600.")
        }
        if let publicAddress,
            publicAddress.wholeMatch(of: /https?:\/\/[A-Za-z0-9.\-\[\]:]+(\/[A-Za-z0-9._~\/\-]*)?/) == nil
        {
            throw ValidationError("--public-address is an address such as https://desk.example.")
        }
    }
}
