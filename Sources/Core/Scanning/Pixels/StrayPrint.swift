import Imaging
import MRZDetection
import MRZParsing

/// Print beside the characters of a zone: pieces that stand by themselves between two of them, above or below one,
/// before or behind a line; what hangs on a character above or below its line; and what joins two. Characters of OCR-B
/// are one piece each, which stands in the middle of its cell. Of 1,963 untouched documents that were verified 29 are
/// doubted for it, most of them on screens, creases and dark patterns.
struct StrayPrint {
    /// A connected piece of ink.
    struct Piece {
        let line: Int
        /// Where its middle lies along the line, in cells from the left edge of the line's first one.
        let place: Double
        /// Where its middle lies across the line, in capital heights below the line's middle.
        let rise: Double
        /// The width in cells, and the height in capital heights.
        let width, height: Double
        /// The area in cells as high as a capital.
        let area: Double
    }

    let pieces: [Piece]
    /// The cells beside which something stands, or on whose character something hangs or joins it to the next one;
    /// empty where more stands beside the zone than anybody would put there, which is a pattern.
    let cells: [MRZPosition]
    /// The ends of lines with a piece right before the line or behind it, and those with print before something that is
    /// none.
    let ends: Set<LineEnd>
    /// The ends of lines near which something that is no print begins, and nothing else stands; see `LineEndings`.
    let occupiedEnds: Set<LineEnd>

    /// The height of the strips that it looks at over that of their capitals: up to where the print of another line
    /// begins.
    static let reach = 2.24
    /// Ink is darker than this in a flattened strip.
    static let dark: UInt8 = GrayImage.flattenedPaper / 2

    /// What stands between two characters lies so far from the middle of a cell, in cells: half of an H that is broken
    /// does not.
    private static let between = 0.36
    private static let maxWidthBetween = 0.62
    /// The middle of what stands above or below a character is so many capital heights off that of the line.
    private static let outside = 0.55
    /// What goes on behind a line stands within so many cells of its end.
    private static let beyond = 0.9
    /// The areas from which pieces count.
    private static let minBetween = 0.01
    private static let minOutside = 0.012
    private static let minBeyond = 0.02
    /// More of them are a pattern.
    private static let maxPieces = 8
    /// A character hangs over its line where it reaches so many capital heights further than the others.
    private static let overhang = 0.18
    /// Two characters are joined where so much of the border of their cells, a fifth of one wide, is dark, and next to
    /// nothing of the borders round it. Where more borders of a page have anything, it is bold or blurred.
    private static let border = 0.1
    private static let minJoined = 0.21
    private static let maxClean = 0.03
    private static let maxBorders = 3
    private static let usualRank = 0.85

    /// The heights of characters, and their largest width where one touches no other.
    private static let heights = 0.75...1.8
    private static let maxWidth = 1.15
    private static let minCharacters = 8
    /// So many fillers, or others, tell how high they stand; the curve of a line is of this degree, and fitted so many
    /// times.
    private static let minAlike = 3
    private static let bend = 2
    private static let fits = 3

    /// - Parameters:
    ///   - strips: of the lines, higher than those that are read.
    ///   - geometry: of those strips.
    ///   - clearance: how far from the middle of a line nothing of the next one reaches, in capital heights.
    ///   - transcript: what they are read as.
    init(on strips: [LineStrip], _ geometry: StripGeometry, clearance: Double, as transcript: Transcript) {
        let lines = transcript.mrz.lines.map(\.characters)
        let all = strips.enumerated().flatMap { line, strip in
            Self.pieces(of: strip, line: line, from: transcript.starts[line], geometry)
        }
        func cell(beside piece: Piece) -> MRZPosition? { Self.cell(beside: piece, columns: lines[piece.line].count) }
        func end(beside piece: Piece) -> LineEnd? { Self.end(beside: piece, columns: lines[piece.line].count) }
        let isPattern = all.count { cell(beside: $0) != nil || end(beside: $0) != nil } > Self.maxPieces
        let pieces = all.filter { !Self.isOfNextLine($0, of: strips.count, clearance: clearance) }
        self.pieces = pieces
        let beside = pieces.compactMap(cell)
        let beyond = strips.enumerated().map { line, strip in
            LineEndings(of: strip, line: line, from: transcript.starts[line], count: lines[line].count, geometry)
        }
        occupiedEnds = Set(beyond.flatMap(\.occupied))
        ends = Set(beyond.flatMap(\.printed)).union(isPattern ? [] : pieces.compactMap(end))
        let hanging = lines.indices.flatMap { line in
            Self.overhanging(pieces.filter { $0.line == line }, lines[line]).map { MRZPosition(line: line, column: $0) }
        }
        let borders = strips.enumerated().map { line, strip in
            Self.borders(of: strip, from: transcript.starts[line], columns: lines[line].count, geometry)
        }
        let joined = borders.enumerated().flatMap { line, borders in
            Self.joined(borders).map { MRZPosition(line: line, column: $0) }
        }
        let isBlurred = borders.joined().count { $0 > Self.maxClean } > Self.maxBorders
        cells = isPattern ? [] : Set(beside + hanging + (isBlurred ? [] : joined)).sorted()
    }

    /// How much of the border behind each cell of a line, but for the last, is dark within the height of capitals.
    private static func borders(
        of strip: LineStrip, from first: Int, columns: Int, _ geometry: StripGeometry
    ) -> [Double] {
        let image = strip.image
        let half = Int((border * strip.pitch).rounded())
        let height = Int(geometry.capHeight)
        let top = (image.height - height) / 2
        return (1..<max(1, columns)).map { column in
            let middle = strip.left(ofColumn: first + column)
            var dark = 0
            for x in max(0, middle - half)..<max(0, min(image.width, middle + half)) {
                for y in top..<top + height where image[x, y] < Self.dark { dark += 1 }
            }
            return Double(dark) / Double(2 * half * height)
        }
    }

    /// The columns whose characters are joined to the next ones, where no others near them are.
    private static func joined(_ borders: [Double]) -> [Int] {
        guard percentile(borders, usualRank) <= maxClean else { return [] }
        return borders.indices.filter { column in
            borders[column] >= minJoined
                && (max(0, column - 2)...min(borders.count - 1, column + 2)).allSatisfy {
                    $0 == column || borders[$0] <= maxClean
                }
        }
    }

    private static func pieces(
        of strip: LineStrip, line: Int, from first: Int, _ geometry: StripGeometry
    ) -> [Piece] {
        let image = strip.image
        let masks = InkMasks(
            marks: image.pixels.map { $0 < dark ? InkMasks.dark : 0 }, width: image.width, height: image.height)
        var limits = Blobs.Limits()
        (limits.minSide, limits.minArea, limits.minFill, limits.maxSide) = (2, 5, 0, Int32(geometry.height))
        let start = strip.x(ofColumn: Double(first))
        let (right, bottom) = (Double(image.width - 1), Double(image.height - 1))
        return Blobs(in: masks, marked: InkMasks.dark, limits: limits).all.compactMap { blob in
            let (across, down) = (Double(blob.width) / 2, Double(blob.height) / 2)
            // What reaches the edge of what is looked at is of another line, a pattern or the edge of the page.
            guard blob.center.x - across > 0, blob.center.x + across < right, blob.center.y - down > 0,
                blob.center.y + down < bottom
            else { return nil }
            return Piece(
                line: line, place: (blob.center.x + 0.5 - start) / strip.pitch,
                rise: (blob.center.y - bottom / 2) / geometry.capHeight, width: Double(blob.width) / strip.pitch,
                height: Double(blob.height) / geometry.capHeight,
                area: Double(blob.area) / strip.pitch / geometry.capHeight)
        }
    }

    /// Whether a piece reaches to where the print of another line of the zone begins: it is rather a part of that.
    private static func isOfNextLine(_ piece: Piece, of lines: Int, clearance: Double) -> Bool {
        let hasNext = piece.rise < 0 ? piece.line > 0 : piece.line + 1 < lines
        return hasNext && abs(piece.rise) + piece.height / 2 > clearance
            && abs(piece.rise) - piece.height / 2 > 0.5
    }

    /// The cell beside whose character a piece stands; nil of a character itself, and of what is too small.
    private static func cell(beside piece: Piece, columns: Int) -> MRZPosition? {
        let column = Int(piece.place.rounded(.down))
        guard (0..<columns).contains(column) else { return nil }
        if abs(piece.rise) > outside {
            return piece.area >= minOutside ? MRZPosition(line: piece.line, column: column) : nil
        }
        let isBetween = abs(piece.place - Double(column) - 0.5) > between && piece.width < maxWidthBetween
        return isBetween && piece.area >= minBetween ? MRZPosition(line: piece.line, column: column) : nil
    }

    /// The end of a line right beyond which a piece stands.
    private static func end(beside piece: Piece, columns: Int) -> LineEnd? {
        let isBefore = piece.place < Double(columns) / 2
        let off = isBefore ? -piece.place : piece.place - Double(columns)
        guard (0..<beyond).contains(off), abs(piece.rise) <= outside, piece.area >= minBeyond else { return nil }
        return LineEnd(line: piece.line, side: isBefore ? .before : .behind)
    }

    /// The columns of a line whose characters reach higher or lower than those beside them.
    private static func overhanging(_ pieces: [Piece], _ characters: [MRZCharacter]) -> [Int] {
        let whole = pieces.filter {
            heights.contains($0.height) && $0.width < maxWidth && abs($0.rise) < outside
                && (0..<Double(characters.count)).contains($0.place)
        }
        guard whole.count >= minCharacters else { return [] }
        let areFillers = whole.map { characters[Int($0.place)].isFiller }
        let tops = deviations(whole.map { ($0.place, $0.rise - $0.height / 2) }, areFillers: areFillers)
        let bottoms = deviations(whole.map { ($0.place, $0.rise + $0.height / 2) }, areFillers: areFillers)
        return zip(whole, zip(tops, bottoms)).compactMap { piece, deviation in
            let column = Int(piece.place)
            let character = characters[column]
            // The tail of a Q hangs below the line.
            let isLow = deviation.1 > overhang && character != MRZCharacter(ascii: UInt8(ascii: "Q"))
            return !character.isFiller && (deviation.0 < -overhang || isLow) ? column : nil
        }
    }

    /// How far each value lies off a curve through all of them. Fillers, which are lower than letters and digits, have
    /// a curve of the same shape for themselves.
    private static func deviations(_ values: [(place: Double, value: Double)], areFillers: [Bool]) -> [Double] {
        let kinds = [false, true].map { kind in values.indices.filter { areFillers[$0] == kind } }
        let alike = kinds.allSatisfy { $0.count >= minAlike } ? kinds : [Array(values.indices)]
        let places = values.map(\.place)
        var deviations = values.map(\.value)
        var level = values.map(\.value)
        for _ in 0..<fits {
            for members in alike {
                let middle = median(members.map { deviations[$0] })
                for i in members {
                    deviations[i] -= middle
                    level[i] -= middle
                }
            }
            let curve = Polynomial(fitting: level, over: places, weights: places.map { _ in 1 }, degree: bend)
            deviations = zip(level, places).map { $0 - (curve?($1) ?? 0) }
        }
        for members in alike {
            let middle = median(members.map { deviations[$0] })
            for i in members { deviations[i] -= middle }
        }
        return deviations
    }
}
