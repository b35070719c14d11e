import Imaging

/// How the characters of parallel lines lean: which column of one line stands below which of another on a slanted page.
///
/// The ink of the characters tells to about a tenth of a column; that both lines stand in one grid tells the rest.
package struct ColumnLean {
    private let reference: PrintLine
    /// Pixels along the line for each pixel down, at either end of the reference line.
    private let leans: (Double, Double)
    private let ends: (Double, Double)

    package init(of lines: [PrintLine], along reference: PrintLine, blobs: Blobs) {
        self.reference = reference
        ends = (reference.places.first ?? 0, reference.places.last ?? 0)
        let middle = (ends.0 + ends.1) / 2
        var halves: ([Double], [Double]) = ([], [])
        for line in lines {
            for (member, point) in zip(line.members, line.points) {
                guard let slant = blobs.slant(of: member, along: reference.direction) else { continue }
                if (point - reference.mean).dot(reference.direction) < middle {
                    halves.0.append(slant)
                } else {
                    halves.1.append(slant)
                }
            }
        }
        let whole = median(halves.0 + halves.1)
        // The median of each half belongs to its middle: the ends lie as far out again.
        let left = halves.0.count < Self.enough ? whole : median(halves.0)
        let right = halves.1.count < Self.enough ? whole : median(halves.1)
        leans = (left + (left - right) / 2, right + (right - left) / 2)
    }

    /// Characters in half a band from which a lean of their own is taken.
    private static let enough = 8
    /// Further from the middle of a cell of the reference's grid than this no character belongs to it.
    private static let reach = 0.4

    /// The reference's column above or below each member of `line`; nil of one that stands between two columns.
    package func columns(of line: PrintLine) -> [Int?] {
        let feet = line.points.map { point in
            let offset = point - reference.mean
            let place = offset.dot(reference.direction)
            return (place, reference.cell(at: place - lean(at: place) * offset.dot(reference.normal)))
        }
        let middle = (ends.0 + ends.1) / 2
        let left = Self.phase(feet.filter { $0.0 < middle }.map(\.1))
        let right = Self.phase(feet.filter { $0.0 >= middle }.map(\.1))
        let columns = feet.map { place, cell in
            let share = (place - ends.0) / max(1, ends.1 - ends.0)
            // Measured in the middle of either half, at a quarter and three quarters of the line.
            let phase = left + (right - left) * min(1.5, max(-0.5, 2 * share - 0.5))
            return cell - phase
        }
        guard line.isWavy || reference.isWavy else {
            return columns.map { column in
                abs(column - column.rounded()) < Self.reach ? Int(column.rounded()) : nil
            }
        }
        // On a wavy page characters lean this way and that. The line has counted its own cells; by how much that
        // differs from the reference's columns is the same for those that stand together.
        let shifts = zip(columns, line.cells).map { $0 - Double($1) }
        return line.cells.indices.map { i in
            let near = shifts[max(0, i - Self.together)...min(shifts.count - 1, i + Self.together)]
            return line.cells[i] + Int(median(near).rounded())
        }
    }

    /// Characters on either side that stand together.
    private static let together = 5

    private func lean(at place: Double) -> Double {
        leans.0 + (leans.1 - leans.0) * (place - ends.0) / max(1, ends.1 - ends.0)
    }

    /// How far `cells` stand from whole numbers, all in the same sense, -0.5...0.5; 0 of too few to tell.
    private static func phase(_ cells: [Double]) -> Double {
        guard cells.count >= enough else { return 0 }
        // The shift with the least sum of distances, in steps of a twentieth.
        func misfit(_ shift: Double) -> Double {
            cells.reduce(0) { $0 + abs($1 - shift - ($1 - shift).rounded()) }
        }
        let shifts = (-9...9).map { Double($0) / 20 }
        return shifts.map { (shift: $0, cost: misfit($0) + abs($0)) }.min { $0.cost < $1.cost }?.shift ?? 0
    }
}
