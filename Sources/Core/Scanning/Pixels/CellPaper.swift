import MRZDetection

#if canImport(Glibc)
    import Glibc
#endif

/// The paper of a cell: the logarithm of its light, how red it is, and how blue.
typealias Paper = SIMD3<Double>

extension [ColorSample] {
    /// Which samples of a cell are its paper, from those on that are most like ink.
    private static var paperRanks: Range<Double> { 0.6..<0.97 }

    /// The paper of each cell of a line, from the first one beyond its left end on.
    ///
    /// - Parameters:
    ///   - length: the characters of the line.
    ///   - isLight: whether the print is lighter than its paper.
    func papers(length: Int, isLight: Bool) -> [Paper] {
        let margin = ColorSample.margin
        var cells = [[ColorSample]](repeating: [], count: length + 2 * margin)
        for sample in self where !sample.isOuter { cells[sample.column + margin].append(sample) }
        return cells.map { cell in
            let count = Double(cell.count)
            let lights = cell.map { isLight ? -$0.light : $0.light }
            let paper = lights.indices.sorted { lights[$0] < lights[$1] }[
                Int(Self.paperRanks.lowerBound * count)..<Int(Self.paperRanks.upperBound * count)
            ].map { cell[$0] }
            return Paper(
                log(Swift.max(ColorSample.minLight, median(paper.map(\.light)))), median(paper.map(\.red)),
                median(paper.map(\.blue)))
        }
    }
}
