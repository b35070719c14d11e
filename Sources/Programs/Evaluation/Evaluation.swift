/// A reader's results on labelled pages, and what they amount to.
public struct Evaluation: Sendable {
    /// The verdicts in the order of the labels.
    public let verdicts: [PageVerdict]
    public let total: Score
    public let breakdowns: [Breakdown]
    public let fields: [FieldScore]
    public let matrix: ConditionMatrix
    public let reliability: Reliability

    /// How often one field is right.
    public struct FieldScore: Sendable, Equatable {
        public let name: String
        public fileprivate(set) var documents = 0
        public fileprivate(set) var exact = 0

        public var rate: Double { Score.share(exact, of: documents) ?? 0 }
    }

    public init(_ verdicts: [PageVerdict]) {
        self.verdicts = verdicts
        total = Breakdown.total(of: verdicts)
        breakdowns = Breakdown.all(of: verdicts)
        fields = Self.fields(of: verdicts)
        matrix = ConditionMatrix(of: verdicts)
        reliability = Reliability(of: verdicts)
    }

    /// What is to be looked at.
    public var failures: [PageVerdict] {
        verdicts.filter { verdict in
            // What nobody can read is no failure, unless the reader says that it did.
            verdict.label.isReadable || verdict.label.isNegative ? !verdict.isRight : !verdict.falseVerified.isEmpty
        }
    }

    /// The fields in the order in which layouts have them.
    private static func fields(of verdicts: [PageVerdict]) -> [FieldScore] {
        var scores: [FieldScore] = []
        for verdict in verdicts where verdict.label.isReadable {
            for field in verdict.documents.flatMap(\.fields) {
                let index = scores.firstIndex { $0.name == field.name } ?? scores.count
                if index == scores.count { scores.append(FieldScore(name: field.name)) }
                scores[index].documents += 1
                scores[index].exact += field.isExact ? 1 : 0
            }
        }
        return scores
    }
}
