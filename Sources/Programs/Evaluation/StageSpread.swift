import Reporting

/// How long the stages of reading a page take, over all pages of a run.
struct StageSpread {
    let stages: [(name: String, percentiles: Percentiles)]

    /// The stages in their order, and all together.
    static var stages: [(name: String, time: KeyPath<StageTiming, Duration>)] {
        [("decode", \.decode), ("detect", \.detect), ("recognise", \.recognize), ("total", \.total)]
    }

    /// - Parameter times: wall or processor time.
    init(of evaluation: Evaluation, _ times: KeyPath<PageReading, StageTiming?>) {
        let all = evaluation.verdicts.compactMap { $0.reading[keyPath: times] }
        stages = Self.stages.compactMap { name, stage in
            Percentiles(all.map { $0[keyPath: stage] }).map { (name, $0) }
        }
    }
}
