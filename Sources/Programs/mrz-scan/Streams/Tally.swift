import Commands
import Reporting

/// What the results of a run amount to.
struct Tally {
    private(set) var status = ExitStatus.verified
    private(set) var isEmpty = true
    /// Pages that were read.
    private var pages = 0
    private var pagesWithout = 0
    private var failures = 0
    /// The first of them, each with a sentence.
    private var named: [String] = []

    /// The most failures that are named.
    private static let maxNamed = 5

    mutating func count(_ record: ResultRecord) {
        isEmpty = false
        status = status.combined(with: ExitStatus(record.status, errorCode: record.errorCode))
        if record.status == .error {
            failures += 1
            if named.count < Self.maxNamed { named.append(record.failureSentence) }
            return
        }
        if record.index == 0 { pages += 1 }
        if record.status == .notFound { pagesWithout += 1 }
    }

    /// Whether there is no MRZ in any of the inputs, and nothing failed.
    var hasNothingButAbsence: Bool { !isEmpty && failures == 0 && pagesWithout == pages }

    /// Sentences for the person at the terminal: what could not be read, and where there is no MRZ.
    ///
    /// - Parameter areSeen: whether that person sees the results, where each failure has its sentence.
    func notes(areFailuresSeen areSeen: Bool) -> [String] {
        failureNotes(areSeen: areSeen) + (absence.map { [$0] } ?? [])
    }

    /// What could not be read: the first few by name, the others by number.
    func failureNotes(areSeen: Bool = false) -> [String] {
        guard failures > 0 else { return [] }
        if areSeen { return ["\(failures) input\(failures == 1 ? "" : "s or pages") could not be read."] }
        let rest = failures - named.count
        return named + (rest > 0 ? ["\(rest) more could not be read; the results have all of them."] : [])
    }

    private var absence: String? {
        guard pagesWithout > 0 else { return nil }
        return "No MRZ found in \(pagesWithout) of \(pages) image\(pages == 1 ? "" : "s")."
    }
}

extension ResultRecord {
    /// Which input could not be read, and why. A name may have anything in it, also what a terminal takes for a
    /// command.
    fileprivate var failureSentence: String {
        let place = page.map { $0 > 1 ? ", page \($0)" : "" } ?? ""
        return "\(source.printable())\(place): \((errorMessage ?? "It could not be read.").printable())"
    }
}
