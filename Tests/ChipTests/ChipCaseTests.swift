import Chip
import ChipRig
import Foundation
import Testing

/// Every document and every fault of the rig, with the outcome that each must have.
@Suite(.serialized, .enabled(if: ChipDesk.isAvailable, Comment(rawValue: ChipDesk.absence)))
struct ChipCaseTests {
    @Test func everyCaseEndsAsItMust() throws {
        let desk = try ChipDesk()
        for chip in ChipCase.all {
            let outcome = try chip.outcome(on: desk)
            let words = String(decoding: try JSONEncoder().encode(outcome), as: UTF8.self)
            #expect(outcome == chip.expect, "\(chip.testDescription): \(words)")
        }
    }

    /// `docs/chip-cases.md` is what `Tests/ChipTests/table.py` writes of the cases.
    @Test func everyCaseIsInTheTable() throws {
        let page = ChipDesk.folder.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/chip-cases.md")
        let rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.map(String.init) == ChipCase.all.map(\.row))
    }

    /// What the rig can do is what is tested.
    @Test func everyProfileHasACase() throws {
        let file = try Data(contentsOf: ChipDesk.folder.appending(path: "profiles.json"))
        let profiles = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        #expect(Set(profiles.keys).subtracting(ChipCase.all.map(\.profile)) == [])
    }
}
