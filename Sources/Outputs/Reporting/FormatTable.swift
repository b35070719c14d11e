public import JSON
import MRZParsing

/// The layouts that are read, as `mrz-scan formats` shows them.
public enum FormatTable {
    /// A table for people.
    public static var text: String {
        let rows =
            [["FORMAT", "DOCUMENT", "LINES", "CHECK DIGITS", "SOURCE"]]
            + MRZFormat.all.map { format in
                [
                    format.name, format.title, format.lineLengths.map(String.init).joined(separator: " / "),
                    format.checks.isEmpty ? "none" : format.checks.map(\.kind.rawValue).joined(separator: ", "),
                    format.source,
                ]
            }
        return TextTable.text(rows)
    }

    /// One object for each layout; lines and columns count from 1.
    public static var json: [JSONValue] { MRZFormat.all.map(object(of:)) }

    private static func object(of format: MRZFormat) -> JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", .integer(ScanReport.schema)), .init("format", .string(format.name)),
            .init("title", .string(format.title)), .init("source", .string(format.source)),
            .init("lineLengths", .array(format.lineLengths.map { .integer($0) })),
            .init("fields", .array(format.fields.flatMap { [$0] + $0.parts }.map(object(of:)))),
            .init("checks", .array(format.checks.map(object(of:)))),
        ]
        if let overflow = format.numberOverflow {
            members.append(.init("longestDocumentNumber", .integer(overflow.maximumLength)))
        }
        return .object(members)
    }

    private static func object(of field: MRZField) -> JSONValue {
        .object([.init("field", .string(FieldName(field.kind).text))] + members(of: field.span))
    }

    private static func object(of check: MRZCheck) -> JSONValue {
        [
            "check": .string(FieldName(check.kind).text), "line": .integer(check.digit.line + 1),
            "column": .integer(check.digit.column + 1),
            "covers": .array(check.spans.map { .object(members(of: $0)) }),
        ]
    }

    private static func members(of span: MRZSpan) -> [JSONValue.Member] {
        [
            .init("line", .integer(span.line + 1)), .init("column", .integer(span.columns.lowerBound + 1)),
            .init("length", .integer(span.columns.count)),
        ]
    }
}
