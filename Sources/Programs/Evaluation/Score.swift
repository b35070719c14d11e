/// Counts of verdicts; sums of them are sums of counts.
public struct Score: Sendable, Equatable {
    /// Documents that a person can read.
    public private(set) var documents = 0
    public private(set) var found = 0
    /// Every character right.
    public private(set) var exact = 0
    /// Exact, and the reader vouches for it.
    public private(set) var verified = 0
    public private(set) var edits = 0
    public private(set) var characters = 0
    public private(set) var fields = 0
    public private(set) var exactFields = 0
    public private(set) var pages = 0
    /// Pages with a zone that the reader vouches for and that stands nowhere on them.
    public private(set) var falseVerified = 0
    /// Pages without an MRZ.
    public private(set) var negatives = 0
    /// Pages without an MRZ on which one was reported.
    public private(set) var reportedNegatives = 0
    /// Pages that could not be read at all.
    public private(set) var failed = 0

    public init() {}

    /// Edits for each character on the documents; nothing read at all is 1.
    public var characterErrorRate: Double { characters == 0 ? 0 : Double(edits) / Double(characters) }

    public var exactRate: Double? { Self.share(exact, of: documents) }
    public var foundRate: Double? { Self.share(found, of: documents) }
    public var verifiedRate: Double? { Self.share(verified, of: documents) }
    public var fieldRate: Double? { Self.share(exactFields, of: fields) }

    static func share(_ part: Int, of whole: Int) -> Double? { whole == 0 ? nil : Double(part) / Double(whole) }

    mutating func count(_ document: DocumentVerdict) {
        documents += 1
        found += document.outcome.isFound ? 1 : 0
        exact += document.outcome.isExact ? 1 : 0
        verified += document.outcome == .verified ? 1 : 0
        edits += document.edits
        characters += document.characters
        fields += document.fields.count
        exactFields += document.fields.count(where: \.isExact)
    }

    /// What concerns the page and not its documents.
    mutating func count(_ page: PageVerdict) {
        pages += 1
        falseVerified += page.falseVerified.isEmpty ? 0 : 1
        negatives += page.label.isNegative ? 1 : 0
        reportedNegatives += page.isFalseReport ? 1 : 0
        failed += page.reading.failure == nil ? 0 : 1
    }
}
