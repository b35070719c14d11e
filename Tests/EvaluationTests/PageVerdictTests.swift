import Evaluation
import Testing

@Suite struct PageVerdictTests {
    @Test func exactAndVerified() {
        let verdict = PageVerdict.make([.make()])
        #expect(verdict.documents.map(\.outcome) == [.verified])
        #expect(verdict.isRight)
        #expect(verdict.documents[0].fields.allSatisfy { $0.isExact })
        #expect(verdict.documents[0].fields.count == 10)
    }

    @Test func exactButNotVouchedFor() {
        #expect(PageVerdict.make([.make(verified: false)]).documents.map(\.outcome) == [.exact])
    }

    @Test func anyReadingOfThePageMayBeTheExactOne() {
        let wrong = PageReading.Zone.make(changed(td3Lines, column: 5, to: "X"), verified: false)
        #expect(PageVerdict.make([wrong, .make()]).documents.map(\.outcome) == [.verified])
    }

    @Test func oneWrongCharacterIsMisread() {
        let verdict = PageVerdict.make([.make(changed(td3Lines, line: 1, column: 0, to: "M"), verified: false)])
        #expect(verdict.documents.map(\.outcome) == [.misread])
        #expect(verdict.documents[0].edits == 1)
        #expect(verdict.documents[0].characters == 88)
        #expect(verdict.documents[0].fields.filter { !$0.isExact }.map(\.name) == ["documentNumber"])
        #expect(verdict.falseVerified.isEmpty)
        #expect(!verdict.isRight)
    }

    @Test func linesThatEndElsewhereAreNotExact() {
        let joined = td3Lines.joined()
        let verdict = PageVerdict.make([.make([String(joined.prefix(40)), String(joined.dropFirst(40))])])
        #expect(verdict.documents.map(\.outcome) == [.misread])
        #expect(verdict.documents[0].edits == 0)
        #expect(verdict.falseVerified.count == 1)
    }

    @Test func foundMeansThatTheCentreLiesWithinTheCorners() {
        let label = Label.make("a", [.td3(.box(100, 100, 400, 40))])
        let gibberish = [String(repeating: "X", count: 44), String(repeating: "Y", count: 44)]
        let inside = PageVerdict.make(label, [.make(gibberish, verified: false, quad: .box(120, 90, 400, 60))])
        #expect(inside.documents.map(\.outcome) == [.misread])
        let outside = PageVerdict.make(label, [.make(gibberish, verified: false, quad: .box(120, 300, 400, 60))])
        #expect(outside.documents.map(\.outcome) == [.missed])
        #expect(outside.documents[0].edits <= 88)
    }

    @Test func withoutCornersFoundMeansAlike() {
        let gibberish = [String(repeating: "X", count: 44), String(repeating: "Y", count: 44)]
        #expect(PageVerdict.make([.make(gibberish, verified: false)]).documents.map(\.outcome) == [.missed])
        #expect(PageVerdict.make([]).documents.map(\.outcome) == [.missed])
        #expect(PageVerdict.make([]).documents[0].edits == 88)
    }

    @Test func eachOfTwoDocumentsHasItsOwnVerdict() {
        let label = Label.make("two", [.td3(), .td1()])
        let verdict = PageVerdict.make(label, [.make(td1Lines)])
        #expect(verdict.documents.map(\.outcome) == [.missed, .verified])
        #expect(verdict.documents[0].zone == nil, "what is the other document's is no bad reading of this one")
        #expect(verdict.falseVerified.isEmpty)
        #expect(PageVerdict.make(label, [.make(td1Lines), .make(td3Lines)]).isRight)
    }

    @Test func aReportOnANegativeIsWrongEvenUnverified() {
        let label = Label.make("none", [])
        #expect(PageVerdict.make(label, []).isRight)
        let verdict = PageVerdict.make(label, [.make(verified: false)])
        #expect(verdict.isFalseReport)
        #expect(verdict.falseVerified.isEmpty)
        #expect(!verdict.isRight)
        #expect(PageVerdict.make(label, [.make()]).falseVerified.count == 1)
    }

    @Test func aPageThatCannotBeReadHasFailed() {
        #expect(PageVerdict.make([], failure: "There is no such file.").documents.map(\.outcome) == [.failed])
        #expect(!PageVerdict.make(.make("none", []), [], failure: "There is no such file.").isRight)
    }

    @Test func descriptionsAreSilentAboutContent() {
        let zone = PageReading.Zone.make()
        #expect(!"\(zone) \(Label.Document.td3())".contains("ERIKSSON"))
    }
}
