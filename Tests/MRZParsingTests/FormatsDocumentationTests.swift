import Foundation
import MRZParsing
import Testing

/// `docs/formats.md` shows the layouts; its tables must be those of the code.
@Suite("docs/formats.md")
struct FormatsDocumentationTests {
    private func document() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/formats.md"), encoding: .utf8)
    }

    @Test("the overview lists every layout")
    func overview() throws {
        #expect(try document().contains(Self.overviewTable()), "expected:\n\(Self.overviewTable())")
    }

    @Test("each layout has its tables", arguments: MRZFormat.all)
    func tables(format: MRZFormat) throws {
        #expect(try document().contains(Self.section(format)), "expected:\n\(Self.section(format))")
    }

    @Test("every warning is explained")
    func warnings() throws {
        let document = try document()
        for warning in Warning.allCases { #expect(document.contains("| `\(warning.rawValue)` |")) }
    }

    @Test("every objection is explained")
    func objections() throws {
        let document = try document()
        let position = MRZPosition(line: 0, column: 0)
        let span = MRZSpan(line: 0, 0..<1)
        let reasons: [VerificationFailure.Reason] = [
            .checkDigit(.composite, at: position, .invalid), .illegalCharacter(.name, at: position),
            .impossibleDate(.dateOfBirth, at: span), .unknownExpiry(at: span), .fixedText(.issuingState, at: span),
            .documentCode(at: span), .emptyField(.name, at: span), .unknownState(.issuingState, at: span),
            .noCheckDigits,
        ]
        for reason in reasons { #expect(document.contains("| `\(reason.code)` |")) }
    }

    static func overviewTable() -> String {
        let rows = MRZFormat.all.map { format in
            let digits = format.checks.isEmpty ? "none" : format.checks.map(\.kind.rawValue).joined(separator: ", ")
            return "| `\(format.name)` | \(format.title) | \(shape(format)) | \(digits) |"
        }
        return (["| Format | Document | Lines × characters | Check digits |", "|---|---|---|---|"] + rows)
            .joined(separator: "\n")
    }

    static func section(_ format: MRZFormat) -> String {
        var lines = [
            "### \(format.name): \(format.title)", "",
            "\(shape(format)). Source: \(format.source).", "",
            "| Line | Columns | Field | May hold | Protected by |", "|---|---|---|---|---|",
        ]
        for field in format.fields {
            lines.append(row(field, in: format, indent: ""))
            lines += field.parts.map { row($0, in: format, indent: "· ") }
        }
        guard !format.checks.isEmpty else { return lines.joined(separator: "\n") }
        lines += ["", "| Check digit | At | Computed over | May be `<` |", "|---|---|---|---|"]
        for check in format.checks {
            let spans = check.spans.map { place($0) }.joined(separator: "; ")
            let at = "line \(check.digit.line + 1), \(check.digit.column + 1)"
            lines.append("| \(check.kind.rawValue) | \(at) | \(spans) | \(fillerRule(check, in: format)) |")
        }
        return lines.joined(separator: "\n")
    }

    private static func row(_ field: MRZField, in format: MRZFormat, indent: String) -> String {
        let protection =
            switch format.assurance(of: field.kind) ?? .none {
            case .none: "nothing"
            case .composite: "composite"
            case .ownCheckDigit: "own check digit"
            }
        let columns = columns(field.columns)
        return
            "| \(field.line + 1) | \(columns) | \(indent)\(field.kind.rawValue) | \(content(field)) | \(protection) |"
    }

    private static func content(_ field: MRZField) -> String {
        guard field.parts.isEmpty else { return "its parts" }
        return switch field.content {
        case .characters(let set): "`\(set)`"
        case .leftAligned(let set): "`\(set)`, not `<` first"
        case .columns(let sets): sets.map { "`\($0)`" }.joined(separator: " ")
        case .oneOf(let texts): texts.map { "`\($0.text)`" }.joined(separator: " or ")
        case .documentCode(let rule): "a letter, then `\(rule.admittedSecond)`"
        case .date(let unknownAllowed): unknownAllowed ? "YYMMDD, unknown parts `<<`" : "YYMMDD"
        case .yearAndMonth: "YYMM"
        }
    }

    private static func fillerRule(_ check: MRZCheck, in format: MRZFormat) -> String {
        if check.fillerAllowed { return "when everything covered is `<`" }
        if check.kind == .documentNumber, let overflow = format.numberOverflow {
            return "when the number is long (up to \(overflow.maximumLength))"
        }
        return "no"
    }

    private static func shape(_ format: MRZFormat) -> String {
        Set(format.lineLengths).count == 1
            ? "\(format.lineLengths.count) × \(format.lineLengths[0])"
            : format.lineLengths.map(String.init).joined(separator: " / ")
    }

    private static func place(_ span: MRZSpan) -> String { "line \(span.line + 1), \(columns(span.columns))" }

    private static func columns(_ range: Range<Int>) -> String {
        range.count == 1 ? "\(range.lowerBound + 1)" : "\(range.lowerBound + 1)–\(range.upperBound)"
    }
}
