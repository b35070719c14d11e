import Threads

/// Makes the peers behind the WebSockets of visitors, of pages that wait for a telephone and of their telephones.
struct VisitorEndpoint: Sendable {
    let tickets: Tickets
    private let open: ServerServices.OpenVisitor
    private let limits: ServerLimits
    private let telephonesSeeResults: Bool
    private let address: @Sendable (_ host: String?) -> String
    private let draw: @Sendable (String) -> String?

    /// - Parameters:
    ///   - open: what scans for one visitor.
    ///   - address: of the server as a telephone reaches it, with a slash at its end, for a waiting page that
    ///     was opened at that host.
    ///   - draw: a text as a QR code in SVG; nil where none can be drawn.
    init(
        _ configuration: ServerConfiguration, open: @escaping ServerServices.OpenVisitor,
        address: @escaping @Sendable (_ host: String?) -> String, draw: @escaping @Sendable (String) -> String?
    ) {
        self.open = open
        self.address = address
        self.draw = draw
        limits = configuration.limits
        telephonesSeeResults = configuration.telephonesSeeResults
        tickets = Tickets(
            limit: configuration.limits.tickets, lifetime: .seconds(configuration.limits.ticketSeconds))
    }

    /// A visitor's peer; nil when the waiting page that sent for it has gone.
    ///
    /// - Parameter holder: who comes with a ticket; nil for who may use the server anyway.
    func visitor(_ line: SocketLine, holder: Tickets.Holder?) -> (any VisitorPeer)? {
        switch holder {
        case nil: return open { line.send($0.bytes) }
        case .visitor?:
            return open { message in
                line.send(message.bytes)
                // A ticket is good for one document.
                if case .result = message { line.hangUp() }
            }
        case .telephone(let page)?:
            guard let tell = page.join(line) else { return nil }
            return TelephonePeer(open(tell), page)
        }
    }

    /// - Parameter host: what the waiting page was opened at.
    func page(_ line: SocketLine, host: String?) -> WaitingPage {
        WaitingPage(
            line, tickets, seconds: limits.ticketSeconds, showsResult: telephonesSeeResults
        ) { [address, draw] ticket in
            // Behind the # it is in no request, and in no log of a proxy.
            let text = address(host) + "phone.html#ticket=" + ticket.text
            return WaitingPage.Invitation(address: text, svg: draw(text))
        }
    }
}

/// A telephone's scan, of which the waiting page hears when it ends.
private struct TelephonePeer: VisitorPeer {
    private let peer: any VisitorPeer
    private let page: WaitingPage

    init(_ peer: any VisitorPeer, _ page: WaitingPage) {
        self.peer = peer
        self.page = page
    }

    var pendingCount: Int { peer.pendingCount }
    func receive(_ message: [UInt8]) { peer.receive(page.completed(message)) }
    func show(_ frame: [UInt8]) { peer.show(frame) }

    func close() {
        peer.close()
        page.leave()
    }
}
