import AccessKeys
import Chip
import ChipRig
import Foundation
import MRZParsing
import Testing

/// Every document and every fault of the rig, with the outcome that each must have.
@Suite(.serialized, .enabled(if: ChipRig.isAvailable, Comment(rawValue: ChipRig.absence)))
struct ChipCaseTests {
    @Test func everyCaseEndsAsItMust() throws {
        let desk = try ChipRig()
        for chip in ChipCase.all {
            let outcome = try chip.outcome(on: desk)
            let words = String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self)
            #expect(outcome == chip.expect, "\(chip.testDescription): \(words)")
        }
    }

    /// A chip that goes away whenever a key is tried has it tried twice, and never again.
    @Test func keysAreNotTriedInALoop() throws {
        let desk = try ChipRig()
        let leaving = LeavingChip(desk)
        let card = try desk.load("bac")
        let mrz = try MRZ(card.mrz, format: .td3)
        let today = try #require(CalendarDay(year: 2025, month: 7, day: 1))
        let keys = try #require(ChipAccessKeys(try VerifiedMRZ(mrz, asOf: today)))
        let reader = ChipReader(
            leaving, key: ChipKey(mrz: keys), options: ChipReader.Options(now: ChipCase.now), trust: nil)
        do {
            _ = try reader.run()
            Issue.record("the chip was opened")
        } catch {
            #expect(error.code == .removed)
        }
        #expect(leaving.tries == 2)
    }

    /// A list within a file whose signature does not hold is left out, and counted.
    @Test func listsWhoseSignatureDoesNotHold() throws {
        let desk = try ChipRig()
        let master = Hex.bytes(try desk.load("bac").masterList)
        var altered = master
        altered[altered.count - 1] ^= 1
        func entry(_ list: [UInt8]) -> String { "pkdMasterListContent:: \(Data(list).base64EncodedString())\n" }
        let list = try TrustList()
        #expect(try list.add(Array((entry(master) + entry(altered)).utf8)) == 1)
        #expect(list.authorities == 1 && list.leftOut == 1)
        #expect(throws: ChipError.self) { _ = try list.add(Array(entry(altered).utf8)) }
    }

    /// A certificate of a list that holds, and that is none, is left out, and counted.
    @Test func listsWithBrokenCertificates() throws {
        let desk = try ChipRig()
        let master = Hex.bytes(try desk.load("bac", #"{"faults": ["list-broken-certificate"]}"#).masterList)
        let list = try TrustList()
        #expect(try list.add(master) == 1)
        #expect(list.authorities == 1 && list.unreadCertificates == 1 && list.leftOut == 0)
    }

    /// `docs/chip-cases.md` is what `Tests/ChipTests/table.py` writes of the cases.
    @Test func everyCaseIsInTheTable() throws {
        let page = ChipRig.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/chip-cases.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.map(String.init) == ChipCase.all.map(\.row))
    }

    /// What the rig can do is what is tested.
    @Test func everyProfileHasACase() throws {
        let file = try Data(contentsOf: ChipRig.folder.appending(path: "profiles.json"))
        let profiles = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        #expect(Set(profiles.keys).subtracting(ChipCase.all.map(\.profile)) == [])
    }
}

/// Goes away at every EXTERNAL AUTHENTICATE, and comes back.
private final class LeavingChip: ChipTransport {
    private let desk: ChipRig
    private(set) var tries = 0

    init(_ desk: ChipRig) { self.desk = desk }

    func transmit(_ command: [UInt8]) throws(ChipError) -> [UInt8] {
        if command.count > 1, command[1] == 0x82 {
            tries += 1
            throw ChipError(.removed, "The document left the reader.")
        }
        return try desk.transmit(command)
    }

    func reset() throws(ChipError) { try desk.reset() }
}
