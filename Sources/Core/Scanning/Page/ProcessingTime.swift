#if canImport(Glibc)
    import Glibc
#endif

/// Time that a piece of work took: by the clock on the wall, and of the processor for this thread alone.
///
/// Where other programs share the cores the first grows and the second hardly does.
public struct ProcessingTime: Sendable, Equatable {
    public var wall: Duration
    public var cpu: Duration

    public static let zero = ProcessingTime(wall: .zero, cpu: .zero)

    public init(wall: Duration, cpu: Duration) {
        self.wall = wall
        self.cpu = cpu
    }

    public static func += (sum: inout ProcessingTime, more: ProcessingTime) {
        sum.wall += more.wall
        sum.cpu += more.cpu
    }

    /// When a piece of work began.
    public struct Start: Sendable {
        private let instant: ContinuousClock.Instant
        private let cpu: Duration

        private init(instant: ContinuousClock.Instant, cpu: Duration) {
            self.instant = instant
            self.cpu = cpu
        }

        /// Now, on this thread.
        public static var now: Start { Start(instant: .now, cpu: threadTime()) }

        /// What the work took until now. To be asked on the thread that began it.
        public var elapsed: ProcessingTime {
            ProcessingTime(wall: ContinuousClock.now - instant, cpu: Self.threadTime() - cpu)
        }

        private static func threadTime() -> Duration {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
    }
}
