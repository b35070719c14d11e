/// For each step along a line the probability of each class that may be read, and of the blank.
struct Emissions {
    let steps: Int
    let classes: Int
    let blank: Int
    /// `steps * classes` probabilities; each step's sum is 1.
    let values: [Float]

    /// - Parameter readable: whether a class may be read; what the others hold goes to the blank.
    init(_ output: Activations, classes: Int, blank: Int, readable: [Bool]) {
        steps = output.width
        self.classes = classes
        self.blank = blank
        var values = [Float](repeating: 0, count: steps * classes)
        for step in 0..<steps {
            for i in 0..<classes {
                values[step * classes + (i == blank || readable[i] ? i : blank)] +=
                    output.values[step * output.depth + i]
            }
        }
        self.values = values
    }

    func probability(of label: Int, at step: Int) -> Float { values[step &* classes &+ label] }

    func likeliest(at step: Int) -> Int {
        var best = 0
        for i in 1..<classes where values[step &* classes &+ i] > values[step &* classes &+ best] { best = i }
        return best
    }
}
