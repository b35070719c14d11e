package import ImageDecoding
package import Recognition
package import Reporting
import Threads

/// Hands inputs to workers, page by page, and their reports out again in the order of the inputs.
package final class ScanQueue: Sendable {
    /// A piece of work, and where its reports belong.
    package enum Job: Sendable {
        case open(input: Int, InputWalk.Input)
        case page(input: Int, page: Int, source: String, image: EncodedImage)
    }

    private struct State {
        /// Inputs that nobody has taken yet; nil while somebody finds the next one, which may have to be waited for.
        var walk: InputWalk?
        /// Whether all have been taken.
        var isWalked = false
        /// How many have been taken.
        var taken = 0
        /// Pages of files that are open, the next one last.
        var pages: [Job] = []
        /// Workers that are opening a file, which may have more pages.
        var opening = 0
        /// Pages of an input, once it is open.
        var pageCounts: [Int: Int] = [:]
        var reports: [Place: [ScanReport]] = [:]
        /// The page whose reports come out next.
        var next = Place(input: 0, page: 0)
        var failure: RecognitionError?
    }

    private struct Place: Hashable {
        var input: Int
        var page: Int
    }

    private let state: Monitor<State>
    private let maxAhead: Int

    /// - Parameters:
    ///   - walk: what to read.
    ///   - maxAhead: inputs that may be taken before the reports of the first of them: what is read is held in memory.
    package init(_ walk: sending InputWalk, maxAhead: Int = 4096) {
        state = Monitor(State(walk: walk))
        self.maxAhead = maxAhead
    }

    /// What a worker does next.
    private enum Step: @unchecked Sendable {
        case work(Job)
        /// The next input is to be found. Who is given the walk is the only one who has it.
        case find(InputWalk)
        case stop
    }

    /// Work for a worker: first the pages of open files, so that few are held in memory. Nil when there is no more.
    package func job() -> Job? {
        while true {
            let step: Step = state.wait { state in
                if state.failure != nil { return .stop }
                if let page = state.pages.popLast() { return .work(page) }
                if !state.isWalked {
                    return state.taken - state.next.input < maxAhead ? state.walk.take().map(Step.find) : nil
                }
                return state.opening > 0 ? nil : .stop
            }
            switch step {
            case .work(let job): return job
            case .stop: return nil
            case .find(var walk):
                if let job = job(with: walk.next(), giveBack: walk) { return job }
            }
        }
    }

    /// Takes the input that was found, and the walk back for the next.
    private func job(with input: InputWalk.Input?, giveBack walk: InputWalk) -> Job? {
        let step = Step.find(walk)
        return state.update { state in
            if case .find(let walk) = step { state.walk = walk }
            guard let input else {
                state.isWalked = true
                return nil
            }
            defer { state.taken += 1 }
            state.opening += 1
            return .open(input: state.taken, input)
        }
    }

    /// An input was opened, or could not be, which counts as one page. Its first page stays with who opened it.
    package func opened(_ input: Int, source: String, image: EncodedImage?) {
        state.update { state in
            let count = image?.pageCount ?? 1
            state.pageCounts[input] = count
            state.opening -= 1
            guard let image, count > 1 else { return }
            for page in (1..<count).reversed() {
                state.pages.append(.page(input: input, page: page, source: source, image: image))
            }
        }
    }

    package func finished(input: Int, page: Int, _ reports: [ScanReport]) {
        state.update { $0.reports[Place(input: input, page: page)] = reports }
    }

    /// Nothing more can be read at all.
    package func failed(_ error: RecognitionError) {
        state.update { $0.failure = error }
    }

    /// Inputs of which all reports were taken.
    package var finishedInputs: Int { state.update { $0.next.input } }

    /// The reports of the next page, in the order of inputs and pages; nil after the last. Waits for them.
    package func reports() throws(RecognitionError) -> [ScanReport]? {
        let result: Result<[ScanReport]?, RecognitionError> = state.wait { state in
            if let reports = state.reports.removeValue(forKey: state.next) {
                state.next.page += 1
                if state.next.page == state.pageCounts[state.next.input] {
                    state.pageCounts[state.next.input] = nil
                    state.next = Place(input: state.next.input + 1, page: 0)
                }
                return .success(reports)
            }
            if let failure = state.failure { return .failure(failure) }
            return state.isWalked && state.next.input == state.taken ? .success(nil) : nil
        }
        return try result.get()
    }
}
