import ArgumentParser

/// How results are written.
enum ResultFormat: String, ExpressibleByArgument, CaseIterable {
    /// For people.
    case text
    /// One JSON object a line.
    case jsonl
    /// RFC 4180.
    case csv
}

/// How `scan` writes what it reads: results, or the bridge's messages of a live scan.
enum ScanFormat: ExpressibleByArgument {
    case results(ResultFormat)
    case bridge

    init?(argument: String) {
        if argument == "bridge" {
            self = .bridge
        } else if let format = ResultFormat(rawValue: argument) {
            self = .results(format)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { ResultFormat.allCases.map(\.rawValue) + ["bridge"] }

    /// Nil for the bridge's messages.
    var results: ResultFormat? { if case .results(let format) = self { format } else { nil } }
}
