/// `docs/conformance.md`, from the matrix.
enum ConformancePage {
    static func text(_ rows: [Row]) -> String {
        let honest = rows.filter { $0.linux != nil }
        return """
            # Conformance

            What the documents of the SDKs ask of a host, row by row, and where it is shown. `make test` runs all of it:
            each row against `mrz-scan bridge`, `serve` and `launch` unless another test is named. This page is made from
            `Tests/HostConformance/matrix.jsonl`, which has the messages; a test fails when the two differ:

                MRZ_SCAN_CONFORMANCE=write swift test --filter thePageIsTheMatrix

            The documents are 000 (Self, native handlers), 001 (Self, architecture), 002 (GBG's bridge), 003 (IDWise's
            journeys) and 004 (Legitimuz's web view). \(Set(rows.map(\.number)).count) rows of them are here, \
            \(Set(honest.map(\.number)).count) of which are not to be had on Linux and are answered honestly.

            | Row | Document | What | Shown by |
            |---|---|---|---|
            \(rows.map { "| \($0.number) | \($0.contract) | \($0.what) | \(shownBy($0)) |" }.joined(separator: "\n"))

            ## Not on Linux

            | Row | What the host does | Why |
            |---|---|---|
            \(honest.map { "| \($0.number) | \($0.what) | \($0.linux ?? "") |" }.joined(separator: "\n"))

            """
    }

    private static func shownBy(_ row: Row) -> String {
        if let test = row.test { return "`\(test)`" }
        return row.hosts.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }
}
