import Imaging

/// One page judged: what was read against what stands there.
public struct PageVerdict: Sendable {
    public let label: Label
    public let reading: PageReading
    /// One for each labelled document, in the order of the label.
    public let documents: [DocumentVerdict]
    /// Zones that the reader vouches for and that stand nowhere on the page. There must never be one.
    public let falseVerified: [PageReading.Zone]

    public init(_ reading: PageReading, of label: Label) {
        self.label = label
        self.reading = reading
        let exact = Set(label.documents.map(\.lines))
        falseVerified = reading.zones.filter { $0.isVerified == true && !exact.contains($0.lines) }
        documents = label.documents.map { document in
            // What is the other document's, to the letter, is no bad reading of this one.
            let zones = reading.zones.filter { $0.lines == document.lines || !exact.contains($0.lines) }
            return DocumentVerdict(zones, of: document, hasFailed: reading.failure != nil)
        }
    }

    /// An MRZ was reported where there is none.
    public var isFalseReport: Bool { label.isNegative && !reading.zones.isEmpty }

    /// Whether nothing is wrong: every document exact, nothing reported on a negative, nothing falsely vouched for.
    public var isRight: Bool {
        falseVerified.isEmpty && !isFalseReport && (!label.isNegative || reading.failure == nil)
            && documents.allSatisfy(\.outcome.isExact)
    }
}

/// One labelled document judged.
public struct DocumentVerdict: Sendable {
    public let document: Label.Document
    public let outcome: Outcome
    /// The zone that comes nearest; nil when there is none.
    public let zone: PageReading.Zone?
    /// Characters that differ, at most `characters`.
    public let edits: Int
    /// Characters on the document.
    public let characters: Int
    public let fields: [FieldVerdict]

    /// What became of it, the best first.
    public enum Outcome: String, Sendable, CaseIterable {
        /// Every character is right and the reader vouches for it.
        case verified
        /// Every character is right.
        case exact
        /// It was found, but some character is wrong.
        case misread
        /// Nothing was read where it stands.
        case missed
        /// The page could not be read.
        case failed

        public var isExact: Bool { self == .verified || self == .exact }
        public var isFound: Bool { isExact || self == .misread }
    }

    /// A reading with fewer edits per character than this was found at a document without corners.
    static let likeness = 0.3

    init(_ zones: [PageReading.Zone], of document: Label.Document, hasFailed: Bool) {
        self.document = document
        let expected = document.lines.joined()
        let measured = zones.map { zone in
            (zone: zone, edits: Alignment(expected: expected, read: zone.lines.joined()).edits)
        }
        // Lines may differ only in where they end; then no character does, and yet it is not exact.
        func isExact(_ zone: PageReading.Zone) -> Bool { zone.lines == document.lines }
        let nearest = measured.min { a, b in
            if isExact(a.zone) != isExact(b.zone) { return isExact(a.zone) }
            if a.edits != b.edits { return a.edits < b.edits }
            return a.zone.isVerified == true && b.zone.isVerified != true
        }
        characters = expected.count
        edits = min(nearest?.edits ?? characters, characters)
        zone = nearest?.zone
        fields = FieldVerdict.list(of: document, read: nearest?.zone)
        let isFound = measured.contains { zone, edits in
            if let corners = document.quad, let quad = zone.quad { return corners.contains(quad.center) }
            return Double(edits) < Self.likeness * Double(expected.count)
        }
        outcome =
            if let zone = nearest?.zone, isExact(zone) {
                zone.isVerified == true ? .verified : .exact
            } else if hasFailed {
                .failed
            } else {
                isFound ? .misread : .missed
            }
    }
}
