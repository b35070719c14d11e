import Reporting

/// The engines and thresholds that one set was read with, a row each.
public struct EngineTable: Sendable {
    private var rows = [["engine", "threshold", "documents", "exact", "verified", "false", "CER", "CPU ms a page"]]
    /// Readings that were verified and stand nowhere on their page, of all rows together.
    public private(set) var falseVerified = 0

    public init() {}

    /// Adds what was read with one of them.
    ///
    /// - Parameters:
    ///   - engine: its name.
    ///   - threshold: how lines were made black and white before.
    ///   - evaluation: of all pages of the set.
    public mutating func add(engine: String, threshold: String, _ evaluation: Evaluation) {
        let total = evaluation.total
        let spent = evaluation.verdicts.compactMap(\.reading.cpu?.total).reduce(.zero, +)
        falseVerified += total.falseVerified
        rows.append([
            engine, threshold, "\(total.documents)", "\(total.exact)", "\(total.verified)", "\(total.falseVerified)",
            Figure.rate(total.characterErrorRate), Figure.milliseconds(spent / max(1, evaluation.verdicts.count)),
        ])
    }

    /// The table for people at a terminal.
    public var text: String { TextTable.text(rows, right: Set(2..<rows[0].count)) }
}
