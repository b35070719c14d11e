/// Forward and backward sums of connectionist temporal classification over one text.
///
/// State 2k is the blank before label k, state 2k + 1 is label k, and the last state is the blank behind the text. All
/// sums are divided, step by step, by the same factors, so that products of a forward and a backward sum of
/// neighbouring steps may be added up over steps.
package struct PathSums {
    private let labels: [Int]
    private let states: Int
    /// The class of each state.
    private let classes: [Int]
    /// 1 for each state that may follow the state before the last, or 0: a label may follow another one, without a
    /// blank between.
    private let follows: [Float]
    private let steps: Int
    /// The states that are summed at each step: those of the labels that may stand there, with the blanks around them.
    private let bands: [Range<Int>]
    /// The sum of all paths to be in a state at a step, the step's own probability included.
    private var forward: [Float]
    /// The sum of all paths from a state at a step to the end, the step's own probability included.
    private var backward: [Float]
    /// What the sums of each step were divided by.
    private var factors: [Float]

    /// - Parameters:
    ///   - labels: the text.
    ///   - reaches: for each label the steps at which it may stand. They begin and end in the order of the labels, and
    ///     each step lies in one at least.
    ///   - emissions: the probabilities of each step.
    package init(labels: [Int], reaches: [Range<Int>], in emissions: Emissions) {
        self.labels = labels
        states = 2 * labels.count + 1
        steps = emissions.steps
        var classes = [Int](repeating: emissions.blank, count: states)
        var follows = [Float](repeating: 0, count: states)
        for place in labels.indices {
            classes[2 * place + 1] = labels[place]
            if place > 0, labels[place] != labels[place - 1] { follows[2 * place + 1] = 1 }
        }
        self.classes = classes
        self.follows = follows
        bands = Self.bands(of: reaches, steps: emissions.steps)
        forward = [Float](repeating: 0, count: steps * states)
        backward = forward
        factors = [Float](repeating: 1, count: steps)
        for step in 0..<steps { advance(to: step, in: emissions) }
        for step in (0..<steps).reversed() { retreat(to: step, in: emissions) }
    }

    private static func bands(of reaches: [Range<Int>], steps: Int) -> [Range<Int>] {
        var first = 0
        var end = 0
        return (0..<steps).map { step in
            while first + 1 < reaches.count, reaches[first].upperBound <= step { first += 1 }
            while end < reaches.count, reaches[end].lowerBound <= step { end += 1 }
            return 2 * first..<max(2 * first, 2 * end) + 1
        }
    }

    private mutating func advance(to step: Int, in emissions: Emissions) {
        let row = step * states
        let band = bands[step]
        let sum = forward.withUnsafeMutableBufferPointer { forward in
            var sum: Float = 0
            let before = row - states
            for state in band {
                var paths: Float
                if step == 0 {
                    paths = state <= 1 ? 1 : 0
                } else {
                    paths = forward[before + state]
                    if state > 0 { paths += forward[before + state - 1] }
                    if state > 1 { paths += forward[before + state - 2] * follows[state] }
                }
                paths *= emissions.probability(of: classes[state], at: step)
                forward[row + state] = paths
                sum += paths
            }
            return sum
        }
        // A smaller sum has no reciprocal.
        guard sum >= .leastNormalMagnitude else { return }
        factors[step] = sum
        let share = 1 / sum
        for state in band { forward[row + state] *= share }
    }

    private mutating func retreat(to step: Int, in emissions: Emissions) {
        let row = step * states
        let share = 1 / factors[step]
        backward.withUnsafeMutableBufferPointer { backward in
            let behind = row + states
            for state in bands[step] {
                var paths: Float
                if step == steps - 1 {
                    paths = state >= states - 2 ? 1 : 0
                } else {
                    paths = backward[behind + state]
                    if state + 1 < states { paths += backward[behind + state + 1] }
                    if state + 2 < states { paths += backward[behind + state + 2] * follows[state + 2] }
                }
                backward[row + state] = paths * (emissions.probability(of: classes[state], at: step) * share)
            }
        }
    }

    /// The sum of all paths of the text for each class in `place`, laid into `range`; 0 for the blank, see
    /// `weightWithout`.
    package func weights(at place: Int, steps range: Range<Int>, in emissions: Emissions) -> [Float] {
        let count = emissions.classes
        var total = [Float](repeating: 0, count: count)
        withUnsafeTemporaryAllocation(of: Float.self, capacity: 3 * count) { scratch in
            scratch.initialize(repeating: 0)
            let here = scratch.extracting(0..<count)
            let paths = scratch.extracting(count..<2 * count)
            let exits = scratch.extracting(2 * count..<3 * count)
            for step in range {
                let (arriving, leaving) = (arriving(at: step, place), leaving(from: step, place))
                paths.update(repeating: arriving.fromBlank + arriving.fromLabel)
                exits.update(repeating: leaving.toBlank + leaving.toLabel)
                // The same label twice has a blank between.
                if place > 0 { paths[labels[place - 1]] = arriving.fromBlank }
                if place + 1 < labels.count { exits[labels[place + 1]] = leaving.toBlank }
                let share = 1 / factors[step]
                emissions.values.withUnsafeBufferPointer { values in
                    total.withUnsafeMutableBufferPointer { total in
                        let probabilities = values.extracting(step * count..<(step + 1) * count)
                        for label in 0..<count {
                            let path = (here[label] + paths[label]) * (probabilities[label] * share)
                            here[label] = path
                            total[label] += path * exits[label]
                        }
                    }
                }
            }
        }
        total[emissions.blank] = 0
        return total
    }

    /// Forward sums of what comes before `step` where `place` begins there.
    private func arriving(at step: Int, _ place: Int) -> (fromBlank: Float, fromLabel: Float) {
        guard step > 0 else { return (place == 0 ? 1 : 0, 0) }
        let row = (step - 1) * states
        return (forward[row + 2 * place], place > 0 ? forward[row + 2 * place - 1] : 0)
    }

    /// Backward sums of what comes after `step` where `place` ends there.
    private func leaving(from step: Int, _ place: Int) -> (toBlank: Float, toLabel: Float) {
        let isLast = place + 1 == labels.count
        guard step + 1 < steps else { return (isLast ? 1 : 0, 0) }
        let row = (step + 1) * states
        return (backward[row + 2 * place + 2], isLast ? 0 : backward[row + 2 * place + 3])
    }

    /// All paths of the text with nothing in `place`.
    package func weightWithout(_ place: Int) -> Float {
        let touching = place > 0 && place + 1 < labels.count && labels[place - 1] != labels[place + 1]
        guard place + 1 < labels.count else {
            let row = (steps - 1) * states
            return forward[row + 2 * place] + (place > 0 ? forward[row + 2 * place - 1] : 0)
        }
        var total = place == 0 ? backward[3] : 0
        for step in 0..<(steps - 1) {
            var paths = forward[step * states + 2 * place]
            if touching { paths += forward[step * states + 2 * place - 1] }
            total += paths * backward[(step + 1) * states + 2 * place + 3]
        }
        return total
    }
}
