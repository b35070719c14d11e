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
            var outcome = try chip.outcome(on: desk)
            let expected = chip.expect
            // Facts that a case does not name are not its subject.
            outcome.facts = outcome.facts.map { facts in facts.filter { expected.facts?.keys.contains($0.key) ?? false } }
            if expected.facts == nil { outcome.facts = nil }
            if expected.unread == nil { outcome.unread = nil }
            if expected.clonable == nil { outcome.clonable = nil }
            if expected.access == nil { outcome.access = nil }
            #expect(outcome == expected, "\(chip.testDescription)")
        }
    }

    /// What the rig can do is what is tested.
    @Test func everyProfileHasACase() throws {
        let file = try Data(contentsOf: ChipDesk.folder.appending(path: "profiles.json"))
        let profiles = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        #expect(Set(profiles.keys).subtracting(ChipCase.all.map(\.profile)) == [])
    }
}
