/// The probability of each class that may be read, and of the blank, at each step along a line.
package struct Emissions {
    package let steps: Int
    package let classes: Int
    package let blank: Int
    /// `steps * classes` probabilities; each step's sum is 1.
    package let values: [Float]

    /// - Parameters:
    ///   - output: what the network gives, a row for each picture.
    ///   - picture: which of them.
    ///   - readable: whether a class may be read; what the others hold goes to the blank.
    package init(_ output: Activations, picture: Int = 0, classes: Int, blank: Int, readable: [Bool]) {
        steps = output.width
        self.classes = classes
        self.blank = blank
        let first = picture * output.width
        var values = [Float](repeating: 0, count: steps * classes)
        for step in 0..<steps {
            for i in 0..<classes {
                values[step * classes + (i == blank || readable[i] ? i : blank)] +=
                    output.values[(first + step) * output.depth + i]
            }
        }
        self.values = values
    }

    package func probability(of label: Int, at step: Int) -> Float { values[step &* classes &+ label] }

    package func likeliest(at step: Int) -> Int {
        var best = 0
        for i in 1..<classes where values[step &* classes &+ i] > values[step &* classes &+ best] { best = i }
        // A network whose sums have overflowed has no likeliest.
        return values[step &* classes &+ best].isNaN ? blank : best
    }
}
