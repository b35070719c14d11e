import NetworkRecognition
import Testing

@Suite("Rivals of a character")
struct RivalsTests {
    /// Five steps over the blank (class 0) and three characters.
    private let steps: [[Float]] = [
        [0.2, 0.5, 0.2, 0.1], [0.5, 0.2, 0.2, 0.1], [0.1, 0.1, 0.6, 0.2], [0.6, 0.1, 0.2, 0.1], [0.1, 0.2, 0.1, 0.6],
    ]

    private func emissions(_ steps: [[Float]]) -> Emissions {
        let output = Activations(height: 1, width: steps.count, depth: steps[0].count) {
            _ = $0.update(fromContentsOf: steps.flatMap { $0 })
        }
        return Emissions(
            output, classes: steps[0].count, blank: 0, readable: Array(repeating: true, count: steps[0].count))
    }

    /// The probability of a text: all ways of a class a step, each added to the text that it spells.
    private func probabilities(_ steps: [[Float]]) -> [[Int]: Float] {
        var ways: [(path: [Int], probability: Float)] = [([], 1)]
        for step in steps {
            ways = ways.flatMap { way in step.indices.map { (way.path + [$0], way.probability * step[$0]) } }
        }
        var texts: [[Int]: Float] = [:]
        for way in ways {
            var text: [Int] = []
            for (i, label) in way.path.enumerated() where label != 0 && (i == 0 || way.path[i - 1] != label) {
                text.append(label)
            }
            texts[text, default: 0] += way.probability
        }
        return texts
    }

    @Test("The likeliest class at each step, repetitions and blanks taken out")
    func bestPath() {
        let path = BestPath(emissions(steps))
        #expect(path.runs.map(\.label) == [1, 2, 3])
        #expect(path.runs.map(\.steps) == [0..<1, 2..<3, 4..<5])
    }

    @Test("Sums over paths are those of counting all of them, for every place and class")
    func sums() {
        for labels in [[1, 2, 3], [2, 2], [1], [3, 1]] {
            let emissions = emissions(steps)
            let sums = PathSums(labels: labels, reaches: labels.map { _ in 0..<5 }, in: emissions)
            let texts = probabilities(steps)
            for place in labels.indices {
                var expected = (0..<4).map { label -> Float in
                    var text = labels
                    if label == 0 { text.remove(at: place) } else { text[place] = label }
                    return texts[text] ?? 0
                }
                var found = sums.weights(at: place, steps: 0..<5, in: emissions)
                #expect(found[0] == 0)
                found[0] = sums.weightWithout(place)
                // The sums are divided by a factor that all of them share.
                let (all, total) = (expected.reduce(0, +), found.reduce(0, +))
                expected = expected.map { $0 / all }
                found = found.map { $0 / total }
                for (a, b) in zip(expected, found) { #expect(abs(a - b) < 1e-5) }
            }
        }
    }

    @Test("What may not be read counts as nothing")
    func unreadable() {
        let output = Activations(height: 1, width: 1, depth: 4) { _ = $0.update(fromContentsOf: [0.1, 0.2, 0.3, 0.4]) }
        let emissions = Emissions(output, classes: 4, blank: 0, readable: [false, true, false, true])
        #expect(abs(emissions.probability(of: 0, at: 0) - 0.4) < 1e-6)
        #expect(emissions.probability(of: 2, at: 0) == 0)
        #expect(emissions.likeliest(at: 0) == 0 || emissions.likeliest(at: 0) == 3)
    }
}
