import Chip
import ChipRig

/// A chip that answers what a worked example says, as long as it is asked what the example says.
final class ScriptedChip: ChipTransport {
    private var exchange: ArraySlice<(command: String, answer: String)>
    /// The first command that was not that of the example.
    private(set) var surprise: String?
    private(set) var resets = 0

    init(_ exchange: [[String]]) {
        self.exchange = exchange.map { ($0[0], $0[1]) }[...]
    }

    var isDone: Bool { exchange.isEmpty && surprise == nil }

    func transmit(_ command: [UInt8]) throws(ChipError) -> [UInt8] {
        guard let next = exchange.popFirst(), next.command == Hex.text(command) else {
            surprise = surprise ?? Hex.text(command)
            return [0x6F, 0x00]
        }
        return Hex.bytes(next.answer)
    }

    func reset() throws(ChipError) { resets += 1 }
}
