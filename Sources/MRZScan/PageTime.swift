import Reporting
import Scanning

/// What one page took, by stage.
struct PageTime {
    var decode = ProcessingTime.zero
    var detect = ProcessingTime.zero
    var recognize = ProcessingTime.zero
    /// The time from the first byte to the verdict.
    var total = ProcessingTime.zero

    /// Wall time.
    var timing: StageTiming { times(\.wall) }
    /// Processor time of this thread.
    var cpu: StageTiming { times(\.cpu) }

    private func times(_ kind: KeyPath<ProcessingTime, Duration>) -> StageTiming {
        StageTiming(
            decode: decode[keyPath: kind], detect: detect[keyPath: kind], recognize: recognize[keyPath: kind],
            total: total[keyPath: kind])
    }
}
