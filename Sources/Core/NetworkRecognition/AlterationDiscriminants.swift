import Recognition

/// Tells a letter from another one of which a stroke was erased, or to which one was drawn: a C from an O without its right
/// side, an R from a P with a leg.
///
/// For each pair of letters there is one of Fisher's linear discriminants ("The use of multiple measurements in taxonomic
/// problems", 1936); `models/training/alterations.py` finds them.
struct AlterationDiscriminants {
    private let discriminants: [Discriminant]

    private struct Discriminant {
        /// The place of the letter that is seen, of `0`…`9`, `A`…`Z`, `<`.
        let letter: Int
        /// That of the letter that was altered into it.
        let other: Int
        /// Whether a stroke was drawn; otherwise one was erased.
        let isDrawn: Bool
        let offset: Float
        let weights: [Float]
    }

    private typealias Shape = CellNetwork.Shape
    /// Columns at either side of what is seen of a cell that do not count.
    private static let edge = 10
    /// Pixels a side that are taken together.
    private static let block = 2
    private static let rows = Shape.height / block
    private static let columns = (Shape.width - 2 * edge) / block
    /// Columns by which a cell may stand beside its place.
    private static let shifts = [-1.0, 0, 1]

    /// Takes `count` discriminants as `packed` in `alterations.py` lays them down.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when they are damaged or of another shape.
    init(_ cursor: inout ByteCursor, count: Int) throws(RecognitionError) {
        var discriminants: [Discriminant] = []
        for _ in 0..<count {
            let letter = Int(try cursor.integer(UInt32.self))
            let other = Int(try cursor.integer(UInt32.self))
            let isDrawn = try cursor.integer(UInt32.self) != 0
            let size = Int(try cursor.integer(UInt32.self))
            let known = 0..<(Shape.classes - 1)
            guard known.contains(letter), known.contains(other), size == Self.rows * Self.columns else {
                throw .damagedModel
            }
            let numbers = try cursor.floats(1 + size)
            guard numbers.allSatisfy(\.isFinite) else { throw .damagedModel }
            discriminants.append(
                Discriminant(
                    letter: letter, other: other, isDrawn: isDrawn, offset: numbers[0],
                    weights: Array(numbers.dropFirst())))
        }
        self.discriminants = discriminants
    }

    /// The scores of a cell; empty for characters that no other one is altered into.
    func scores(of cell: GlyphCell, as character: Int) -> [AlterationScore] {
        let asked = discriminants.filter { $0.letter == character }
        if asked.isEmpty { return [] }
        let places = Self.shifts.map { shift in
            Self.blocks(of: CellPixels(of: GlyphCell(line: cell.line, middle: cell.middle.rounded() + shift)))
        }
        return asked.map { discriminant in
            let sums = places.map { blocks in
                zip(blocks, discriminant.weights).reduce(discriminant.offset) { $0 + $1.0 * $1.1 }
            }
            return AlterationScore(
                other: discriminant.other, isDrawn: discriminant.isDrawn, score: sums.min() ?? 0)
        }
    }

    /// The mean ink of each block of the middle of a cell, row by row.
    private static func blocks(of pixels: CellPixels) -> [Float] {
        (0..<rows * columns).map { place in
            let first = place / columns * block * Shape.width + edge + place % columns * block
            var sum: Float = 0
            for row in 0..<block {
                for column in 0..<block { sum += pixels.values[first + row * Shape.width + column] }
            }
            return sum / Float(block * block)
        }
    }
}
