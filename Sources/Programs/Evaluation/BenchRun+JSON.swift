public import JSON

extension BenchRun {
    /// Everything as one object; `outcomes` make it a baseline for later runs.
    public var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", .integer(Baseline.schema)), .init("dataset", .string(dataset)),
            .init("total", evaluation.total.json), .init("statuses", evaluation.statuses),
        ]
        for breakdown in evaluation.breakdowns {
            members.append(.init(breakdown.title, .object(breakdown.groups.map { .init($0.name, $0.score.json) })))
        }
        members += [
            .init("conditionByLevel", evaluation.matrix.json),
            .init("fields", .object(evaluation.fields.map { .init($0.name, $0.json) })),
            .init("reliability", .array(evaluation.reliability.bins.map(\.json))),
            .init("wallMs", StageSpread(of: evaluation, \.timing).json),
            .init("cpuMs", StageSpread(of: evaluation, \.cpu).json),
            .init("workers", .integer(workers)), .init("wallSeconds", .number(wall / .seconds(1), places: 3)),
            .init("pagesPerSecond", .number(throughput, places: 2)), .init("peakMemoryBytes", .integer(peakMemory)),
            .init("peers", .array(peers.map(\.json))),
        ]
        if let comparison {
            members.append(
                .init(
                    "comparison",
                    .object(comparison.sections.map { .init($0.title, .array($0.names.map { .string($0) })) })))
        }
        members += [
            .init("failures", .array(evaluation.failures.map(\.json))),
            .init("outcomes", .object(Baseline(evaluation).members)),
        ]
        return .object(members)
    }
}

extension Evaluation {
    /// How many documents ended how.
    fileprivate var statuses: JSONValue {
        let outcomes = verdicts.filter(\.label.isReadable).flatMap(\.documents).map(\.outcome)
        return .object(
            DocumentVerdict.Outcome.allCases.map { outcome in
                .init(outcome.rawValue, .integer(outcomes.count { $0 == outcome }))
            })
    }
}

extension Score {
    var json: JSONValue {
        [
            "pages": .integer(pages), "documents": .integer(documents), "found": .integer(found),
            "exact": .integer(exact), "verified": .integer(verified), "edits": .integer(edits),
            "characters": .integer(characters), "characterErrorRate": .number(characterErrorRate, places: 5),
            "fields": .integer(fields), "exactFields": .integer(exactFields), "negatives": .integer(negatives),
            "reportedNegatives": .integer(reportedNegatives), "falseVerified": .integer(falseVerified),
            "failed": .integer(failed),
        ]
    }
}

extension Evaluation.FieldScore {
    fileprivate var json: JSONValue { ["documents": .integer(documents), "exact": .integer(exact)] }
}

extension ConditionMatrix {
    fileprivate var json: JSONValue {
        .object(
            conditions.map { condition in
                let cells = levels.compactMap { level in
                    self[condition, level].map { JSONValue.Member(String(level), $0.json) }
                }
                return .init(condition, .object(cells))
            })
    }
}

extension Reliability.Bin {
    fileprivate var json: JSONValue {
        [
            "from": .number(range.lowerBound, places: 2), "to": .number(range.upperBound, places: 2),
            "readings": .integer(count), "exact": .integer(exact), "stated": .number(stated, places: 4),
        ]
    }
}

extension StageSpread {
    var json: JSONValue {
        .object(
            stages.map { name, percentiles in
                .init(
                    name,
                    .object(
                        percentiles.named.map { .init($0.name, .number($0.value.milliseconds, places: 2)) } + [
                            .init("mean", .number(percentiles.mean.milliseconds, places: 2))
                        ]))
            })
    }
}

extension PeerRun {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("name", .string(name)), .init("total", evaluation.total.json), .init("ours", ours.total.json),
            .init("claims", .bool(claims)),
        ]
        if let cpuRatio { members.append(.init("cpuRatioOursToTheirs", .number(cpuRatio, places: 4))) }
        return .object(members)
    }
}

extension PageVerdict {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init("page", .string(label.name))]
        if let failure = reading.failure { members.append(.init("error", .string(failure))) }
        members += [
            .init("documents", .array(documents.map(\.json))),
            .init("zones", .array(reading.zones.map(\.json))),
            .init("falseVerified", .array(falseVerified.map(\.json))),
        ]
        return .object(members)
    }
}

extension DocumentVerdict {
    fileprivate var json: JSONValue {
        [
            "format": .string(document.format), "outcome": .string(outcome.rawValue), "edits": .integer(edits),
            "expected": .array(document.lines.map { .string($0) }),
            "read": .array((zone?.lines ?? []).map { .string($0) }),
        ]
    }
}

extension PageReading.Zone {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init("lines", .array(lines.map { .string($0) }))]
        if let isVerified { members.append(.init("verified", .bool(isVerified))) }
        if let confidence { members.append(.init("confidence", .number(confidence, places: 3))) }
        return .object(members)
    }
}
