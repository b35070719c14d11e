import Imaging
import MRZDetection
import MRZParsing

#if canImport(Glibc)
    import Glibc
#endif

/// What the print of every character is like, against what that character has, line by line; nil of fillers, and where there is
/// next to no print.
struct PrintMeasures {
    /// What the lines are read as.
    let lines: [MRZLine]
    /// The logarithm of the height; see `CellHeights`.
    let heights: [[Double?]]
    /// The logarithm of the ink; see `CellInk`.
    let inks: [[Double?]]
    /// The logarithms of the contrast and of the steepest steps of light.
    let contrasts: [[Double?]]
    let sharpness: [[Double?]]
    /// How far below the top of its line the print begins, as a share of the line's height; see `CellTops`.
    let tops: [[Double?]]
    /// How far the print slants: pixels along the line for one across it.
    let slants: [[Double?]]
    /// Of each cell how much more contrast the lines next to its own have in its column than elsewhere, fillers among them, as a
    /// logarithm: spots of light take from the print of several lines, whoever prints a field anew changes one.
    private let lights: [[Double]]
    /// The logarithm of the light of the paper above and below each cell.
    private let papers: [[Double]]

    /// - Parameters:
    ///   - transcript: what is claimed.
    ///   - strips: its lines, plainly cut.
    ///   - band: where they lie, the columns of the layout, as the text reads.
    ///   - picture: that it was found in.
    ///   - pitch: from one column to the next in the picture, in its pixels.
    ///   - heights: the height of each cell over what its character has.
    ///   - inks: the logarithm of the ink in each cell over what its character has.
    ///   - tops: how far below the top of its line each cell begins, less what its character has.
    init(
        of transcript: Transcript, on strips: [LineStrip], at band: Band, in picture: GrayImage, pitch: Double,
        heights: [[Double?]], inks: [[Double?]], tops: [[Double?]]
    ) {
        let lines = transcript.mrz.lines
        func measured(_ measure: (LineStrip, Int, MRZCharacter) -> Double?) -> [[Double?]] {
            lines.indices.map { line in
                lines[line].characters.enumerated().map { column, character in
                    character.isFiller ? nil : measure(strips[line], transcript.starts[line] + column, character)
                }
            }
        }
        func logarithm(_ value: Double) -> Double? { value > 0 ? log(value) : nil }
        self.lines = lines
        self.heights = heights.map { $0.map { $0.flatMap(logarithm) } }
        self.inks = inks
        self.tops = tops
        func less(_ usual: [Character: Double], _ value: Double?, of character: MRZCharacter) -> Double? {
            value.map { $0 - (usual[Character([character].text)] ?? 0) }
        }
        contrasts = measured { strip, column, character in
            less(Self.usualContrasts, logarithm(strip.contrast(atColumn: column)), of: character)
        }
        sharpness = measured { strip, column, character in
            less(Self.usualSharpness, logarithm(strip.sharpness(ofColumn: column, pitch: pitch)), of: character)
        }
        lights = Self.lights(
            of: lines.indices.map { line in
                lines[line].characters.indices.map { column in
                    strips[line].contrast(atColumn: transcript.starts[line] + column)
                }
            })
        papers = lines.indices.map { line in
            lines[line].characters.indices.map { Self.paper(of: band, column: $0, line: line, in: picture) }
        }
        slants = measured { strip, column, character in
            less(Self.usualSlants, strip.slant(ofColumn: column), of: character)
        }
    }

    /// - Parameter contrasts: of all cells of each line.
    private static func lights(of contrasts: [[Double]]) -> [[Double]] {
        let cells = contrasts.map { line in
            let all = line.map { log(max(minContrast, $0)) }
            let usual = median(all)
            return all.map { $0 - usual }
        }
        return cells.indices.map { line in
            let next = [line - 1, line + 1].filter(cells.indices.contains).map { cells[$0] }
            return cells[line].indices.map { column in
                let beside = next.filter { column < $0.count }.map { $0[column] }
                let light = beside.reduce(0, +) / Double(max(1, beside.count))
                return light > 0 ? max(0, light - usualLight) : min(0, light + usualLight)
            }
        }
    }

    /// The light of the paper above a cell or below it, whichever is lighter, as a logarithm.
    private static func paper(of band: Band, column: Int, line: Int, in picture: GrayImage) -> Double {
        let gaps = [-0.5, 0.5].map { gap in
            median(
                [0.2, 0.5, 0.8].map { place in
                    let level = picture.light(at: band.point(column: Double(column) + place, line: Double(line) + gap))
                    return band.isLight ? 255 - level : level
                })
        }
        return log(max(minLight, gaps.max() ?? 0))
    }

    /// The light that paper has at least, in grey levels, where its logarithm is taken.
    private static let minLight = 8.0

    /// How differently two groups of cells of a line are lit: by the paper about them, or by what the lines next to theirs show
    /// of it, as a logarithm.
    func unevenness(line: Int, between columns: [Int], and others: [Int]) -> Double {
        func step(_ values: [Double]) -> Double {
            abs(median(columns.map { values[$0] }) - median(others.map { values[$0] }))
        }
        return max(step(lights[line]), step(papers[line]) - Self.usualLight)
    }

    /// By so much the contrasts of cells differ without spots of light, as logarithms: so much of a difference does not count.
    private static let usualLight = 0.08
    /// The contrast that a cell has at least, where its logarithm is taken.
    private static let minContrast = 0.05

    /// How far each character slants by itself, measured on 582 undisturbed pictures of `Tests/Honesty`.
    private static let usualSlants: [Character: Double] = [
        "0": -0.006, "1": -0.112, "2": 0.08, "3": -0.009, "4": -0.134, "5": -0.055, "6": -0.02, "7": 0.127, "8": -0.002,
        "9": -0.018, "A": 0, "B": -0.01, "C": 0.001, "D": -0.018, "E": 0.002, "F": 0.166, "G": -0.068, "H": -0.001,
        "I": -0.001, "J": 0.224, "K": -0.027, "L": -0.277, "M": -0.002, "N": -0.101, "O": -0.002, "P": 0.218,
        "Q": -0.093,
        "R": -0.011, "S": -0.051, "T": -0.002, "U": -0.004, "V": -0.003, "W": 0, "X": -0.002, "Y": -0.002, "Z": 0.052,
    ]

    /// What the contrast of each character is by itself, and the sharpness: a `3` has no stem. Measured on 1,211 undisturbed
    /// pictures of `Tests/Honesty` and `Samples/`; on 56 photographs they differ from that by 0.009 and 0.015 in the
    /// median.
    private static let usualContrasts: [Character: Double] = [
        "0": -0.032, "1": -0.004, "2": -0.024, "3": 0.005, "4": 0.019, "5": -0.019, "6": 0.01, "7": -0.017, "8": -0.004,
        "9": 0.005,
        "A": 0.019, "B": 0.005, "C": -0.035, "D": -0.009, "E": 0.007, "F": 0.002, "G": -0.016, "H": 0.004, "I": 0.004,
        "J": -0.039, "K": 0.032, "L": -0.029, "M": 0.065, "N": 0.056, "O": -0.03, "P": -0.008, "Q": 0.031, "R": 0.001,
        "S": -0.033, "T": -0.02, "U": -0.028, "V": 0.01, "W": 0.052, "X": 0.025, "Y": 0, "Z": -0.005,
    ]
    private static let usualSharpness: [Character: Double] = [
        "0": 0.101, "1": 0.028, "2": -0.072, "3": -0.102, "4": -0.063, "5": -0.05, "6": -0.028, "7": -0.026,
        "8": -0.002, "9": -0.029,
        "A": 0.002, "B": 0.021, "C": 0.008, "D": 0.049, "E": -0.043, "F": -0.007, "G": 0.01, "H": 0.075, "I": -0.045,
        "J": 0.051, "K": -0.039, "L": 0.043, "M": 0.016, "N": 0.028, "O": 0.061, "P": 0.03, "Q": 0.01, "R": 0.026,
        "S": -0.074, "T": 0.003, "U": 0.103, "V": 0.041, "W": 0.007, "X": -0.055, "Y": -0.011, "Z": -0.069,
    ]

    /// The characters of a line in some columns of which one of these is known.
    func samples(of measure: [[Double?]], line: Int, columns: some Sequence<Int>) -> [PrintSample] {
        let characters = lines[line].characters
        return columns.compactMap { column in
            guard let value = measure[line][column], !characters[column].isFiller else { return nil }
            let place = (Double(column) + 0.5) / Double(characters.count) - 0.5
            return PrintSample(
                column: column, place: place, isDigit: !characters[column].isLetter, light: lights[line][column],
                value: value)
        }
    }
}

extension LineStrip {
    /// A pitch is off a whole number of pixels by so much more than it is measured wrongly by, or half a pixel along a line.
    private static let maxOffWhole = 0.06

    /// How steep the steepest steps of light in a cell are, 0...255: the size that three in a hundred reach.
    ///
    /// From one pixel to the next they are as steep as the edges of stems happen to lie on the pixels of the picture. Where
    /// its pitch is a whole number, as scans have it, all of a line lie alike, and those of the next line otherwise: there
    /// they are taken over two of its pixels.
    fileprivate func sharpness(ofColumn column: Int, pitch: Double) -> Double {
        let isWhole = abs(pitch - pitch.rounded()) < Self.maxOffWhole
        let two = Int((2 * self.pitch / max(1, pitch)).rounded(.up))
        let reach = isWhole ? max(1, min(Int(self.pitch) / 2, two)) : 1
        let left = max(reach, left(ofColumn: column))
        let right = min(image.width, left + Int(pitch))
        guard left < right else { return 0 }
        let width = image.width
        return image.pixels.withUnsafeBufferPointer { pixels in
            withUnsafeTemporaryAllocation(of: Int.self, capacity: 256) { counts in
                counts.update(repeating: 0)
                for y in 0..<image.height {
                    for x in left..<right {
                        let (level, before) = (pixels[y &* width &+ x], pixels[y &* width &+ x &- reach])
                        counts[Int(level > before ? level &- before : before &- level)] &+= 1
                    }
                }
                var rest = image.height * (right - left) * 3 / 100
                for step in stride(from: 255, through: 0, by: -1) {
                    rest -= counts[step]
                    if rest < 0 { return Double(step) }
                }
                return 0
            }
        }
    }

    /// How far the print in a cell slants: by how much the middle of its ink moves along the line from one row to the next, in
    /// pixels, fitted to all rows; nil where there is next to no ink.
    fileprivate func slant(ofColumn column: Int) -> Double? {
        let cell = pixelColumns(ofColumn: column)
        guard cell.count == Int(pitch) else { return nil }
        var (sum, x1, y1, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for y in 0..<image.height {
            for x in cell {
                let ink = Double(255 - Int(image[x, y]))
                guard ink > 64 else { continue }
                sum += ink
                x1 += ink * Double(x)
                y1 += ink * Double(y)
                xy += ink * Double(x) * Double(y)
                yy += ink * Double(y) * Double(y)
            }
        }
        let spread = yy - y1 * y1 / max(1, sum)
        return sum < 255 * 8 || spread < sum ? nil : -(xy - x1 * y1 / sum) / spread
    }
}
