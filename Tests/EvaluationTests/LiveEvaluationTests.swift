import Evaluation
import MRZParsing
import TestSupport
import Testing

@Suite struct LiveEvaluationTests {
    private static let lines = Doc9303.td3
    private static let other = [
        "P<UTOERIKSSON<<ANNE<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
    ]

    private func label(_ lines: [String]?) -> Label {
        Label(image: "a.jpg", documents: lines.map { [Label.Document(format: "TD3", lines: $0)] } ?? [])
    }

    private func result(_ lines: [String], isVerified: Bool, latency: Duration? = nil) throws -> LiveVerdict.Result {
        LiveVerdict.Result(
            try MRZ(lines.map { try MRZLine($0) }, format: .td3), isVerified: isVerified, latency: latency, frames: 2)
    }

    private func verdict(_ label: Label, next: Label? = nil, _ results: [LiveVerdict.Result]) -> LiveVerdict {
        LiveVerdict(
            label: label, next: next, results: results, frames: 10, dropped: 2, idle: .milliseconds(8), idleFrames: 4,
            busy: .milliseconds(60))
    }

    @Test func aVerifiedResultMustBePrintedOnOneOfThePages() throws {
        let right = try result(Self.lines, isVerified: true)
        let wrong = try result(Self.other, isVerified: true)
        #expect(verdict(label(Self.lines), [right]).falselyVerified.isEmpty)
        #expect(verdict(label(Self.lines), [wrong]).falselyVerified.count == 1)
        #expect(verdict(label(Self.lines), next: label(Self.other), [right, wrong]).falselyVerified.isEmpty)
        #expect(verdict(label(nil), [right]).falselyVerified.count == 1)
        #expect(try verdict(label(Self.lines), [result(Self.other, isVerified: false)]).falselyVerified.isEmpty)
    }

    @Test func whatIsExactIsNotAlwaysVerified() throws {
        let unverified = try verdict(label(Self.lines), [result(Self.lines, isVerified: false)])
        #expect(unverified.exact == 1 && unverified.verified == 0)
        let both = try verdict(
            label(Self.lines), next: label(Self.other), [result(Self.lines, isVerified: true)])
        #expect(both.documents.count == 2 && both.exact == 1 && both.verified == 1)
    }

    @Test func aPageIsLostWhereNothingOfItWasRead() throws {
        var two = label(Self.other)
        two.documents += label(Self.lines).documents
        let half = try verdict(label(Self.lines), next: two, [result(Self.other, isVerified: false)])
        #expect(half.followers == 1 && half.followersExact == 1)
        #expect(half.lost == ["a.jpg"])
        let none = verdict(label(Self.lines), next: two, [])
        #expect(none.followersExact == 0 && none.lost.count == 2)
        #expect(verdict(label(nil), next: label(nil), []).lost.isEmpty)
        #expect(LiveEvaluation([half]).text.contains("pages in another's place, read exactly  1 of 1"))
        #expect(LiveEvaluation([half]).text.contains("not read  a.jpg, in a.jpg, then a.jpg"))
    }

    @Test func unpackingIsAMeanOverAllFrames() throws {
        var verdict = verdict(label(Self.lines), [])
        #expect(LiveEvaluation([verdict]).unpacking == nil)
        #expect(!LiveEvaluation([verdict]).text.contains("unpacking"))
        verdict.unpacking = .milliseconds(21)
        #expect(LiveEvaluation([verdict]).unpacking == .microseconds(2100))
        #expect(LiveEvaluation([verdict]).text.contains("unpacking it       2.1 ms"))
    }

    @Test func meansAndRanks() throws {
        let evaluation = LiveEvaluation([
            try verdict(label(Self.lines), [result(Self.lines, isVerified: true, latency: .milliseconds(90))]),
            try verdict(label(Self.lines), [result(Self.other, isVerified: true, latency: .milliseconds(5))]),
        ])
        // What is wrong is not fast.
        #expect(evaluation.latency?.max == .milliseconds(90))
        #expect(evaluation.falselyVerified == 1)
        #expect(evaluation.idle == .milliseconds(2))
        #expect(evaluation.busy == .milliseconds(10))
        #expect(evaluation.text.contains("FALSELY VERIFIED  a.jpg"))
        #expect(evaluation.text.contains("frames dropped"))
    }
}
