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
