/// What is said of a visitor's scan: whole JSON messages, as docs/server.md has them.
public enum LiveMessage: Sendable {
    /// Frames may come.
    case ready([UInt8])
    /// What came of a frame: nothing of the document.
    case progress([UInt8])
    /// A document: personal data. The scan is over.
    case result([UInt8])
    /// Why there is no result. The scan is over.
    case failure([UInt8])

    var bytes: [UInt8] {
        switch self {
        case .ready(let bytes), .progress(let bytes), .result(let bytes), .failure(let bytes): bytes
        }
    }
}

extension LiveMessage: CustomStringConvertible, CustomReflectable {
    /// The kind of the message; the rest may be personal data.
    public var description: String {
        switch self {
        case .ready: "ready"
        case .progress: "progress"
        case .result: "result"
        case .failure: "failure"
        }
    }
    public var customMirror: Mirror { Mirror(self, children: ["kind": description]) }
}

/// Our side of a visitor's WebSocket: texts say what is wanted, frames are what a camera sees.
public protocol VisitorPeer: BridgePeer {
    /// One frame as JPEG. It must not block; a frame at which nobody has looked yet is replaced by the next.
    func show(_ frame: [UInt8])
}

/// The other end of a WebSocket, for a peer; from any thread.
package struct SocketLine: Sendable {
    /// Sends a text message.
    let send: @Sendable ([UInt8]) -> Void
    /// Ends the connection once everything that was sent is on its way.
    let hangUp: @Sendable () -> Void

    package init(send: @escaping @Sendable ([UInt8]) -> Void, hangUp: @escaping @Sendable () -> Void) {
        self.send = send
        self.hangUp = hangUp
    }
}
