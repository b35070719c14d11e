/// The classes that are likeliest at each step, repetitions and blanks taken out.
///
/// Graves and others, "Connectionist Temporal Classification", 2006, best path decoding.
package struct BestPath {
    /// One class and the steps at which it was the likeliest.
    package struct Run {
        package let label: Int
        package let steps: Range<Int>
    }

    package let runs: [Run]

    package init(_ emissions: Emissions) {
        var runs: [Run] = []
        var current = emissions.blank
        var start = 0
        for step in 0...emissions.steps {
            let label = step < emissions.steps ? emissions.likeliest(at: step) : emissions.blank
            if label == current { continue }
            if current != emissions.blank { runs.append(Run(label: current, steps: start..<step)) }
            current = label
            start = step
        }
        self.runs = runs
    }
}
