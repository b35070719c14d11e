import Threads

/// Tokens for one scan each: good once, and not for long. Nothing of them is kept once they are used or too old.
package final class Tickets: Sendable {
    private struct Ticket {
        let token: AccessToken
        let end: ContinuousClock.Instant
        /// Whose visitor it is for; nil for whoever has it.
        let page: WaitingPage?
    }

    /// Who comes with a ticket.
    enum Holder: Sendable {
        case visitor
        /// A telephone that a waiting page has sent for.
        case telephone(WaitingPage)
    }

    private let limit: Int
    private let lifetime: Duration
    private let tickets = Monitor<[Ticket]>([])

    /// - Parameters:
    ///   - limit: how many may be out at a time.
    ///   - lifetime: how long each is good.
    package init(limit: Int, lifetime: Duration) {
        self.limit = limit
        self.lifetime = lifetime
    }

    /// A new one; nil when too many are out.
    func issue(for page: WaitingPage? = nil) -> AccessToken? {
        let now = ContinuousClock.now
        return tickets.update { tickets in
            tickets.removeAll { $0.end <= now || (page != nil && $0.page === page) }
            guard tickets.count < limit else { return nil }
            let token = AccessToken()
            tickets.append(Ticket(token: token, end: now + lifetime, page: page))
            return token
        }
    }

    /// Whether it would be taken.
    func isGood(_ text: some StringProtocol) -> Bool {
        let now = ContinuousClock.now
        return tickets.update { $0.contains { $0.end > now && $0.token.matches(text) } }
    }

    /// Takes one, which is then used up; nil for one that is not there.
    func redeem(_ text: some StringProtocol) -> Holder? {
        let now = ContinuousClock.now
        return tickets.update { tickets in
            tickets.removeAll { $0.end <= now }
            guard let place = tickets.firstIndex(where: { $0.token.matches(text) }) else { return nil }
            return tickets.remove(at: place).page.map { .telephone($0) } ?? .visitor
        }
    }

    /// The waiting page has gone: nobody is waited for any more.
    func revoke(of page: WaitingPage) { tickets.update { $0.removeAll { $0.page === page } } }
}
