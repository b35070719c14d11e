/// `docs/conformance.md`, from the matrix.
enum ConformancePage {
    static func text(_ rows: [Row]) -> String {
        let honest = rows.filter { $0.linux != nil }
        let readerless = rows.filter { $0.reader != nil }
        return """
            # Conformance

            What the documents of the SDKs ask of a host, row by row, and where it is shown. `make test` runs all of it:
            each row against `mrz-scan bridge`, `serve` and `launch` unless another test is named. This page is made from
            `Tests/HostConformance/matrix.jsonl`, which has the messages; a test fails when the two differ:

                MRZ_SCAN_CONFORMANCE=write swift test --filter thePageIsTheMatrix

            \(Set(rows.map(\.number)).count) rows are here. Not to be had on Linux are \
            \(Set(honest.map(\.number)).count) of them, [below](#not-on-linux),
            and \(Set(readerless.map(\.number)).count) show a host [without a reader for \
            chips](#without-a-reader-for-chips). Such rows are answered honestly.

            The documents are other people's and no part of this project, which only numbers them:

            | Document | Whose, and what it is called |
            |---|---|
            | 000 | Self's specification of the handlers for iOS, "iOS Native Handlers — Swift Wrapper Pattern" |
            | 001 | Self's specification of the SDK, "Self Mobile SDK — Architecture & Implementation Spec" |
            | 002 | GBG's example of a host with a bridge, a page of the documentation at docs.go.gbgplc.com |
            | 003 | IDWise's guide "IDWise Smart Onboarding SDK for iOS - Advanced Dynamic Journey Mode" |
            | 004 | the README of Legitimuz's sample project "TestWebviewLegitimuzSDK" |
            | card | no SDK's: this project's own description of what it is to do with pictures, cameras and folders |

            What stands behind the number is the section there.

            | Row | Document | What | Shown by |
            |---|---|---|---|
            \(rows.map { "| \($0.number) | \($0.contract) | \($0.what) | \(shownBy($0)) |" }.joined(separator: "\n"))

            ## Not on Linux

            | Row | What the host does | Why |
            |---|---|---|
            \(honest.map { "| \($0.number) | \($0.what) | \($0.linux ?? "") |" }.joined(separator: "\n"))

            ## Without a reader for chips

            These rows are run on a host that has no reader: it says so, and makes nothing up. With a PC/SC reader `nfc`
            reads the chip ([chip.md](chip.md#pages)); `ChipCommandTests` and `ChipProviderTests` show that.

            | Row | What a host without a reader does | What one with a reader does |
            |---|---|---|
            \(readerless.map { "| \($0.number) | \($0.what) | \($0.reader ?? "") |" }.joined(separator: "\n"))

            """
    }

    private static func shownBy(_ row: Row) -> String {
        if let test = row.test { return "`\(test)`" }
        return row.hosts.sorted().map { "`\($0)`" }.joined(separator: ", ")
    }
}
