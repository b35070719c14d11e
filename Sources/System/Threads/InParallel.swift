/// Makes the results of `0..<count` with that many threads and gives them one after another, in order.
///
/// - Parameter each: called on this thread with each number, as its result comes.
public func inParallel<Result: Sendable>(
    _ count: Int, jobs: Int, _ body: @escaping @Sendable (Int) -> Result, each: (Int, Result) -> Void
) {
    let state = Monitor((next: 0, results: [Int: Result]()))
    for _ in 0..<min(jobs, count) {
        let share = { @Sendable in
            while let number = state.update({ state -> Int? in
                defer { state.next += 1 }
                return state.next < count ? state.next : nil
            }) {
                let result = body(number)
                state.update { $0.results[number] = result }
            }
        }
        // Without a thread of its own its share is done here.
        if !startedThread(share) { share() }
    }
    for number in 0..<count {
        each(number, state.wait { $0.results.removeValue(forKey: number) })
    }
}
