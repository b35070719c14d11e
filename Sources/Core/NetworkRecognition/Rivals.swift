/// The probability of every character in the place of each character of a line, the rest of the line given.
///
/// The probability of a text is the sum over all ways to lay it along the steps; forward and backward sums over the
/// text (Graves and others 2006, §4.1) leave one place open, and each class is tried there.
package struct Rivals {
    /// The probability of each class in each place; the blank's entry is that of nothing at all.
    package let shares: [[Float]]

    package init(of path: BestPath, in emissions: Emissions) {
        let labels = path.runs.map(\.label)
        /// The steps from the run `count` places before `place` to that as far behind it.
        func steps(around place: Int, within count: Int) -> Range<Int> {
            let first = place < count ? 0 : path.runs[place - count].steps.lowerBound
            return first..<(place + count < labels.count ? path.runs[place + count].steps.upperBound : emissions.steps)
        }
        // A run of fillers may slip by several characters: within nine the shares are those of all paths but for 1e-4.
        let sums = PathSums(
            labels: labels, reaches: labels.indices.map { steps(around: $0, within: 9) }, in: emissions)
        shares = labels.indices.map { place in
            // Far from its neighbours' runs a character can't stand.
            var weights = sums.weights(at: place, steps: steps(around: place, within: 1), in: emissions)
            weights[emissions.blank] = sums.weightWithout(place)
            let total = weights.reduce(0, +)
            if total > 0 { for i in weights.indices { weights[i] /= total } }
            return weights
        }
    }
}
