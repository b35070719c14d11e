import Imaging
public import MRZDetection
public import MRZParsing
public import Recognition

/// Reads one band that was found in a picture, with as much effort as is asked for: a first look that finds out which
/// way round it is, single looks at slightly different cuts, and the second reader.
///
/// A reader belongs to one worker, as its recognisers do.
public final class BandReader {
    let panel: RecognizerPanel
    let configuration: MRZScanner.Configuration
    let decoding: GlyphDecoding
    let rectifier: Rectifier
    /// Cuts strips that show what stands above and below a line as well.
    let highRectifier: Rectifier
    /// Cut strips that show the light that falls there, the first one small ones.
    let lightSearcher: Rectifier
    let lightRectifier: Rectifier
    /// Holds what is about to be verified against its own pixels.
    let judge: PixelJudge

    /// - Parameters:
    ///   - panel: used by this reader only.
    ///   - today: for the centuries of two-digit years.
    ///   - configuration: the thresholds of every step.
    public init(
        _ panel: RecognizerPanel, asOf today: CalendarDay, configuration: MRZScanner.Configuration = .init()
    ) {
        self.panel = panel
        self.configuration = configuration
        decoding = GlyphDecoding(configuration, asOf: today)
        rectifier = Rectifier(configuration.geometry)
        highRectifier = Rectifier(configuration.highGeometry)
        lightSearcher = Rectifier(
            StripLight.geometry(beyond: configuration.highGeometry, times: configuration.lightSearchShare))
        lightRectifier = Rectifier(StripLight.geometry(beyond: configuration.highGeometry))
        judge = PixelJudge(configuration.pixels)
    }

    /// What one look at a band shows.
    public enum FirstLook {
        case zone(BandEvidence)
        /// Characters, but no MRZ; lines of one may be among them.
        case print(clearLines: [String])
        /// The first line is no print.
        case texture(clearLines: [String])

        public var evidence: BandEvidence? {
            if case .zone(let evidence) = self { evidence } else { nil }
        }

        /// The lines as they were read, `?` for what was not, where one of them shows plainly what only an MRZ has and
        /// no layout fits them together; empty otherwise.
        public var clearLines: [String] {
            switch self {
            case .zone: []
            case .print(let lines), .texture(let lines): lines
            }
        }
    }

    /// One look at `band` in the orientation in which it reads best.
    ///
    /// The way round that its fillers suggest is tried first, and mostly the only one. The second reader is not asked.
    public func firstLook(at band: Band, in picture: ImagePyramid) throws(RecognitionError) -> FirstLook {
        var best: BandEvidence?
        var clear: [String] = []
        // How surely the lines were read the last way round that more than the first of them was read.
        var surest: Double?
        ways: for mirrored in [false, true] {
            let way = mirrored ? band.mirrored : band
            let strips = strips(of: way, from: picture)
            let upright = OrientationVote.upright(strips) >= 0
            let first = upright ? way : way.turned
            for (band, known) in [(first, upright ? strips : nil), (first.turned, upright ? nil : strips)] {
                // What is no texture is read most surely the right way round: of another way the first line tells.
                let isAlone = surest != nil || band.quality < configuration.likelyQuality
                var strips = known ?? self.strips(of: band, lines: isAlone ? 0..<1 : nil, from: picture)
                var lines = try read(Array(strips.prefix(isAlone ? 1 : strips.count)), of: band, by: panel.reader)
                let belief = lines.first?.belief ?? 0
                if let surest, belief <= surest { continue }
                if belief >= configuration.minBelief, isAlone {
                    strips += self.strips(of: band, lines: strips.count..<band.lineCount, from: picture)
                    lines += try read(Array(strips.dropFirst()), of: band, by: panel.reader)
                }
                surest = lines.reduce(0) { $0 + $1.belief } / Double(max(1, lines.count))
                let clearLines = LineReading.clear(lines, minCoherence: configuration.minCoherence)
                if clearLines.count > clear.count { clear = clearLines }
                // What was read the one way up is not lost because the other shows less.
                if belief < configuration.minBelief {
                    if best != nil { continue }
                    return .texture(clearLines: clear)
                }
                // Whichever way up it is read, fixed-pitch print puts its glyphs into the middle of the cells.
                if LineReading.coherence(of: lines) < configuration.minCoherence {
                    if best != nil { continue }
                    return .print(clearLines: clear)
                }
                guard var evidence = evidence(lines, of: band, in: picture, plainStrips: strips) else { continue }
                if evidence.costPerCharacter > configuration.maxCost {
                    evidence = try bestLook(at: windows(of: band, lines: lines), beside: evidence, in: picture)
                }
                if evidence.costPerCharacter < best?.costPerCharacter ?? .infinity { best = evidence }
                if evidence.costPerCharacter < configuration.goodCost { break ways }
            }
            // Mirrors are rare: only what looks much like an MRZ and reads as none is tried.
            if band.quality < configuration.minMirrored || best?.costPerCharacter ?? .infinity < configuration.maxCost {
                break
            }
        }
        guard let best, best.costPerCharacter <= configuration.maxCost else {
            // Print in even cells that reads as no MRZ may be one in a typeface that the reader does not know.
            let other = band.quality < configuration.likelyQuality ? nil : try inOtherTypeface(of: band, in: picture)
            return other.map { .zone($0) } ?? .print(clearLines: clear)
        }
        return .zone(try onOwnGrid(try onOwnLines(best, in: picture), in: picture))
    }

    /// What of `known` and one look at each of `windows` is read with the least cost.
    private func bestLook(
        at windows: [Band], beside known: BandEvidence, in picture: ImagePyramid
    ) throws(RecognitionError) -> BandEvidence {
        var best = known
        for window in windows {
            guard let other = try look(at: window, in: picture), other.costPerCharacter < best.costPerCharacter
            else { continue }
            best = other
        }
        return best
    }

    /// The evidence from a grid that follows the characters that were read, where the band's runs off them and nothing
    /// is read worse on theirs.
    private func onOwnGrid(_ evidence: BandEvidence, in picture: ImagePyramid) throws(RecognitionError) -> BandEvidence
    {
        var best = evidence
        for _ in 0..<Self.maxGrids {
            let places = GlyphPlaces(best.lines, columns: best.band.columnCount)
            guard places.areOffGrid, let band = places.corrected(best.band),
                let other = try look(at: band, in: picture),
                other.reading.mrz == best.reading.mrz
            else { break }
            best = other
        }
        return best
    }

    /// The evidence from a grid that follows its lines, where the band's leaves them and the same is read on
    /// theirs, and costs no more.
    private func onOwnLines(
        _ evidence: BandEvidence, in picture: ImagePyramid
    ) throws(RecognitionError) -> BandEvidence {
        var best = evidence
        for _ in 0..<Self.maxLineGrids {
            guard let strips = best.plainStrips else { break }
            let rises = GlyphRises(
                on: strips, columns: best.band.columnCount, capHeight: configuration.geometry.capHeight)
            guard rises.areOffGrid, let band = rises.corrected(best.band), let other = try look(at: band, in: picture),
                other.reading.mrz == best.reading.mrz, other.costPerCharacter <= best.costPerCharacter
            else { break }
            best = other
        }
        return best
    }

    /// What a recogniser says of a character's place lags behind where print begins to run off the grid: the second one
    /// is nearer.
    private static let maxGrids = 2
    /// A strip that cuts off half of a character does not show all of how far it is off.
    private static let maxLineGrids = 3

    /// One look at `band`, the way round that it is given; nil when it reads as no MRZ so.
    ///
    /// - Parameters:
    ///   - band: in `picture`.
    ///   - variation: how its lines are cut.
    ///   - inOtherTypeface: whether the reader of other typefaces looks, where there is one; it verifies nothing.
    public func look(
        at band: Band, in picture: ImagePyramid, varied variation: StripVariation = .plain,
        inOtherTypeface: Bool = false
    ) throws(RecognitionError) -> BandEvidence? {
        let other = inOtherTypeface ? panel.typefaceReader : nil
        let strips = strips(of: band, from: picture, varied: variation)
        let lines = try read(strips, of: band, by: other ?? panel.reader)
        guard LineReading.coherence(of: lines) >= configuration.minCoherence,
            let evidence = evidence(
                lines, of: band, in: picture, plainStrips: variation == .plain ? strips : nil),
            evidence.costPerCharacter <= configuration.maxCost
        else { return nil }
        return other == nil ? evidence : evidence.inOtherTypeface
    }

    /// - Parameter lines: of the band; nil for all.
    func strips(
        of band: Band, lines: Range<Int>? = nil, from picture: ImagePyramid, varied variation: StripVariation = .plain
    ) -> [LineStrip] {
        (lines ?? 0..<band.lineCount).map {
            rectifier.strip(of: band, line: Double($0), from: picture, varied: variation)
        }
    }

    func read(
        _ strips: [LineStrip], of band: Band, by reader: any TextRecognizer
    ) throws(RecognitionError) -> [LineReading] {
        zip(try reader.recognize(strips.map(\.image)), strips).map { glyphs, strip in
            decoding.reading(of: glyphs, on: strip, columns: band.columnCount)
        }
    }

    /// The evidence with another look by the one who read it; nil where both together fit no layout.
    func fused(
        _ evidence: BandEvidence, with variation: StripVariation, by reader: any TextRecognizer,
        in picture: ImagePyramid
    ) throws(RecognitionError) -> BandEvidence? {
        let band = evidence.band
        let further = try read(strips(of: band, from: picture, varied: variation), of: band, by: reader)
        return self.evidence(
            zip(evidence.lines, further).map { $0.fused(with: $1) }, of: band, in: picture,
            plainStrips: evidence.plainStrips)
    }

    private func windows(of band: Band, lines: [LineReading]) -> [Band] {
        BandWindows(band, lines: lines, margin: decoding.margin, shapes: configuration.detector.shapes).all
    }

    func evidence(
        _ lines: [LineReading], of band: Band, in picture: ImagePyramid, plainStrips: [LineStrip]?
    ) -> BandEvidence? {
        guard let read = decoding.transcript(of: lines, columns: band.columnCount), let start = read.starts.min() else {
            return nil
        }
        let transcript = plainStrips.map { decoding.exchangingZeros(in: read, on: $0) } ?? read
        let quad = band.quad(from: start, columns: transcript.format.lineLengths.max() ?? band.columnCount)
        let reading = Reading(
            status: decoding.status(
                of: transcript, from: lines, isCut: mayGoOn(lines, as: transcript, of: band, in: picture)),
            transcript: transcript, quad: quad, rotation: quad.rotation, isMirrored: band.isMirrored)
        let characters = transcript.format.lineLengths.reduce(0, +)
        return BandEvidence(
            band: band, reading: reading, costPerCharacter: transcript.cost / Double(characters), lines: lines,
            plainStrips: plainStrips)
    }

}
