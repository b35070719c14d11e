import Imaging
import MRZParsing
import Scanning

/// Results as a table: a header and one row for each, with CRLF at the ends of lines. RFC 4180.
public struct CSVTable: Sendable {
    private let columns: [String]

    /// - Parameter accessKeys: whether the keys to the chip have columns.
    public init(accessKeys: Bool) {
        columns =
            ["source", "page", "textLine", "index", "status", "format", "lines"] + MRZReport.fieldNames
            + ["checks", "repairs", "warnings", "reasons", "confidence", "quad", "rotation", "mirrored"]
            + (accessKeys ? MRZReport.accessKeyNames : []) + ["totalMs", "errorCode", "errorMessage"]
    }

    /// The names of the columns.
    public var header: String { line(columns) }

    /// One result; a column that it has nothing for is empty.
    public func row(_ report: ScanReport) -> String {
        let cells = Dictionary(report.cells, uniquingKeysWith: { first, _ in first })
        return line(columns.map { cells[$0] ?? "" })
    }

    private func line(_ cells: [String]) -> String { cells.map(Self.quoted).joined(separator: ",") + "\r\n" }

    private static func quoted(_ cell: String) -> String {
        // By scalars: CR and LF together are one Character.
        let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n"]
        guard cell.unicodeScalars.contains(where: special.contains) else { return cell }
        return "\"" + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
    }
}

extension ScanReport {
    /// What the columns hold, by their names.
    fileprivate var cells: [(String, String)] {
        var cells = [("source", source), ("index", String(index)), ("status", status.rawValue)]
        if let page { cells.append(("page", String(page))) }
        if let textLine { cells.append(("textLine", String(textLine))) }
        if let timing {
            cells.append(("totalMs", JSONValue.decimal(timing.total / .milliseconds(1), places: 1)))
        }
        switch outcome {
        case .read(let report): cells += report.cells
        case .notFound: break
        case .failed(let failure): cells += [("errorCode", failure.code), ("errorMessage", failure.message)]
        }
        return cells
    }
}

extension MRZReport {
    fileprivate var cells: [(String, String)] {
        var cells = [("format", mrz.format.name), ("lines", mrz.lines.map(\.text).joined(separator: " "))]
        cells += (fields + accessKeys).map { ($0.name, $0.value) }
        cells += [
            ("checks", mrz.checkReport.results.map { "\($0.kind.rawValue)=\($0.state.rawValue)" }.list),
            ("repairs", repairs.map { "\($0.reason.rawValue)@\($0.position.place)" }.list),
            ("warnings", warnings.map(\.rawValue).list), ("reasons", reasons.map(\.cell).list),
        ]
        if let sighting {
            let quad = sighting.quad.corners.flatMap { [$0.x, $0.y] }
            cells += [
                ("confidence", JSONValue.decimal(sighting.confidence, places: 3)),
                ("quad", quad.map { JSONValue.decimal($0, places: 1) }.list),
                ("rotation", JSONValue.decimal(sighting.shownRotation, places: 1)),
                ("mirrored", sighting.isMirrored ? "true" : "false"),
            ]
        }
        return cells
    }
}

extension UnverifiedReason {
    /// `checkDigit:composite@2.44`.
    fileprivate var cell: String { code + (field.map { ":" + $0 } ?? "") + (position.map { "@" + $0.place } ?? "") }
}

extension MRZPosition {
    /// Line and column from 1: `2.44`.
    fileprivate var place: String { "\(line + 1).\(column + 1)" }
}

extension [String] {
    /// The elements parted by blanks, which none of them has.
    fileprivate var list: String { joined(separator: " ") }
}
