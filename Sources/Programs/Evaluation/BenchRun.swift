import JSON
import Reporting

/// One run of the benchmark: the results, and what they cost.
public struct BenchRun: Sendable {
    /// The set as it was named.
    public let dataset: String
    public let evaluation: Evaluation
    /// Pages read at the same time.
    public let workers: Int
    /// The time from the first page to the last.
    public let wall: Duration
    /// The most memory that the process has held, in bytes.
    public let peakMemory: Int
    /// Other readers on the same pictures.
    public let peers: [PeerRun]
    /// Nil without an earlier run.
    public let comparison: BaselineComparison?

    public init(
        dataset: String, evaluation: Evaluation, workers: Int, wall: Duration, peakMemory: Int, peers: [PeerRun] = [],
        comparison: BaselineComparison? = nil
    ) {
        self.dataset = dataset
        self.evaluation = evaluation
        self.workers = workers
        self.wall = wall
        self.peakMemory = peakMemory
        self.peers = peers
        self.comparison = comparison
    }

    /// Whether the run may pass: nothing falsely verified, nothing worse than in the earlier run.
    public var isPassing: Bool { evaluation.total.falseVerified == 0 && comparison?.isWorse != true }

    /// Pages a second.
    public var throughput: Double {
        let seconds = wall / .seconds(1)
        return seconds > 0 ? Double(evaluation.verdicts.count) / seconds : 0
    }
}

extension BenchRun {
    /// Us and then the others, on the pictures that all of them were given.
    var readers: [(name: String, evaluation: Evaluation, claims: Bool, cpuRatio: Double?)] {
        guard let ours = peers.first?.ours else { return [] }
        return [("mrz-scan", ours, true, nil)] + peers.map { ($0.name, $0.evaluation, $0.claims, $0.cpuRatio) }
    }
}

/// What another reader made of the pictures that it can be given: those of one page.
public struct PeerRun: Sendable {
    public let name: String
    public let evaluation: Evaluation
    /// The results of `mrz-scan` on the same pictures.
    public let ours: Evaluation

    public init(name: String, evaluation: Evaluation, ours: Evaluation) {
        self.name = name
        self.evaluation = evaluation
        self.ours = ours
    }

    /// Whether the reader ever says if it vouches for a reading.
    public var claims: Bool {
        evaluation.verdicts.contains { $0.reading.zones.contains { $0.isVerified != nil } }
    }

    /// Our processor time for one unit of theirs; nil when either is unknown.
    public var cpuRatio: Double? {
        let (own, other) = (Self.cpu(of: ours), Self.cpu(of: evaluation))
        return own > .zero && other > .zero ? own / other : nil
    }

    private static func cpu(of evaluation: Evaluation) -> Duration {
        evaluation.verdicts.reduce(.zero) { $0 + ($1.reading.cpu?.total ?? .zero) }
    }
}
