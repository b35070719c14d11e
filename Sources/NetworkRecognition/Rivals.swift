/// For each character of a line the probability of every character in its place, the rest of the line given.
///
/// The probability of a text is the sum over all ways to lay it along the steps; forward and backward sums over the text
/// (Graves and others 2006, §4.1) leave one place open, and each class is tried there.
struct Rivals {
    /// For each place the probability of each class; the blank's entry is that of nothing at all.
    let shares: [[Float]]

    init(of path: BestPath, in emissions: Emissions) {
        let labels = path.runs.map(\.label)
        let sums = PathSums(labels: labels, in: emissions)
        shares = labels.indices.map { place in
            // Far from its neighbours' runs a character can't stand.
            let first = place > 0 ? path.runs[place - 1].steps.lowerBound : 0
            let last = place + 1 < labels.count ? path.runs[place + 1].steps.upperBound : emissions.steps
            var weights = (0..<emissions.classes).map { label in
                label == emissions.blank
                    ? sums.weightWithout(place) : sums.weight(of: label, at: place, steps: first..<last, in: emissions)
            }
            let total = weights.reduce(0, +)
            if total > 0 { for i in weights.indices { weights[i] /= total } }
            return weights
        }
    }
}
