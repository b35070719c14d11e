import Evaluation
import JSON
import Testing

@Suite struct BenchRunTests {
    private func run(_ verdicts: [PageVerdict], comparison: BaselineComparison? = nil) -> BenchRun {
        BenchRun(
            dataset: "A & B", evaluation: Evaluation(verdicts), workers: 2, wall: .seconds(4), peakMemory: 80_000_000,
            peers: [
                PeerRun(
                    name: "<other>", evaluation: Evaluation([.make([])]), ours: Evaluation([.make([.make()])]))
            ], comparison: comparison)
    }

    private let misread = PageVerdict.make(
        .make("b", [.td3(.box(0, 0, 10, 10))], levels: ["glare": 3]),
        [.make(changed(td3Lines, line: 1, column: 0, to: "M"), verified: false, confidence: 0.7)])

    @Test func passesOnlyWithoutFalseVerified() {
        #expect(run([misread]).isPassing)
        #expect(!run([.make([.make(changed(td3Lines, column: 5, to: "X"))])]).isPassing)
    }

    @Test func failsWhenWorseThanTheBaseline() {
        let before = Baseline(Evaluation([.make(.make("b"), [.make()])]))
        let comparison = BaselineComparison(of: Baseline(Evaluation([misread])), with: before, isWhole: true)
        #expect(!run([misread], comparison: comparison).isPassing)
    }

    @Test func textShowsWhatDiffers() {
        let text = run([.make([.make()]), misread]).text
        #expect(text.contains("exact 1 of 2 (50.0 %)"))
        #expect(text.contains("  label  \(td3Lines[1])\n  read   M\(td3Lines[1].dropFirst())\n         ^"))
        #expect(text.contains("0.50 pages a second with 2 workers, 80.0 MB at most"))
    }

    @Test func jsonIsABaselineToo() throws {
        let json = run([.make([.make()]), misread]).json.text
        let baseline = try #require(Baseline(json: json))
        #expect(baseline.outcomes == ["a.png": ["verified"], "b": ["misread"]])
        #expect(json.contains(#""total":{"pages":2,"documents":2,"found":2,"exact":1,"verified":1,"edits":1"#))
    }

    @Test func pageStandsAlone() {
        let page = run([.make([.make()]), misread]).page(previews: [:])
        #expect(page.contains("How well mrz-scan reads A &amp; B"))
        #expect(page.contains("&lt;other&gt;"))
        for foreign in ["<script", "http://", "https://", "<link", "<other>", "@import"] {
            #expect(!page.contains(foreign), "\(foreign)")
        }
        #expect(page.contains("<mark class=\"is\">M</mark>"))
        #expect(page.contains("<title>glare, level 3: 0/1 exact</title>"))
    }
}
