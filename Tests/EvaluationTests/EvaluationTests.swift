import Evaluation
import JSON
import Testing

@Suite struct EvaluationTests {
    private let evaluation = Evaluation([
        .make(.make("a", levels: ["glare": 1]), [.make(confidence: 0.995)]),
        .make(.make("b", levels: ["glare": 1]), [.make(changed(td3Lines, column: 5, to: "X"), confidence: 0.55)]),
        .make(
            .make("c", [.td1()], levels: ["glare": 2, "noise": 2]), [.make(td1Lines, verified: false, confidence: 1)]),
        .make(.make("d", [.td3(), .td1()]), [.make(td1Lines)]),
        .make(.make("e", []), [.make(verified: false)]),
        .make(.make("f", []), []),
        .make(.make("g", isReadable: false), []),
    ])

    @Test func totals() {
        let total = evaluation.total
        #expect(total.pages == 7)
        #expect(total.documents == 5, "what nobody can read is not asked for")
        #expect(total.exact == 3)
        #expect(total.verified == 2)
        #expect(total.found == 4)
        #expect(total.edits == 1 + 88)
        #expect(total.characters == 3 * 88 + 2 * 90)
        #expect(total.negatives == 2)
        #expect(total.reportedNegatives == 1)
        #expect(total.falseVerified == 1)
        #expect(evaluation.failures.map(\.label.name) == ["b", "d", "e"])
    }

    @Test func groups() throws {
        let formats = try #require(evaluation.breakdowns.first { $0.title == "format" })
        #expect(formats.groups.map(\.name) == ["NONE", "TD1", "TD3"])
        #expect(formats.groups.map(\.score.exact) == [0, 2, 1])
        #expect(formats.groups.map(\.score.documents) == [0, 2, 3])
        let conditions = try #require(evaluation.breakdowns.first { $0.title == "condition" })
        #expect(conditions.groups.map(\.name) == ["glare", "noise"])
        #expect(conditions.groups.map(\.score.exact) == [2, 1])
        #expect(conditions.groups.map(\.score.falseVerified) == [1, 0])
    }

    @Test func conditionsByLevel() throws {
        let matrix = evaluation.matrix
        #expect(matrix.conditions == ["glare", "noise"])
        #expect(matrix.levels == [1, 2])
        #expect(matrix["glare", 1]?.documents == 2)
        #expect(matrix["glare", 1]?.exact == 1)
        #expect(matrix["noise", 1] == nil)
    }

    @Test func fieldsByName() throws {
        let numbers = try #require(evaluation.fields.first { $0.name == "documentNumber" })
        #expect(numbers.documents == 5)
        #expect(numbers.exact == 4, "the misread page has the number right")
        let names = try #require(evaluation.fields.first { $0.name == "surname" })
        #expect(names.exact == 3)
    }

    @Test func reliabilityComparesStatedWithObserved() {
        let bins = evaluation.reliability.bins
        #expect(bins.map(\.count) == [1, 2])
        #expect(bins.map(\.exact) == [0, 2])
        #expect(bins[0].range == 0.5..<0.6)
        #expect(bins[1].stated == (0.995 + 1) / 2)
    }

    @Test func percentilesAreMeasuredValues() throws {
        let percentiles = try #require(Percentiles((1...200).shuffled().map { .milliseconds($0) }))
        #expect(percentiles.p50 == .milliseconds(100))
        #expect(percentiles.p90 == .milliseconds(180))
        #expect(percentiles.p95 == .milliseconds(190))
        #expect(percentiles.p99 == .milliseconds(198))
        #expect(percentiles.max == .milliseconds(200))
        #expect(percentiles.mean == .microseconds(100_500))
        #expect(Percentiles([]) == nil)
        #expect(Percentiles([.seconds(1)])?.p50 == .seconds(1))
    }
}
