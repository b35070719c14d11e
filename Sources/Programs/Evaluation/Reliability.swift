/// Whether a reader's belief in its readings is worth what it says: stated confidence against observed exactness.
public struct Reliability: Sendable, Equatable {
    /// Readings of about the same confidence.
    public struct Bin: Sendable, Equatable {
        /// The confidences in it; the last bin holds 1 too.
        public let range: Range<Double>
        public private(set) var count = 0
        public private(set) var exact = 0
        private var sum = 0.0

        init(_ range: Range<Double>) { self.range = range }

        /// The mean of what the reader stated.
        public var stated: Double { count == 0 ? 0 : sum / Double(count) }
        /// How often it was right.
        public var observed: Double { count == 0 ? 0 : Double(exact) / Double(count) }

        mutating func count(_ confidence: Double, isExact: Bool) {
            count += 1
            exact += isExact ? 1 : 0
            sum += confidence
        }
    }

    /// The bins that hold readings, from low to high.
    public let bins: [Bin]

    /// Narrower where most readings are.
    private static let edges = [0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.94, 0.96, 0.97, 0.98, 0.99, 1]

    init(of verdicts: [PageVerdict]) {
        var bins = zip(Self.edges, Self.edges.dropFirst()).map { Bin($0..<$1) }
        for verdict in verdicts where verdict.label.isReadable || verdict.label.isNegative {
            for zone in verdict.reading.zones {
                guard let confidence = zone.confidence else { continue }
                let index = bins.firstIndex { confidence < $0.range.upperBound } ?? bins.count - 1
                bins[index].count(
                    confidence, isExact: verdict.label.documents.contains { $0.lines == zone.lines })
            }
        }
        self.bins = bins.filter { $0.count > 0 }
    }
}
