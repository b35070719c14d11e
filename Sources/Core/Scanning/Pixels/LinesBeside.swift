import Imaging
import MRZDetection

/// Where a line of print may stand above the lines of a band, below or between them: rows that change along the line as
/// print does. Places are in lines of the band, those first that change most: -1 is as far above the first line as the
/// second is below it.
struct LinesBeside {
    /// Above and below: rows that change about as much as the band's own.
    let outside: [Double]
    /// Between the lines, where a few words are too many.
    let between: [Double]

    /// How far above and below the band it looks, in distances of its lines, and what it sees further, in capital
    /// heights.
    private static let reach = 1.6
    private static let margin = 0.6
    /// Pixels of a capital and of a cell.
    private static let capHeight = 6.0
    private static let pitch = 6.0
    /// Pixels between those that are compared: about a stroke.
    private static let stroke = 2
    /// The share of the change of the band's own lines from which there may be print.
    private static let minChange = 0.4
    /// The same of a word: so many cells of a row.
    private static let minChangeOfWord = 0.5
    private static let word = 8
    /// Two lines are so many capital heights apart at least.
    private static let minDistance = 1.0
    private static let maxPlaces = 4

    /// Distances of lines in capital heights, beyond which nothing is looked for.
    private static let spacings = 0.5...10.0

    init(_ band: Band, in picture: ImagePyramid) {
        guard Self.spacings.contains(band.lineSpacing) else {
            (outside, between) = ([], [])
            return
        }
        let reach = Self.reach * band.lineSpacing + Self.margin
        let inside = Double(band.lineCount - 1) * band.lineSpacing
        let geometry = StripGeometry(
            height: Int((2 * reach + inside) * Self.capHeight), capHeight: Self.capHeight, pitch: Self.pitch, margin: 0)
        let middle = Double(band.lineCount - 1) / 2
        let image = Rectifier(geometry).cut(of: band, line: middle, from: picture)
        let change = Self.change(in: image, 0..<image.width)
        let width = min(image.width, Self.word * Int(Self.pitch))
        let words = stride(from: 0, through: image.width - width, by: width / 2).map {
            Self.change(in: image, $0..<($0 + width))
        }
        let wordChange = change.indices.map { row in words.map { $0[row] }.max() ?? 0 }
        func row(_ line: Double) -> Int {
            Int((Double(geometry.height) / 2 + (line - middle) * band.lineSpacing * Self.capHeight).rounded())
        }
        func line(_ row: Int) -> Double {
            middle + (Double(row) + 0.5 - Double(geometry.height) / 2) / band.lineSpacing / Self.capHeight
        }
        let own = (0..<band.lineCount).map { row(Double($0)) }
        let usual = own.map { change[$0] }.min() ?? 0
        func places(_ isWanted: (Int) -> Bool, _ change: [Double], min: Double) -> [Double] {
            var taken = own
            for row in change.indices.filter(isWanted).sorted(by: { change[$0] > change[$1] }) {
                guard change[row] > min * usual, taken.count < own.count + Self.maxPlaces else { break }
                guard taken.allSatisfy({ Double(abs($0 - row)) >= Self.minDistance * Self.capHeight }) else { continue }
                taken.append(row)
            }
            return taken.dropFirst(own.count).map(line)
        }
        let inner = own[0]...own[own.count - 1]
        outside = places({ !inner.contains($0) }, change, min: Self.minChange)
        between = places({ inner.contains($0) }, wordChange, min: Self.minChangeOfWord)
    }

    /// How much the grey levels change along some columns of the rows round each row, as high as capitals are; in the mean.
    private static func change(in image: GrayImage, _ columns: Range<Int>) -> [Double] {
        let rows = (0..<image.height).map { y in
            var sum = 0
            for x in columns.dropLast(stroke) { sum += abs(Int(image[x + stroke, y]) - Int(image[x, y])) }
            return Double(sum) / Double(max(1, columns.count))
        }
        let half = Int(capHeight) / 2
        return rows.indices.map { row in
            let window = rows[max(0, row - half)..<min(rows.count, row + half)]
            return window.reduce(0, +) / Double(window.count)
        }
    }
}
