/// Forward and backward sums of connectionist temporal classification over one text.
///
/// State 2k is the blank before label k, state 2k + 1 is label k, and the last state is the blank behind the text. All
/// sums are divided, step by step, by the same factors, so that products of a forward and a backward sum of
/// neighbouring steps may be added up over steps.
struct PathSums {
    private let labels: [Int]
    private let states: Int
    private let steps: Int
    /// By step and state: all ways to be there, the step's own probability included.
    private var forward: [Float]
    /// By step and state: all ways from there to the end, the step's own probability included.
    private var backward: [Float]
    /// What the sums of each step were divided by.
    private var factors: [Float]

    init(labels: [Int], in emissions: Emissions) {
        self.labels = labels
        states = 2 * labels.count + 1
        steps = emissions.steps
        forward = [Float](repeating: 0, count: steps * states)
        backward = forward
        factors = [Float](repeating: 1, count: steps)
        for step in 0..<steps { advance(to: step, in: emissions) }
        for step in (0..<steps).reversed() { retreat(to: step, in: emissions) }
    }

    private func label(of state: Int, blank: Int) -> Int { state & 1 == 0 ? blank : labels[state >> 1] }

    /// Whether a label may follow the one before it without a blank between.
    private func mayFollow(_ state: Int) -> Bool {
        state & 1 == 1 && state >= 3 && labels[state >> 1] != labels[(state >> 1) - 1]
    }

    private mutating func advance(to step: Int, in emissions: Emissions) {
        let row = step * states
        var sum: Float = 0
        for state in 0..<states {
            var ways: Float
            if step == 0 {
                ways = state <= 1 ? 1 : 0
            } else {
                ways = forward[row - states + state]
                if state > 0 { ways += forward[row - states + state - 1] }
                if mayFollow(state) { ways += forward[row - states + state - 2] }
            }
            ways *= emissions.probability(of: label(of: state, blank: emissions.blank), at: step)
            forward[row + state] = ways
            sum += ways
        }
        guard sum > 0 else { return }
        factors[step] = sum
        for state in 0..<states { forward[row + state] /= sum }
    }

    private mutating func retreat(to step: Int, in emissions: Emissions) {
        let row = step * states
        for state in 0..<states {
            var ways: Float
            if step == steps - 1 {
                ways = state >= states - 2 ? 1 : 0
            } else {
                ways = backward[row + states + state]
                if state + 1 < states { ways += backward[row + states + state + 1] }
                if state + 2 < states, mayFollow(state + 2) { ways += backward[row + states + state + 2] }
            }
            backward[row + state] =
                ways * emissions.probability(of: label(of: state, blank: emissions.blank), at: step) / factors[step]
        }
    }

    /// All ways of the text with `label` in `place`, laid into `range`.
    func weight(of label: Int, at place: Int, steps range: Range<Int>, in emissions: Emissions) -> Float {
        let afterOther = place > 0 && labels[place - 1] != label
        let beforeOther = place + 1 < labels.count && labels[place + 1] != label
        var here: Float = 0
        var total: Float = 0
        for step in range {
            // Arriving at this step from the blank before the place, or straight from the label before it.
            var arriving: Float = step == 0 && place == 0 ? 1 : 0
            if step > 0 {
                let row = (step - 1) * states
                arriving += forward[row + 2 * place]
                if afterOther { arriving += forward[row + 2 * place - 1] }
            }
            here = (here + arriving) * emissions.probability(of: label, at: step) / factors[step]
            // Leaving into the blank behind the place, or straight into the next label.
            var leaving: Float = step == steps - 1 && place == labels.count - 1 ? 1 : 0
            if step + 1 < steps {
                let row = (step + 1) * states
                leaving += backward[row + 2 * place + 2]
                if beforeOther { leaving += backward[row + 2 * place + 3] }
            }
            total += here * leaving
        }
        return total
    }

    /// All ways of the text with nothing in `place`.
    func weightWithout(_ place: Int) -> Float {
        let touching = place > 0 && place + 1 < labels.count && labels[place - 1] != labels[place + 1]
        guard place + 1 < labels.count else {
            let row = (steps - 1) * states
            return forward[row + 2 * place] + (place > 0 ? forward[row + 2 * place - 1] : 0)
        }
        var total = place == 0 ? backward[3] : 0
        for step in 0..<(steps - 1) {
            var ways = forward[step * states + 2 * place]
            if touching { ways += forward[step * states + 2 * place - 1] }
            total += ways * backward[(step + 1) * states + 2 * place + 3]
        }
        return total
    }
}
