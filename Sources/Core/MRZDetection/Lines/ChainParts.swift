import Imaging

/// Chains that run on over a gap into other print, such as the zone of a card right beside, or a label before the line.
///
/// No cell of an MRZ is blank, but glare may hide a few: the parts are tried beside the whole chain, not in its place.
package struct ChainParts {
    let blobs: [Blob]

    private enum Limits {
        /// The distance from one member to the next across a blank cell, in median steps.
        static let gap = 1.7
        /// Members of a part that is tried: of the shortest line of an MRZ, a few may be lost.
        static let minMembers = 22
        /// What is left out beside it has so many members at least: fewer are told from the line's own by their place.
        static let minBeside = 5
    }

    package init(blobs: [Blob]) {
        self.blobs = blobs
    }

    /// The parts of `chain` between its gaps, long ones; none where there is next to nothing beside the longest.
    package func parts(of chain: [Int]) -> [[Int]] {
        guard chain.count >= Limits.minMembers + Limits.minBeside else { return [] }
        let steps = zip(chain, chain.dropFirst()).map { (blobs[$1].center - blobs[$0].center).length }
        let minGap = Limits.gap * median(steps)
        let ends = steps.indices.filter { steps[$0] >= minGap }.map { $0 + 1 } + [chain.count]
        return zip([0] + ends, ends).map { $0..<$1 }
            .filter { $0.count >= Limits.minMembers && chain.count - $0.count >= Limits.minBeside }
            .map { Array(chain[$0]) }
    }
}
