import Evaluation
import Testing

@Suite struct BaselineTests {
    private func compare(
        _ now: [PageVerdict], with earlier: [PageVerdict], isWhole: Bool = true
    ) -> BaselineComparison {
        BaselineComparison(of: Baseline(Evaluation(now)), with: Baseline(Evaluation(earlier)), isWhole: isWhole)
    }

    private let exact = PageVerdict.make(.make("a"), [.make()])
    private let unverified = PageVerdict.make(.make("a"), [.make(verified: false)])
    private let misread = PageVerdict.make(.make("a"), [.make(changed(td3Lines, column: 5, to: "X"), verified: false)])
    private let silent = PageVerdict.make(.make("n", []), [])
    private let reported = PageVerdict.make(.make("n", []), [.make(verified: false)])

    @Test func isReadBackAsWritten() throws {
        let baseline = Baseline(Evaluation([exact, reported]))
        let read = try #require(Baseline(json: baseline.text))
        #expect(read.outcomes == ["a": ["verified"], "n": ["reported"]])
        #expect(baseline.text.hasSuffix("\"outcomes\":{\n\"a\":[\"verified\"],\n\"n\":[\"reported\"]\n}}\n"))
        #expect(Baseline(json: "{}") == nil)
    }

    @Test func isTheSameInAnyOrder() {
        #expect(Baseline(Evaluation([exact, silent])).text == Baseline(Evaluation([silent, exact])).text)
    }

    @Test func sameIsNotWorse() {
        let comparison = compare([exact, silent], with: [exact, silent])
        #expect(!comparison.isWorse)
        #expect(comparison.sections.isEmpty)
    }

    @Test func aLostImageIsWorse() {
        let comparison = compare([misread], with: [exact])
        #expect(comparison.lost == ["a"])
        #expect(comparison.isWorse)
        #expect(compare([misread], with: [unverified]).lost == ["a"])
    }

    @Test func oneOfTwoDocumentsLostIsWorse() {
        let label = Label.make("two", [.td3(), .td1()])
        let before = PageVerdict.make(label, [.make(td3Lines), .make(td1Lines)])
        #expect(compare([.make(label, [.make(td3Lines)])], with: [before]).lost == ["two"])
        #expect(compare([.make(.make("two"), [.make(td3Lines)])], with: [before]).lost == ["two"])
    }

    @Test func aGainedImageIsNot() {
        let comparison = compare([exact], with: [misread])
        #expect(comparison.gained == ["a"])
        #expect(!comparison.isWorse)
    }

    @Test func lessAssuranceIsToldButNotWorse() {
        #expect(compare([unverified], with: [exact]).unverified == ["a"])
        #expect(!compare([unverified], with: [exact]).isWorse)
        #expect(compare([exact], with: [unverified]).verified == ["a"])
    }

    @Test func aNewReportIsWorseAndAnOldOneIsNot() {
        #expect(compare([reported], with: [silent]).newReports == ["n"])
        #expect(compare([reported], with: [silent]).isWorse)
        #expect(!compare([reported], with: [reported]).isWorse)
        #expect(compare([silent], with: [reported]).silenced == ["n"])
        #expect(compare([exact, reported], with: [exact]).newReports == ["n"])
    }

    @Test func aFalseVerifiedIsNeverExcused() {
        let lie = PageVerdict.make(.make("a"), [.make(changed(td3Lines, column: 5, to: "X"))])
        #expect(compare([lie], with: [lie]).falseVerified == ["a"])
        #expect(compare([lie], with: [lie]).isWorse)
    }

    @Test func aMissingPageIsWorseInAWholeRunOnly() {
        #expect(compare([silent], with: [exact, silent]).missing == ["a"])
        #expect(compare([silent], with: [exact, silent]).isWorse)
        #expect(!compare([silent], with: [exact, silent], isWhole: false).isWorse)
    }

    @Test func aPageThatFailsNowIsWorse() {
        let failing = PageVerdict.make(.make("n", []), [], failure: "It is damaged.")
        #expect(compare([failing], with: [silent]).failing == ["n"])
        #expect(compare([failing], with: [silent]).isWorse)
    }
}
