import Reporting

/// What the results of a run amount to.
struct Tally {
    private(set) var status = ExitStatus.verified
    private var pages = 0
    private var pagesWithout = 0

    mutating func count(_ report: ScanReport) {
        status = status.combined(with: ExitStatus(report))
        if report.index == 0 { pages += 1 }
        if report.status == .notFound { pagesWithout += 1 }
    }

    /// A sentence for the person at the terminal when there is something to try.
    var hint: String? {
        guard pagesWithout > 0 else { return nil }
        return "No MRZ found in \(pagesWithout) of \(pages) image\(pages == 1 ? "" : "s")."
    }
}
