/// One character taken for another.
public struct Substitution: Sendable, Hashable {
    public let position: MRZPosition
    /// What the MRZ holds.
    public let used: MRZCharacter
    /// What may be printed instead.
    public let twin: MRZCharacter

    public init(at position: MRZPosition, of used: MRZCharacter, by twin: MRZCharacter) {
        self.position = position
        self.used = used
        self.twin = twin
    }
}

extension Substitution: CustomStringConvertible, CustomReflectable {
    /// Where, but not which characters: those of an MRZ are personal data.
    public var description: String { "Substitution at \(position)" }
    public var customMirror: Mirror { Mirror(self, children: ["position": position]) }
}

extension MRZ {
    /// The sets of `candidates`, of `maxSize` members at most, after which every check digit that holds would hold as
    /// well: what each member changes cancels under every digit that covers it.
    ///
    /// `JLI326OO2` and `JLI326002` have one check digit: the two O stand at the weights 7 and 3, each changes the sum
    /// by 4 times that, and 4 · 7 + 4 · 3 is a multiple of ten. Candidates that no digit covers are in no set: nothing
    /// protects them. Of a set that holds a smaller one only the smaller one is given.
    ///
    /// - Parameters:
    ///   - candidates: in any order; of those at one place a set holds one at most.
    ///   - maxSize: 1 to 3.
    public func blindSets(among candidates: [Substitution], maxSize: Int = 3) -> [[Substitution]] {
        let held = validChecks
        let covered = candidates.compactMap { candidate in
            change(of: candidate, in: held).map { (substitution: candidate, change: $0) }
        }
        var sets = covered.filter { $0.change.allSatisfy { $0 == 0 } }.map { [$0.substitution] }
        guard maxSize > 1 else { return sets }
        let open = covered.filter { !$0.change.allSatisfy { $0 == 0 } }
        let withChange = Dictionary(grouping: open.indices) { open[$0].change }
        func differ(_ i: Int, _ j: Int) -> Bool { open[i].substitution.position != open[j].substitution.position }
        /// The candidates that cancel what `members` change together, in ascending order.
        func cancelling(_ members: Int...) -> [Int] {
            let missing = held.indices.map { check in
                (members.count * 10 - members.reduce(0) { $0 + open[$1].change[check] }) % 10
            }
            return withChange[missing] ?? []
        }
        var partners = [Set<Int>](repeating: [], count: open.count)
        for i in open.indices {
            for j in cancelling(i) where j > i && differ(i, j) {
                partners[i].insert(j)
                sets.append([open[i].substitution, open[j].substitution])
            }
        }
        guard maxSize > 2 else { return sets }
        for i in open.indices {
            for j in open.indices where j > i && differ(i, j) && !partners[i].contains(j) {
                for k in cancelling(i, j) where k > j && differ(i, k) && differ(j, k) {
                    guard !partners[i].contains(k), !partners[j].contains(k) else { continue }
                    sets.append([open[i], open[j], open[k]].map(\.substitution))
                }
            }
        }
        return sets
    }

    /// How a substitution changes the difference between each of `checks` and what is computed for it, modulo 10; nil
    /// where none of them covers the place.
    private func change(of substitution: Substitution, in checks: [MRZCheck]) -> [Int]? {
        let difference = substitution.twin.value - substitution.used.value
        var isCovered = false
        let changes = checks.map { check in
            var change = check.digit == substitution.position ? -difference : 0
            if let offset = check.covered.firstIndex(of: substitution.position) {
                change += CheckDigit.weight(at: offset) * difference
            } else if check.digit != substitution.position {
                return 0
            }
            isCovered = true
            return (change % 10 + 10) % 10
        }
        return isCovered ? changes : nil
    }

    /// The pairs of look-alikes that every check digit of this document would admit as well, if both stood there
    /// instead. Fillers are left alone. Single ones are `blindSpots(of:)`.
    public var blindPairs: [[Substitution]] {
        let places = lines.indices.flatMap { line in
            lines[line].characters.indices.map { MRZPosition(line: line, column: $0) }
        }
        let candidates = places.flatMap { place -> [Substitution] in
            let used = character(at: place)
            let alphabet = format.alphabet(line: place.line, column: place.column).subtracting(.filler)
            return used.isFiller
                ? [] : LookAlikes.of(used).intersection(alphabet).map { Substitution(at: place, of: used, by: $0) }
        }
        return blindSets(among: candidates, maxSize: 2).filter { $0.count == 2 }
    }
}
