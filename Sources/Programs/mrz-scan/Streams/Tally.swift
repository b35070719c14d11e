import Reporting

/// What the results of a run amount to.
struct Tally {
    private(set) var status = ExitStatus.verified
    private(set) var isEmpty = true
    private var pages = 0
    private var pagesWithout = 0

    mutating func count(_ record: ResultRecord) {
        isEmpty = false
        status = status.combined(with: ExitStatus(record.status, errorCode: record.errorCode))
        if record.index == 0 { pages += 1 }
        if record.status == .notFound { pagesWithout += 1 }
    }

    /// Whether there is no MRZ in any of the inputs, and nothing failed.
    var hasNothingButAbsence: Bool { !isEmpty && pagesWithout == pages }

    /// A sentence for the person at the terminal when there is something to try.
    var hint: String? {
        guard pagesWithout > 0 else { return nil }
        return "No MRZ found in \(pagesWithout) of \(pages) image\(pages == 1 ? "" : "s")."
    }
}
