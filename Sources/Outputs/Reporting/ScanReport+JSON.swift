import Imaging
public import JSON
import MRZParsing
import Scanning

extension ScanReport {
    /// The result as an object; its text is one line of `--format jsonl`.
    public var json: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(key, value)) }
        }
        add("schema", .integer(Self.schema))
        add("source", .string(source))
        add("page", page.map { .integer($0) })
        add("textLine", textLine.map { .integer($0) })
        add("index", .integer(index))
        add("status", .string(status.rawValue))
        if case .read(let report) = outcome {
            members += report.members
        } else if isDamaged {
            add("warnings", .array([.string(Warning.damaged.rawValue)]))
        }
        if !unmatchedLines.isEmpty { add("unmatchedLines", .array(unmatchedLines.map { .string($0) })) }
        add("quality", view?.json)
        add("timing", timing?.json)
        if case .failed(let failure) = outcome {
            add("error", ["code": .string(failure.code), "message": .string(failure.message)])
        }
        return .object(members)
    }
}

extension MRZReport {
    /// What stands under a result that was read, in its order: `docs/results.md`.
    package var members: [JSONValue.Member] {
        let named = kinds.map { (FieldName($0).text, $0) }
        let blind = named.map { ($0, blindSpots(of: $1)) }.filter { !$1.isEmpty }
        var members: [(String, JSONValue)] = [
            ("format", .string(mrz.format.name)),
            ("lines", .array(mrz.lines.map { .string($0.text) })),
            ("fields", fields.json),
            (
                "checks",
                .object(mrz.checkReport.results.map { .init(FieldName($0.kind).text, .string($0.state.rawValue)) })
            ),
            ("assurance", .object(named.map { .init($0, .string(assurance(of: $1).rawValue)) })),
            ("blindSpots", .object(blind.map { .init($0, .array($1.map(blindSpot(at:)))) })),
            ("blindPairs", .array(mrz.blindPairs.map { .array($0.map(\.json)) })),
            ("repairs", .array(repairs.map(\.json))),
            ("warnings", .array(warnings.map { .string($0.rawValue) })),
            ("reasons", .array(reasons.map(\.json))),
        ]
        if let sighting {
            members += [
                ("confidence", .number(sighting.confidence, places: 3)), ("quad", sighting.quad.json),
                ("rotation", .number(sighting.shownRotation, places: 1)), ("mirrored", .bool(sighting.isMirrored)),
            ]
        }
        if !accessKeys.isEmpty { members.append(("accessKeys", accessKeys.json)) }
        return members.map { JSONValue.Member($0, $1) }
    }

    private func blindSpot(at position: MRZPosition) -> JSONValue {
        let used = mrz.character(at: position)
        return .object(
            position.members + [
                .init("used", .string([used].text)),
                .init("twins", .string(mrz.format.blindLookAlikes(of: used, at: position).text)),
            ])
    }
}

extension Substitution {
    fileprivate var json: JSONValue {
        .object(position.members + [.init("used", .string([used].text)), .init("twin", .string([twin].text))])
    }
}

extension [NamedValue] {
    fileprivate var json: JSONValue { .object(map { .init($0.name, .string($0.value)) }) }
}

extension MRZReport.Sighting {
    /// 359.97 is shown as 0, not as 360.
    var shownRotation: Double { rotation >= 359.95 ? 0 : rotation }
}

extension UnverifiedReason {
    fileprivate var json: JSONValue {
        var members: [JSONValue.Member] = [.init("code", .string(code))]
        if let field { members.append(.init("field", .string(field))) }
        members += position?.members ?? []
        if let digits {
            members.append(.init("expected", .string(digits.expected.description)))
            members.append(.init("actual", .string([digits.actual].text)))
        }
        return .object(members)
    }
}

extension Repair {
    fileprivate var json: JSONValue {
        var members = position.members
        if let read { members.append(.init("read", .string([read].text))) }
        members += [.init("used", .string([used].text)), .init("reason", .string(reason.rawValue))]
        return .object(members)
    }
}

extension MRZPosition {
    /// Counted from 1, as Doc 9303 does.
    fileprivate var members: [JSONValue.Member] {
        [.init("line", .integer(line + 1)), .init("column", .integer(column + 1))]
    }
}

extension Quad {
    fileprivate var json: JSONValue {
        .array(corners.map { [.number($0.x, places: 1), .number($0.y, places: 1)] })
    }
}

extension ZoneView {
    fileprivate var json: JSONValue {
        [
            "pitch": .number(quality.pitch, places: 1), "sharpness": .number(quality.sharpness, places: 2),
            "paper": .number(quality.paper, places: 0), "contrast": .number(quality.contrast, places: 0),
            "glare": .number(quality.glare, places: 2), "faults": .array(faults.map { .string($0.rawValue) }),
        ]
    }
}

extension StageTiming {
    fileprivate var json: JSONValue {
        [
            "decodeMs": decode.json, "detectMs": detect.json, "recognizeMs": recognize.json, "totalMs": total.json,
        ]
    }
}

extension Duration {
    fileprivate var json: JSONValue { .number(self / .milliseconds(1), places: 1) }
}
