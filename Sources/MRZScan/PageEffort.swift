import Reporting
import Scanning

/// What one page took, by stage.
struct PageEffort {
    var decode = Effort.zero
    var detect = Effort.zero
    var recognize = Effort.zero
    /// From the first byte to the verdict.
    var total = Effort.zero

    /// Wall time.
    var timing: StageTiming { times(\.wall) }
    /// Processor time of this thread.
    var cpu: StageTiming { times(\.cpu) }

    private func times(_ kind: KeyPath<Effort, Duration>) -> StageTiming {
        StageTiming(
            decode: decode[keyPath: kind], detect: detect[keyPath: kind], recognize: recognize[keyPath: kind],
            total: total[keyPath: kind])
    }
}
