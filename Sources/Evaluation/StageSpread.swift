import Reporting

/// How long the stages of reading a page take, over all pages of a run.
struct StageSpread {
    let stages: [(name: String, percentiles: Percentiles)]

    /// - Parameter times: wall or processor time.
    init(of evaluation: Evaluation, _ times: KeyPath<PageReading, StageTiming?>) {
        let all = evaluation.verdicts.compactMap { $0.reading[keyPath: times] }
        let named: [(String, KeyPath<StageTiming, Duration>)] = [
            ("decode", \.decode), ("detect", \.detect), ("recognise", \.recognize), ("total", \.total),
        ]
        stages = named.compactMap { name, stage in
            Percentiles(all.map { $0[keyPath: stage] }).map { (name, $0) }
        }
    }
}
