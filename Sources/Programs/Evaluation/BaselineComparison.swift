/// What got better and what got worse since an earlier run. All lists hold names of pages, sorted.
public struct BaselineComparison: Sendable, Equatable {
    /// A document of theirs was exact and is not any more.
    public private(set) var lost: [String] = []
    /// A document of theirs was not exact and is now.
    public private(set) var gained: [String] = []
    /// Documents that are as exact as before, but no longer verified.
    public private(set) var unverified: [String] = []
    /// Verified now, and exact before already.
    public private(set) var verified: [String] = []
    /// Vouched for although it does not stand there, now or before: nothing excuses that.
    public private(set) var falseVerified: [String] = []
    /// Negatives on which something is reported now and was not before.
    public private(set) var newReports: [String] = []
    /// Negatives on which nothing is reported any more.
    public private(set) var silenced: [String] = []
    /// Pages that could be read before, or were known not to hold an MRZ, and fail now.
    public private(set) var failing: [String] = []
    /// Pages of the earlier run that this one did not have.
    public private(set) var missing: [String] = []
    /// Pages that the earlier run did not have.
    public private(set) var added: [String] = []

    /// - Parameter isWhole: whether the run was of the whole set, so that nothing may be missing.
    public init(of now: Baseline, with earlier: Baseline, isWhole: Bool) {
        for (name, words) in now.outcomes.sorted(by: { $0.key < $1.key }) {
            let before = earlier.outcomes[name]
            if before == nil { added.append(name) }
            compare(name, words, before ?? [])
        }
        if isWhole { missing = earlier.outcomes.keys.filter { now.outcomes[$0] == nil }.sorted() }
    }

    private mutating func compare(_ name: String, _ words: [String], _ before: [String]) {
        let pairs = zip(words, before)
        func isExact(_ word: String) -> Bool { DocumentVerdict.Outcome(rawValue: word)?.isExact ?? false }
        func isFailed(_ word: String) -> Bool { word == DocumentVerdict.Outcome.failed.rawValue }
        let verifiedWord = DocumentVerdict.Outcome.verified.rawValue
        // A label that has lost a document has lost what was read of it.
        if pairs.contains(where: { isExact($1) && !isExact($0) })
            || before.dropFirst(words.count).contains(where: isExact)
        {
            lost.append(name)
        }
        if pairs.contains(where: { isExact($0) && !isExact($1) }) { gained.append(name) }
        if pairs.contains(where: { $1 == verifiedWord && isExact($0) && $0 != verifiedWord }) {
            unverified.append(name)
        }
        if pairs.contains(where: { $0 == verifiedWord && isExact($1) && $1 != verifiedWord }) { verified.append(name) }
        if words.contains(Baseline.falseVerified) { falseVerified.append(name) }
        if words.contains(Baseline.reported), !before.contains(Baseline.reported) { newReports.append(name) }
        if words.contains(Baseline.silent), before.contains(Baseline.reported) { silenced.append(name) }
        if words.contains(where: isFailed), !before.contains(where: isFailed) { failing.append(name) }
    }

    /// Whether the run must not pass.
    public var isWorse: Bool {
        ![lost, falseVerified, newReports, failing, missing].allSatisfy(\.isEmpty)
    }

    /// Lists with their headings, the grave ones first; empty ones are left out.
    public var sections: [(title: String, names: [String])] {
        [
            ("Falsely verified", falseVerified), ("Lost: was exact, is not", lost),
            ("New reports where there is no MRZ", newReports), ("Cannot be read any more", failing),
            ("In the baseline, not in this run", missing), ("No longer verified", unverified),
            ("Gained: was not exact, is", gained), ("Now verified", verified),
            ("No longer reported where there is no MRZ", silenced), ("Not in the baseline", added),
        ].filter { !$0.names.isEmpty }
    }
}
