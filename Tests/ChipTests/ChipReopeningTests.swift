import AccessKeys
import Chip
import ChipRig
import MRZParsing
import Testing

/// A chip that leaves in the middle of a reading, and what lies there afterwards.
@Suite(.serialized, .enabled(if: ChipRig.isAvailable, Comment(rawValue: ChipRig.absence)))
struct ChipReopeningTests {
    private func reading(
        of card: ChipRig.Card, by transport: any ChipTransport, lengths: AnswerLengths = .short
    ) throws -> Result<ChipReading, ChipError> {
        let mrz = try MRZ(card.mrz, format: .td3)
        let today = try #require(CalendarDay(year: 2025, month: 7, day: 1))
        let keys = try #require(ChipAccessKeys(try VerifiedMRZ(mrz, asOf: today)))
        let trust = try TrustList()
        _ = try trust.add(Hex.bytes(card.csca))
        var options = ChipReader.Options(now: ChipCase.now)
        options.lengths = lengths
        let reader = ChipReader(transport, key: ChipKey(mrz: keys), options: options, trust: trust)
        return Result { () throws(ChipError) in try reader.run() }
    }

    /// What one chip proved when it was opened speaks for no other that lies there later, even one with the same MRZ.
    @Test func anotherChipHasNotProvedItself() throws {
        let settings = #"{"ca": [], "remove_after": 40}"#
        let (first, second) = (try ChipRig(), try ChipRig())
        let card = try first.load("pace-cam", settings)
        _ = try second.load("pace-cam", #"{"ca": []}"#)
        #expect(try reading(of: card, by: ExchangedChip(first, second)).code == .accessFailed)
        #expect(!second.log.isEmpty)
        // The same one may come back.
        let again = try reading(of: try first.load("pace-cam", settings), by: first).get()
        #expect(again.fact(.chipAuthenticationMapping)?.outcome == .proved && !again.isClonable)
    }

    /// A reading that PACE has opened goes on by PACE: no key is tried by BAC.
    @Test func noBACAfterPACE() throws {
        let (first, second) = (try ChipRig(), try ChipRig())
        let card = try first.load("pace", #"{"remove_after": 40}"#)
        _ = try second.load("pace", #"{"faults": ["pace-refuses-ECDH-GM-AES-128"]}"#)
        #expect(try reading(of: card, by: ExchangedChip(first, second)).code == .accessFailed)
        #expect(!second.log.isEmpty && !second.log.contains { $0[1] == 0x82 })
    }

    /// The key that comes to a long one is longer than a short answer: as much is asked for as there may be.
    @Test func longKeysAreAskedForWhole() throws {
        let desk = try ChipRig()
        #expect(try reading(of: try desk.load("pace-dh", "{}"), by: desk, lengths: .extended).get().verdict == .genuine)
        let long = desk.log.filter { $0[1] == 0x86 && $0.count > 261 }
        // Two of PACE and one of chip authentication.
        #expect(long.map { Array($0.suffix(2)) } == [[0, 0], [0, 0], [0, 0]])
    }

    /// A document that leaves once more while it proves itself again is waited for.
    @Test func leavesWhileItProvesItselfAgain() throws {
        let desk = try ChipRig()
        let card = try desk.load("pace", #"{"remove_after": 40}"#)
        let leaving = LeavingAgain(desk)
        let reading = try reading(of: card, by: leaving).get()
        #expect(leaving.resets == 2)
        #expect(reading.verdict == .genuine && reading.fact(.chipAuthentication)?.outcome == .proved)
    }
}

extension Result<ChipReading, ChipError> {
    /// Why there is none.
    fileprivate var code: ChipError.Code? {
        if case .failure(let error) = self { error.code } else { nil }
    }
}

/// Another chip lies there once the first has left.
private final class ExchangedChip: ChipTransport {
    private var current: ChipRig
    private let next: ChipRig

    init(_ first: ChipRig, _ next: ChipRig) { (current, self.next) = (first, next) }

    func transmit(_ command: [UInt8]) throws(ChipError) -> [UInt8] { try current.transmit(command) }

    func reset() throws(ChipError) {
        current = next
        try current.reset()
    }
}

/// Leaves when chip authentication begins for the second time.
private final class LeavingAgain: ChipTransport {
    private let desk: ChipRig
    private(set) var resets = 0

    init(_ desk: ChipRig) { self.desk = desk }

    func transmit(_ command: [UInt8]) throws(ChipError) -> [UInt8] {
        if resets == 1, command.starts(with: [0x0C, 0x22, 0x41, 0xA4]) {
            throw ChipError(.removed, "The document left the reader.")
        }
        return try desk.transmit(command)
    }

    func reset() throws(ChipError) {
        resets += 1
        try desk.reset()
    }
}
