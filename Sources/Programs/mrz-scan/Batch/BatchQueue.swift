import Recognition
import ResultStore
import Threads

/// The queue between the thread that reads files ahead, the workers, and the thread that writes results.
final class BatchQueue: Sendable {
    private struct State {
        /// The jobs in the order of the inputs, the next one last.
        var jobs: [BatchJob] = []
        /// Bytes of the jobs.
        var bytes = 0
        /// Inputs that were put in and whose outcome was not taken.
        var open = 0
        /// Jobs that workers have.
        var running = 0
        /// Outcomes by position.
        var items: [Int: BatchItem] = [:]
        /// The position whose outcome comes next where the order matters.
        var next = 0
        /// Bytes that are being read or written, and inputs that wait for that because they have the same.
        var pending: [ImageHash: [BatchInput]] = [:]
        var isComplete = false
        var isStopped = false
        var failure: RecognitionError?
    }

    private let state = Monitor(State())
    /// Bytes of files that may be held ahead of the workers.
    private let budget: Int
    private let isOrdered: Bool

    /// Inputs that may be open: an outcome that is not due yet is held in memory.
    private static let maxOpen = 4096

    /// - Parameter ordered: whether outcomes are taken in the order of the inputs, or as they come.
    init(budget: Int, ordered: Bool) {
        self.budget = budget
        isOrdered = ordered
    }

    // MARK: The thread that reads ahead

    /// Waits until a file of `bytes` fits in; false when no more is wanted.
    func awaitRoom(_ bytes: Int) -> Bool {
        state.wait { state in
            if state.isStopped || state.failure != nil { return false }
            let fits = state.bytes == 0 || state.bytes + bytes <= budget
            return fits && state.open < Self.maxOpen ? true : nil
        }
    }

    /// Whether no more inputs are wanted.
    var isStopped: Bool { state.update { $0.isStopped || $0.failure != nil } }

    /// - Parameter sharing: whether inputs with the same bytes wait for the results of the first.
    func add(_ job: BatchJob, sharing: Bool) {
        state.update { state in
            state.open += 1
            if sharing {
                guard state.pending[job.hash] == nil else {
                    state.pending[job.hash]?.append(job.input)
                    return
                }
                state.pending[job.hash] = []
            }
            state.jobs.insert(job, at: 0)
            state.bytes += job.bytes.count
        }
    }

    /// The outcome of an input that needs no worker.
    func add(_ item: BatchItem) {
        state.update { state in
            state.open += 1
            state.items[item.input.position] = item
        }
    }

    /// No more inputs come.
    func complete() { state.update { $0.isComplete = true } }

    // MARK: Workers

    /// The next file; nil when there is no more to do.
    func job() -> BatchJob? {
        let job: BatchJob?? = state.wait { state in
            if state.isStopped || state.failure != nil { return .some(nil) }
            if let job = state.jobs.popLast() {
                state.bytes -= job.bytes.count
                state.running += 1
                return job
            }
            return state.isComplete ? .some(nil) : nil
        }
        return job ?? nil
    }

    func finished(_ item: BatchItem) {
        state.update { state in
            state.running -= 1
            state.items[item.input.position] = item
        }
    }

    /// Nothing more can be read at all.
    func failed(_ error: RecognitionError) { state.update { $0.failure = error } }

    /// Takes no more inputs; what workers have is finished.
    func stop() { state.update { $0.isStopped = true } }

    // MARK: The thread that writes

    /// Outcomes that nobody has taken yet; nil after the last. Waits for them.
    func items() throws(RecognitionError) -> [BatchItem]? {
        let result: Result<[BatchItem]?, RecognitionError> = state.wait { state in
            let items = isOrdered ? Self.itemsInOrder(&state) : Self.allItems(&state)
            if !items.isEmpty {
                state.open -= items.count
                return .success(items)
            }
            if let failure = state.failure { return .failure(failure) }
            let isDone = state.isStopped ? state.running == 0 : state.isComplete && state.open == 0
            return isDone ? .success(nil) : nil
        }
        return try result.get()
    }

    /// What was taken has been written: inputs with the same bytes need not be read.
    func written(_ items: [BatchItem]) {
        state.update { state in
            for case .read(let hash, _, _) in items.map(\.outcome) {
                for input in state.pending.removeValue(forKey: hash) ?? [] {
                    state.items[input.position] = BatchItem(input: input, outcome: .known(hash))
                }
            }
        }
    }

    private static func itemsInOrder(_ state: inout State) -> [BatchItem] {
        var items: [BatchItem] = []
        while let item = state.items.removeValue(forKey: state.next) {
            items.append(item)
            state.next += 1
        }
        return items
    }

    private static func allItems(_ state: inout State) -> [BatchItem] {
        defer { state.items = [:] }
        return state.items.values.sorted { $0.input.position < $1.input.position }
    }
}
