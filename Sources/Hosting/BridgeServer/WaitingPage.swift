import JSON
import Threads

/// A page that waits for a telephone to scan for it: what the telephone's scan says is said here. One telephone at a
/// time.
package final class WaitingPage: BridgePeer {
    /// What the telephone is to open.
    package struct Invitation: Sendable {
        let address: String
        /// It as a QR code; nil where none can be drawn.
        let svg: String?

        package init(address: String, svg: String?) {
            self.address = address
            self.svg = svg
        }
    }

    private struct State {
        var isClosed = false
        /// Ends the telephone's connection; nil while there is none.
        var hangUp: (@Sendable () -> Void)?
        /// Whether the telephone that is there has read its document.
        var hasRead = false
        /// What the page waits for: members of the telephone's `start`, and no others of their keys.
        var wanted: [JSONValue.Member] = []
    }

    private let line: SocketLine
    private let tickets: Tickets
    private let seconds: Int
    private let showsResult: Bool
    private let invite: @Sendable (AccessToken) -> Invitation
    private let state = Monitor(State())

    /// - Parameters:
    ///   - seconds: how long a ticket is good.
    ///   - showsResult: whether the telephone is shown the document too, and not only that it was read.
    ///   - invite: the address for a ticket.
    package init(
        _ line: SocketLine, _ tickets: Tickets, seconds: Int, showsResult: Bool,
        invite: @escaping @Sendable (AccessToken) -> Invitation
    ) {
        self.line = line
        self.tickets = tickets
        self.seconds = seconds
        self.showsResult = showsResult
        self.invite = invite
    }

    /// Issues a ticket in place of the one before, and shows it.
    package func begin() {
        guard let ticket = tickets.issue(for: self) else {
            return send(["type": "error", "code": "busy", "message": "Too many telephones are waited for."])
        }
        let invitation = invite(ticket)
        send([
            "type": "handoff", "address": .string(invitation.address),
            "svg": invitation.svg.map { .string($0) } ?? .null, "expiresInSeconds": .integer(seconds),
        ])
        // The waiting page may have gone meanwhile.
        if state.update({ $0.isClosed }) { tickets.revoke(of: self) }
    }

    /// A telephone has come with the ticket.
    ///
    /// - Parameter telephone: its own line.
    /// - Returns: where its scan is to be told; nil when the waiting page has gone or has a telephone already.
    package func join(_ telephone: SocketLine) -> (@Sendable (LiveMessage) -> Void)? {
        let isTaken = state.update { state in
            guard !state.isClosed, state.hangUp == nil else { return false }
            state.hangUp = telephone.hangUp
            state.hasRead = false
            return true
        }
        guard isTaken else { return nil }
        send(["type": "joined"])
        return { [self] message in
            guard case .result = message else {
                if case .ready = message {} else { line.send(message.bytes) }
                return telephone.send(message.bytes)
            }
            // The page may go as soon as it has the document: the telephone is to hear all the same that it is done.
            state.update { $0.hasRead = true }
            line.send(message.bytes)
            telephone.send(showsResult ? message.bytes : Self.bytes(["type": "done"]))
            // It was for one document: the telephone keeps nothing that it could go on with.
            telephone.hangUp()
        }
    }

    /// The telephone has gone, with its document or without.
    package func leave() {
        let isOpen = state.update { state in
            state.hangUp = nil
            return !state.isClosed
        }
        if isOpen { send(["type": "left"]) }
    }

    /// The page says which document it waits for: `{"type":"expect","documentType":"PASSPORT"}`. Whatever else it says,
    /// it asks for another ticket.
    package func receive(_ message: [UInt8]) {
        if let members = Self.members(of: message), members.contains(.init("type", "expect")) {
            return state.update { $0.wanted = members.filter { Self.ofExpectations.contains($0.key) } }
        }
        if state.update({ $0.hangUp == nil && !$0.isClosed }) { begin() }
    }

    /// A message of the telephone, with what the page waits for in a `start`.
    func completed(_ message: [UInt8]) -> [UInt8] {
        let wanted = state.update { $0.wanted }
        guard !wanted.isEmpty, let members = Self.members(of: message), members.contains(.init("type", "start")) else {
            return message
        }
        let keys = wanted.map(\.key)
        return Self.bytes(.object(members.filter { !keys.contains($0.key) } + wanted))
    }

    /// What is said here has some short texts.
    private static let maxBytes = 4 << 10
    private static let ofExpectations: Set<String> = ["documentType", "countryCode"]

    /// The members of a message that is an object; nil when it is something else.
    private static func members(of message: [UInt8]) -> [JSONValue.Member]? {
        guard case .object(let members)? = JSONValue(reading: message, limits: .init(maxBytes: maxBytes)) else {
            return nil
        }
        return members
    }

    package var pendingCount: Int { 0 }

    package func close() {
        tickets.revoke(of: self)
        let hangUp = state.update { state in
            state.isClosed = true
            defer { state.hangUp = nil }
            return state.hasRead ? nil : state.hangUp
        }
        hangUp?()
    }

    private func send(_ message: JSONValue) { line.send(Self.bytes(message)) }

    private static func bytes(_ message: JSONValue) -> [UInt8] { Array(message.text.utf8) }
}
