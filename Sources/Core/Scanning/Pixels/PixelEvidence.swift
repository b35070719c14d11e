import Imaging
import MRZDetection
package import MRZParsing
package import Recognition

/// What the pixels of a band say about the characters that are claimed to stand there, cell by cell.
package struct PixelEvidence: Sendable {
    /// The columns of the layout, in pixels of the picture.
    let zone: Band
    /// What every cell of the layout shows, line by line.
    package let cells: [[CellEvidence]]
    /// The log odds that each cell shows what is claimed there, line by line, at the best of a few places beside each
    /// other.
    package let claims: [[Float]]
    /// The log odds that a cell in question shows what other cells of the page with its character do; see
    /// `CellLikenesses`.
    package var likenesses: [MRZPosition: Float] = [:]
    /// How much the letters that no check digit protects look like others that were altered; see `CellAlterations`.
    package let alterations: [MRZPosition: Float]
    /// How plainly each cell shows its character and nothing round it; see `CellSurroundings`.
    let surroundings: CellSurroundings
    /// The log odds of that, line by line.
    package var surroundingClaims: [[Float]] { surroundings.claims }
    /// Those that nothing is printed right before a line or behind it.
    package var surroundingPaper: [[Float]] { surroundings.paper }
    /// The log odds that a cell shows its letter as in a mirror, line by line; nil where that is no other sign, or not in
    /// question.
    package let mirrors: [[Float?]]
    /// What the two cells before each line and the two behind it show.
    package let beyond: [[CellEvidence]]
    /// How high the print stands in every cell, line by line, against the document's certain zeros; see `CellHeights`.
    package let heights: [[Double?]]
    /// How far the height of every letter is off what its letter has, line by line; see `CellHeights`.
    package let heightDeviations: [[Double?]]
    /// How much bolder every cell is than the boldest of its neighbours, line by line; see `CellInk`.
    package let excess: [[Double?]]
    /// How much thinner every cell is than its line and its neighbours, line by line; see `CellInk`.
    package let inkDeficits: [[Double?]]
    /// How far below the line's top the print in every cell begins, line by line; see `CellTops`.
    package let topDeviations: [[Double?]]
    /// The places of letters with a mark above or below them; see `CellMarks`.
    package let marks: [MRZPosition]
    /// The places of cells with something lighter than the paper; see `LightMarks`.
    package let lightMarks: [MRZPosition]
    /// The places of cells with something finer than the strokes of the print; see `FineMarks`.
    package let fineMarks: [MRZPosition]
    /// What stands beside the characters; see `StrayPrint`.
    let stray: StrayPrint
    /// The characters that something stands beside.
    package var strayPlaces: [MRZPosition] { stray.cells.sorted() }
    /// Whether another line of an MRZ stands right above the lines or right below them.
    let isAmongLines: Bool
    /// How much darker than its paper the palest line is, in grey levels of the picture.
    package let darkness: Double
    /// The largest step of light between the lines, as a share of the light there; see `LineUnity`.
    package let seam: Double
    /// The plainest line of light or dark and the plainest step of light that run along the gap between two lines, straight
    /// or not, as shares of the light there; see `GapEdges`.
    package let gapRidge, gapStep: Double
    /// The contrast of the palest line over that of the darkest.
    package let contrast: Double
    /// The ink of the thinnest line over that of the boldest; see `LineUnity`.
    package let boldness: Double
    /// The largest difference between the leans of two lines, and by how much their characters grow along the lines; see
    /// `LineShapes`.
    package let lean: Double
    package let growth: Double
    /// How much the print of neighbouring lines differs, all in all; see `LineDifferences`.
    package let differences: Double
    /// How much the print of one field differs from the rest of its line; see `FieldDifferences`.
    package let fieldDifferences: Double
    /// How much a stretch of a line differs from the rest of it in form, as a share of what it may; see
    /// `StretchDifferences`.
    package let stretchDifference: Double
    /// Pixels of the picture from one character to the next.
    package let pitch: Double
    /// The same at the end where it is least.
    package let minPitch: Double

    /// Cells looked at beyond each end of a line.
    static let endCells = 2

    /// - Parameters:
    ///   - evidence: what was read.
    ///   - strips: its band's lines, plainly cut.
    ///   - falls: of each line how the light changes from above it to below it.
    ///   - stray: what stands beside the characters of the same lines.
    ///   - surroundings: how plainly their cells show nothing else.
    ///   - isAmongLines: whether another line of an MRZ stands right above them or right below.
    ///   - picture: that the band was found in.
    /// - Throws: `RecognitionError` when the verifier fails.
    init(
        of evidence: BandEvidence, on strips: [LineStrip], falls: [LightFall?], stray: StrayPrint,
        surroundings: CellSurroundings, isAmongLines: Bool, in picture: GrayImage, by verifier: any GlyphVerifier
    ) throws(RecognitionError) {
        self.surroundings = surroundings
        let transcript = evidence.reading.transcript
        zone = evidence.zone
        let cellHeights = CellHeights(of: transcript, on: strips)
        heights = cellHeights.ratios
        heightDeviations = cellHeights.deviations
        let inks = strips.enumerated().map { line, strip in
            transcript.mrz.lines[line].characters.indices.map { strip.ink(ofColumn: transcript.starts[line] + $0) }
        }
        let shades = strips.enumerated().map { line, strip in
            let start = transcript.starts[line]
            return strip.shades(ofColumns: start..<start + transcript.mrz.lines[line].characters.count)
        }
        let cellInk = CellInk(of: transcript.mrz.lines, inks: inks, shades: shades)
        excess = cellInk.excess
        inkDeficits = cellInk.deficits
        let tops = CellTops(of: transcript, on: strips)
        topDeviations = tops.deviations
        var lines: [LineEvidence] = []
        for (line, strip) in strips.enumerated() {
            lines.append(
                try LineEvidence(
                    at: strip, from: transcript.starts[line], of: transcript.mrz.lines[line].characters,
                    heights: heights[line], by: verifier))
        }
        cells = lines.map(\.cells)
        claims = lines.map(\.claims)
        mirrors = lines.map(\.mirrors)
        beyond = lines.map(\.beyond)
        alterations = try CellAlterations(of: transcript, on: strips, by: verifier).scores
        let unity = LineUnity(
            of: evidence.zone, in: picture, strips: strips, as: transcript.mrz.lines, inks: inks, falls: falls)
        seam = unity.seam
        let edges = GapEdges(of: evidence.zone, in: picture)
        (gapRidge, gapStep) = (edges.ridge, edges.step)
        contrast = unity.contrast
        boldness = unity.boldness
        let shapes = LineShapes(of: transcript, on: strips, heights: cellHeights.relative)
        lean = shapes.lean
        growth = shapes.growth
        let measures = PrintMeasures(
            of: transcript, on: strips, at: evidence.zone, in: picture, pitch: evidence.band.pitch,
            heights: cellHeights.relative, inks: cellInk.logarithms, tops: tops.offsets)
        differences = LineDifferences(of: measures, shapes: shapes).sum
        fieldDifferences = FieldDifferences(of: measures, format: transcript.format).sum
        stretchDifference = StretchDifferences(of: measures, format: transcript.format).largest
        self.stray = stray
        self.isAmongLines = isAmongLines
        let cellMarks = CellMarks(of: evidence.zone, in: picture, as: transcript)
        marks = cellMarks.places
        lightMarks = LightMarks(of: evidence.zone, in: picture, as: transcript, falls: falls).places
        fineMarks = FineMarks(of: evidence.zone, in: picture, as: transcript).places
        darkness = cellMarks.contrasts.map(abs).min() ?? 0
        pitch = evidence.band.pitch
        minPitch = evidence.zone.minPitch
    }
}

extension PixelEvidence: CustomStringConvertible, CustomReflectable {
    /// Nothing of what is seen: a character of an MRZ is personal data.
    package var description: String { "PixelEvidence" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
