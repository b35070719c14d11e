import Imaging
import MRZDetection
import MRZParsing

/// Letters with a mark above or below them, such as Ñ, Ü or Ç: an MRZ has none (ICAO Doc 9303-3, 4.1), and the strips
/// that are read end where the capitals do.
struct CellMarks {
    /// The places of marked characters; empty where more cells than a name has marks show something there, which is a
    /// pattern or other print.
    let places: [MRZPosition]
    /// How much darker than the paper the ink of each line is, in grey levels; negative where it is lighter.
    let contrasts: [Double]

    /// A mark lies between so many capital heights above the middle of the characters, or below it: the corners of M
    /// and N reach to 0.6 in blurred print.
    private static let above = stride(from: -1.02, through: -0.67, by: 0.07).map(\.self)
    private static let below = stride(from: 0.67, through: 0.88, by: 0.07).map(\.self)
    /// A mark lies within so many columns of the middle of a cell; what reaches further is no mark.
    private static let within = 0.38
    private static let across = stride(from: -0.5, through: 0.5, by: 0.1).map(\.self)
    /// The share of the ink's contrast from which a sample is dark.
    private static let dark = 0.45
    /// Dark samples that a mark has, of the 66 or 44 that are looked at; more than twice those of most cells besides:
    /// of the 30 of a card's line up to four are marked.
    private static let minSamples = 4
    /// What so many cells of a line do not exceed is usual in it.
    private static let usualShare = 0.85
    /// Marked characters on one page.
    private static let maxMarked = 8

    /// - Parameters:
    ///   - band: the columns of the layout, as the text reads.
    ///   - picture: that it was found in.
    ///   - transcript: what its lines are read as.
    init(of band: Band, in picture: GrayImage, as transcript: Transcript) {
        var found: [MRZPosition] = []
        var contrasts: [Double] = []
        for (line, text) in transcript.mrz.lines.enumerated() {
            let shift = transcript.starts[line] - transcript.firstColumn
            let columns = text.characters.indices.map { Double($0 + shift) }
            let contrast = Self.contrast(of: band, line: line, columns: columns, in: picture)
            contrasts.append(contrast)
            guard abs(contrast) > 8 else { continue }
            // Where the print of the next line begins is no mark.
            let above = line > 0 ? Self.above.filter { -$0 < band.clearance } : Self.above
            let below = line + 1 < band.lineCount ? Self.below.filter { $0 < band.clearance } : Self.below
            for rises in [above, below] where !rises.isEmpty {
                let counts = columns.map {
                    Self.samples(of: band, line: line, column: $0, rises, contrast: contrast, in: picture)
                }
                let usual = counts.map { $0 ?? 0 }.sorted()[Int(Self.usualShare * Double(counts.count))]
                for (column, count) in counts.enumerated() where text.characters[column].isLetter {
                    // Digits have no marks: what stands near them is dirt.
                    guard let count, count >= Self.minSamples + 2 * usual else { continue }
                    found.append(MRZPosition(line: line, column: column))
                }
            }
        }
        self.contrasts = contrasts
        let all = Set(found)
        places = all.count > Self.maxMarked ? [] : all.sorted()
    }

    /// How much darker than the paper the ink of a line is, in grey levels; negative where it is lighter.
    private static func contrast(of band: Band, line: Int, columns: [Double], in picture: GrayImage) -> Double {
        let levels = columns.flatMap { column in
            across.flatMap { u in
                [-0.3, -0.1, 0.1, 0.3].map { rise in
                    picture.light(at: band.point(column: column + u, line: Double(line), rise: rise))
                }
            }
        }.sorted()
        guard !levels.isEmpty else { return 0 }
        let contrast = levels[levels.count * 3 / 4] - levels[levels.count / 20]
        return band.isLight ? levels[levels.count / 4] - levels[levels.count * 19 / 20] : contrast
    }

    /// How many samples above or below a cell are dark; nil where something reaches beyond it.
    private static func samples(
        of band: Band, line: Int, column: Double, _ rises: [Double], contrast: Double, in picture: GrayImage
    ) -> Int? {
        let levels = across.map { u in
            rises.map { rise in picture.light(at: band.point(column: column + u, line: Double(line), rise: rise)) }
        }
        let all = levels.flatMap(\.self).sorted()
        let paper = all[all.count / 2]
        var count = 0
        for (u, rows) in zip(across, levels) {
            let dark = rows.count { (paper - $0) / contrast > Self.dark }
            if abs(u) > within, dark > 0 { return nil }
            count += dark
        }
        return count
    }
}
