import JSON

/// Results as a table: a header and one row for each, with CRLF at the ends of lines. RFC 4180.
public struct CSVTable: Sendable {
    private let columns: [String]

    /// - Parameters:
    ///   - accessKeys: whether the keys to the chip have columns.
    ///   - corrections: whether what people made of results has.
    public init(accessKeys: Bool, corrections: Bool = false) {
        columns =
            ["source", "page", "textLine", "index", "status", "format", "lines"] + MRZReport.fieldNames
            + ["checks", "repairs", "warnings", "reasons", "confidence", "quad", "rotation", "mirrored"]
            + (accessKeys ? MRZReport.accessKeyNames : []) + ["totalMs", "errorCode", "errorMessage"]
            + (corrections ? ["correctedLines", "correctedBy", "correctedAt"] : [])
    }

    /// The names of the columns.
    public var header: String { line(columns) }

    /// One result; a column that it has nothing for is empty.
    public func row(_ report: ScanReport) -> String { row(ResultRecord(report)) }

    /// One result; a column that it has nothing for is empty.
    public func row(_ record: ResultRecord) -> String {
        let cells = record.cells
        return line(columns.map { cells[$0] ?? "" })
    }

    private func line(_ cells: [String]) -> String { cells.map(Self.quoted).joined(separator: ",") + "\r\n" }

    /// What a spreadsheet would run as a formula is a text to it, and nothing commands a terminal.
    private static func safe(_ cell: String) -> String {
        let cell = cell.printable(keeping: ["\t", "\r", "\n"])
        guard let first = cell.unicodeScalars.first, ["=", "+", "-", "@", "\t", "\r", "\n"].contains(first) else {
            return cell
        }
        // Numbers, and several of them, such as corners.
        let isOfNumbers = cell.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || [".", "-", " "].contains($0) }
        return isOfNumbers && first == "-" ? cell : "'" + cell
    }

    private static func quoted(_ cell: String) -> String {
        // By scalars: CR and LF together are one Character, and so are a quote and a mark above it. Some spreadsheets
        // part cells at semicolons or tabs.
        let special: Set<Unicode.Scalar> = [",", ";", "\t", "\"", "\r", "\n"]
        let cell = safe(cell)
        guard cell.unicodeScalars.contains(where: special.contains) else { return cell }
        let doubled = cell.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
        return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
    }
}

extension ResultRecord {
    /// What the columns hold, by their names.
    fileprivate var cells: [String: String] {
        var cells: [String: String] = [:]
        for member in json.members {
            switch member.key {
            case "lines", "warnings": cells[member.key] = member.value.list(\.cell)
            case "checks": cells["checks"] = member.value.members.map { "\($0.key)=\($0.value.cell)" }.list
            case "repairs": cells["repairs"] = member.value.list { ($0["reason"]?.cell ?? "") + $0.place }
            case "reasons":
                cells["reasons"] = member.value.list { reason in
                    (reason["code"]?.cell ?? "") + (reason["field"].map { ":" + $0.cell } ?? "") + reason.place
                }
            case "quad": cells["quad"] = (member.value.array ?? []).flatMap { $0.array ?? [] }.map(\.cell).list
            case "fields", "accessKeys": for field in member.value.members { cells[field.key] = field.value.cell }
            case "timing": cells["totalMs"] = member.value["totalMs"]?.cell
            case "error":
                cells["errorCode"] = member.value["code"]?.cell
                cells["errorMessage"] = member.value["message"]?.cell
            case "correction":
                cells["correctedLines"] = member.value["lines"]?.list(\.cell)
                cells["correctedBy"] = member.value["by"]?.cell
                cells["correctedAt"] = member.value["at"]?.cell
            default: cells[member.key] = member.value.cell
            }
        }
        return cells
    }
}

extension JSONValue {
    fileprivate var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// A text without its quotes, everything else as in JSON.
    fileprivate var cell: String { string ?? text }

    /// Line and column from 1 of what an object is about: `@2.44`.
    fileprivate var place: String {
        guard let line = self["line"], let column = self["column"] else { return "" }
        return "@\(line.cell).\(column.cell)"
    }

    fileprivate func list(_ cell: (JSONValue) -> String) -> String { (array ?? []).map(cell).list }
}

extension [String] {
    /// The elements parted by blanks, which none of them has.
    fileprivate var list: String { joined(separator: " ") }
}
