public import MRZDetection
public import MRZParsing

extension MRZScanner {
    /// How hard the scanner tries.
    public struct Configuration: Sendable {
        /// The layouts that are read; of two that fit alike the former is taken.
        public var formats = MRZFormat.all { didSet { detector.shapes = shapes } }
        /// How bands are found; its shapes are those of `formats`, whatever is set.
        public var detector = BandDetector.Configuration() { didSet { detector.shapes = shapes } }
        private var shapes: ZoneShapes { ZoneShapes(formats.map(\.lineLengths)) }
        /// The strips that the recogniser's model was trained on: capitals of 24 pixels. Blur and threshold make the
        /// ink of a band about 8 % higher than its capitals are, hence 26 (measured: 24 reads 92 % of the devset, 26 96
        /// %).
        public var geometry = StripGeometry(height: 32, capHeight: 26, pitch: 20, margin: 2)
        /// The long side of the searched picture, in pixels. An MRZ that fills half of it has characters of 15 pixels
        /// there.
        public var searchSide = 1280
        /// How much larger and smaller it is searched besides, the smallest first, until something is settled.
        public var furtherScales = [1.8, 0.55]
        /// Enlarging beyond this shows nothing new.
        public var maxEnlarged = 2.6
        /// The first search never enlarges by more than this.
        public var firstEnlarged = 1.6
        /// Sizes that differ by less than this share are one.
        public var sameSize = 0.2
        /// The sides of the parts in which larger pictures are searched pixel by pixel where nothing was found.
        public var partSide = 2000
        /// How much of them two have in common, in pixels.
        public var partOverlap = 600
        /// By how much a picture's longer side must exceed that of the largest size for that, as a ratio.
        public var minPartedSide = 1.1
        /// Readings that all cost less than this per character need no search for bold ink.
        public var poorCost = 0.1
        /// Bands at least this good are read even when another one has been verified: two documents in one picture.
        public var secondBandQuality = 0.3
        /// The first so many bands of a search are read; the others only where one of a search is an MRZ: a scanner's
        /// page may show many documents, a page of text has many bands that are none.
        public var firstBands = 6
        /// From so many documents that one search shows there may be more of them than it has bands for, and it is made
        /// again beside those.
        public var fullSearch = 2
        /// The same of documents of a single line, of which a search tries a few only: every line is one.
        public var fullOfSingleLines = 1
        /// The searches of one size at most: a page of a thousand lines is not read to its end.
        public var maxRounds = 24
        /// Below so many pixels a character, in the size that is searched, a document may lie beside one that was read
        /// and not be found.
        public var smallPitch = 8.0
        /// Where documents cover less than this share of the picture, a smaller one may lie beside them.
        public var minCovered = 0.3
        /// The area of a document over the square of its zone's width: 0.80 to 0.93 of those of ICAO Doc 9303.
        public var pageOfZone = 0.85
        /// A band whose corners lie within so many pitches of one that was read as no MRZ is not read again.
        public var sameBand = 0.35
        /// It is read again where its quality is so many times that one's.
        public var betterBand = 1.1
        /// The quality from which a band that could not be read is worth mentioning.
        public var minSeen = 0.55
        /// A cell with less than this share of its line's contrast is blank.
        public var minContrast = 0.3
        /// Correlation with the filler beside it from which an unread cell is one too.
        public var minLikeness = 0.86
        /// Cuts that are read too, one after the other, until the reading holds.
        public var furtherLooks = [
            StripVariation(capScale: 1.07, lowered: 0.03, moved: 0.1),
            StripVariation(capScale: 0.95, lowered: -0.04, moved: -0.1),
            StripVariation(capScale: 1.02, lowered: -0.08, moved: 0.2),
        ]
        /// The size of the strips in which edges of the light are searched, as a share of those that are read.
        public var lightSearchShare = 0.25
        /// The bold look shows no strokes fainter than this share of the darkest: what is read surely must not hang on
        /// them.
        public var faintestStroke = 0.4
        /// How surely that look must show another character to dispute one.
        public var boldBelief = 0.5
        /// The belief that the second reader, or the tie-breaker, must have in a character that no check digit
        /// protects.
        public var minSecondReaderBelief = 0.75
        /// The cut that the second reader reads.
        public var secondReaderVariation = StripVariation(capScale: 1.03, lowered: -0.02, moved: 0.15)
        /// Print is of another typeface where so many of its characters do not look as those of OCR-B do: nine in ten
        /// pages of other typefaces, and of 643 bands of Samples and stress 101 six, which are hardly legible.
        public var minForeign = 0.1
        /// The belief in a filler behind the last character of a layout from which the line may go on.
        public var maxFillerBeyond = 0.2
        /// What stands above the lines, below or between them is read where its contrast is so much of theirs.
        public var minNeighbour = 0.5
        /// So many characters between the lines are words.
        public var minWords = 6
        /// The belief in whatever stands behind the last characters of all lines from which they go on.
        public var minPrintBeyond = 0.8
        /// How plainly the pixels must show what is to be verified.
        public var pixels = PixelJudge.Configuration()
        /// Where something lies over more characters than this it is rather the picture that is poor.
        public var maxObscured = 3
        /// Below this coherence of the glyphs with their cells a band is no fixed-pitch print.
        public var minCoherence = 0.5
        /// Bands less good than this are not read: of 870 pages (Samples, public photographs, stress 611 and 612) one
        /// had its zone in such a band, and in better ones besides.
        public var minQuality = 0.25
        /// Bands less good than this are likely texture: their first line is read alone. Where no better one is seen,
        /// bold ink is searched in the smallest size only.
        public var likelyQuality = 0.5
        /// Bands less good than this are not tried as in a mirror.
        public var minMirrored = 0.5
        /// Below this belief in its first line a band is texture: true ones have 0.6 and more, also upside down.
        public var minBelief = 0.4
        /// A reading this cheap per character is in the right orientation.
        public var goodCost = 0.3
        /// Readings that cost more than this per character are not readings.
        public var maxCost = 0.75

        public init() {}
    }
}
