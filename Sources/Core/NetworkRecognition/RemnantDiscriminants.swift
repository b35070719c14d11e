import Recognition

/// Tells a letter from the remnant of a larger one of which a stroke was erased: a C from an O without its right side, an L
/// from a U.
///
/// For each pair of letters there is one of Fisher's linear discriminants ("The use of multiple measurements in taxonomic
/// problems", 1936); `models/training/remnants.py` finds them.
struct RemnantDiscriminants {
    private let discriminants: [Discriminant]

    private struct Discriminant {
        /// The place of the letter that the remnant resembles, of `0`…`9`, `A`…`Z`, `<`.
        let letter: Int
        /// That of the letter of which it is left.
        let larger: Int
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

    /// Takes `count` discriminants as `packed` in `remnants.py` lays them down.
    ///
    /// - Throws: `RecognitionError` with `.modelRefused` when they are damaged or of another shape.
    init(_ cursor: inout ByteCursor, count: Int) throws(RecognitionError) {
        var discriminants: [Discriminant] = []
        for _ in 0..<count {
            let letter = Int(try cursor.integer(UInt32.self))
            let larger = Int(try cursor.integer(UInt32.self))
            let size = Int(try cursor.integer(UInt32.self))
            let known = 0..<(Shape.classes - 1)
            guard known.contains(letter), known.contains(larger), size == Self.rows * Self.columns else {
                throw .damagedModel
            }
            let numbers = try cursor.floats(1 + size)
            guard numbers.allSatisfy(\.isFinite) else { throw .damagedModel }
            discriminants.append(
                Discriminant(letter: letter, larger: larger, offset: numbers[0], weights: Array(numbers.dropFirst())))
        }
        self.discriminants = discriminants
    }

    /// The scores of a cell by the places of the larger letters; empty for characters that are no remnant of any.
    func scores(of cell: GlyphCell, as character: Int) -> [Int: Float] {
        let asked = discriminants.filter { $0.letter == character }
        if asked.isEmpty { return [:] }
        let places = Self.shifts.map { shift in
            Self.blocks(of: CellPixels(of: GlyphCell(line: cell.line, middle: cell.middle.rounded() + shift)))
        }
        let scores = asked.map { discriminant in
            let sums = places.map { blocks in
                zip(blocks, discriminant.weights).reduce(discriminant.offset) { $0 + $1.0 * $1.1 }
            }
            return (discriminant.larger, sums.min() ?? 0)
        }
        return Dictionary(scores) { max($0, $1) }
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
