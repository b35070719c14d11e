/// Scores of groups of verdicts, in the order in which they are shown.
public struct Breakdown: Sendable {
    public struct Group: Sendable, Equatable {
        public let name: String
        public let score: Score
    }

    public let title: String
    public let groups: [Group]

    /// - Parameters:
    ///   - keys: the groups that a page and one of its documents belong to; nil stands for the page as a whole.
    ///   - order: the names of groups that come first, in this order; the others follow by name.
    init(
        _ title: String, of verdicts: [PageVerdict], order: [String] = [],
        keys: (Label, Label.Document?) -> [String]
    ) {
        var scores: [String: Score] = [:]
        for verdict in verdicts {
            for key in keys(verdict.label, nil) { scores[key, default: Score()].count(verdict) }
            guard verdict.label.isReadable else { continue }
            for document in verdict.documents {
                for key in keys(verdict.label, document.document) { scores[key, default: Score()].count(document) }
            }
        }
        let rank = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        self.title = title
        groups = scores.map { Group(name: $0, score: $1) }.sorted { a, b in
            (rank[a.name] ?? order.count, a.name) < (rank[b.name] ?? order.count, b.name)
        }
    }

    /// Everything together.
    static func total(of verdicts: [PageVerdict]) -> Score {
        Breakdown("total", of: verdicts) { _, _ in [""] }.groups.first?.score ?? Score()
    }

    /// The breakdowns by format, difficulty, level and condition; what labels do not tell is left out.
    static func all(of verdicts: [PageVerdict]) -> [Breakdown] {
        [
            Breakdown("format", of: verdicts) { label, document in
                if let document { return [document.format] }
                return label.isNegative ? ["NONE"] : Array(Set(label.documents.map(\.format)))
            },
            Breakdown("difficulty", of: verdicts, order: ["easy", "medium", "hard"]) { label, _ in
                label.isNegative ? [] : label.difficulty.map { [$0] } ?? []
            },
            Breakdown("level", of: verdicts) { label, _ in
                label.isNegative ? [] : label.level.map { [String($0)] } ?? []
            },
            Breakdown("condition", of: verdicts) { label, _ in
                label.isNegative ? [] : label.conditions
            },
        ].filter { !$0.groups.isEmpty }
    }
}

/// Exactness by condition and level: one row a condition, one column a level.
public struct ConditionMatrix: Sendable {
    public let conditions: [String]
    public let levels: [Int]
    private let scores: [String: [Int: Score]]

    init(of verdicts: [PageVerdict]) {
        var scores: [String: [Int: Score]] = [:]
        for verdict in verdicts where verdict.label.isReadable {
            for (condition, level) in verdict.label.levels {
                for document in verdict.documents {
                    scores[condition, default: [:]][level, default: Score()].count(document)
                }
            }
        }
        self.scores = scores
        conditions = scores.keys.sorted()
        levels = Set(scores.values.flatMap(\.keys)).sorted()
    }

    /// Nil where no document has that condition at that level.
    public subscript(condition: String, level: Int) -> Score? { scores[condition]?[level] }
}
