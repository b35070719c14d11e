import Imaging
public import MRZDetection
public import MRZParsing
public import Recognition

/// Reads one band that was found in a picture, with as much effort as is asked for: a first look that finds out which
/// way round it is, single looks at slightly different cuts, and the second reader.
///
/// A reader belongs to one worker, as its recognisers do.
public final class BandReader {
    private let panel: RecognizerPanel
    private let configuration: MRZScanner.Configuration
    private let decoding: GlyphDecoding
    private let rectifier: Rectifier
    /// Cuts strips that show what stands above and below a line as well.
    private let highRectifier: Rectifier
    /// Cuts strips of a quarter of the width and half the height, which show whether anything stands there.
    private let lowRectifier: Rectifier
    private let judge: PixelJudge

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
        var high = configuration.geometry
        high.height = Int((StrayPrint.reach * high.capHeight).rounded())
        highRectifier = Rectifier(high)
        let usual = configuration.geometry
        lowRectifier = Rectifier(
            StripGeometry(
                height: usual.height / 2, capHeight: usual.capHeight / 2, pitch: usual.pitch / 4, margin: usual.margin))
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

        /// The lines as they were read, `?` for what was not, where one of them shows plainly what only an MRZ has and no
        /// layout fits them together; empty otherwise.
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
                if belief < configuration.minBelief { return .texture(clearLines: clear) }
                // Whichever way up it is read, fixed-pitch print puts its glyphs into the middle of the cells.
                if LineReading.coherence(of: lines) < configuration.minCoherence { return .print(clearLines: clear) }
                guard var evidence = evidence(lines, of: band, in: picture, plainStrips: strips) else { continue }
                if evidence.costPerCharacter > configuration.maxCost {
                    for window in windows(of: band, lines: lines) {
                        guard let other = try look(at: window, in: picture),
                            other.costPerCharacter < evidence.costPerCharacter
                        else { continue }
                        evidence = other
                    }
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
            let other = band.quality < configuration.likelyQuality ? nil : try inOtherTypeface(band, in: picture)
            return other.map { .zone($0) } ?? .print(clearLines: clear)
        }
        return .zone(best)
    }

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

    /// The evidence with further looks at other cuts from the same picture, until it is settled; what is verified then
    /// has to stand up to its own pixels and to the second opinions. What the pixels refute stays so. Where those dispute
    /// what one look was sure of, all looks are taken. What took more than one look has to stand up to the tie-breaker too.
    ///
    /// - Parameters:
    ///   - first: what the first look gave.
    ///   - picture: the one that it was taken from.
    ///   - inDoubt: whether the picture was looked at before and nothing was read surely.
    public func withFurtherLooks(
        _ first: BandEvidence, in picture: ImagePyramid, inDoubt: Bool
    ) throws(RecognitionError) -> BandEvidence {
        if first.reading.isOfOtherTypeface { return first }
        var best = try explained(first, in: picture)
        if let other = try inOtherTypeface(best, in: picture) { return other }
        if best.isRefuted { return best }
        // Testimonies hang on the band alone, not on what was read of it since.
        var opinions: [SecondOpinion] = []
        var isTieBreakerAsked = false
        for (looks, variation) in configuration.furtherLooks.enumerated() {
            if opinions.isEmpty && best.isDecided {
                guard best.reading.isVerified else { break }
                best = try judged(best, in: picture)
                if best.isRefuted { return best }
                isTieBreakerAsked = inDoubt || looks > 0 || panel.demandsAgreement
                opinions = try secondOpinions(about: best, in: picture, withTieBreaker: isTieBreakerAsked)
                if disputes(of: best, by: opinions, seeing: best.reading.pixels).isEmpty { return best }
            }
            guard let next = try fused(best, with: variation, by: panel.reader, in: picture) else { break }
            best = next
        }
        guard best.reading.isVerified else { return try explained(best, in: picture) }
        best = try judged(best, in: picture)
        if best.isRefuted { return best }
        if opinions.isEmpty {
            opinions = try secondOpinions(about: best, in: picture, withTieBreaker: true)
        } else if !isTieBreakerAsked {
            opinions += try secondOpinions(of: [panel.tieBreaker], about: best.band, in: picture)
        }
        let disputes = disputes(of: best, by: opinions, seeing: best.reading.pixels)
        if !disputes.isEmpty { best.reading.status = .unverified([], disputes) }
        return best
    }

    /// The places that the pixels themselves speak against, or, where they do not, that the second reader, the tie-breaker or a
    /// bolder look reads differently than `evidence` has them, and no check digit would notice.
    public func disputes(
        of evidence: BandEvidence, in picture: ImagePyramid
    ) throws(RecognitionError) -> [Reading.Doubt] {
        let pixels = try pixels(of: evidence, in: picture)
        let doubts = judge.doubts(of: evidence.reading.transcript, from: pixels)
        guard doubts.isEmpty else { return doubts }
        let first = disputes(
            of: evidence, by: try secondOpinions(about: evidence, in: picture, withTieBreaker: false), seeing: pixels)
        // The tie-breaker costs most, and what is disputed without it stays so.
        guard first.isEmpty else { return first }
        return disputes(
            of: evidence, by: try secondOpinions(of: [panel.tieBreaker], about: evidence.band, in: picture),
            seeing: pixels)
    }

    /// A verified reading held against its own pixels; unverified and refuted where they speak against it.
    private func judged(_ evidence: BandEvidence, in picture: ImagePyramid) throws(RecognitionError) -> BandEvidence {
        var judged = evidence
        let pixels = try pixels(of: evidence, in: picture)
        judged.reading.pixels = pixels
        let doubts = judge.doubts(of: evidence.reading.transcript, from: pixels)
        if !doubts.isEmpty {
            judged.reading.status = .unverified([], doubts)
            judged.isRefuted = true
        }
        return judged
    }

    /// A reading that nothing but a few unsure characters hold back, held against its pixels as well: where these show that
    /// something lies over each of them, that is the reason, and no other look is of use.
    private func explained(_ evidence: BandEvidence, in picture: ImagePyramid) throws(RecognitionError) -> BandEvidence
    {
        guard case .unverified(let objections, let doubts) = evidence.reading.status, objections.isEmpty,
            !doubts.isEmpty, evidence.isCheap
        else { return evidence }
        let unsure = doubts.compactMap { if case .unsure(let place) = $0 { place } else { nil } }
        guard unsure.count == doubts.count, unsure.count <= configuration.maxObscured else { return evidence }
        let judged = try judged(evidence, in: picture)
        let obscured = Set(
            judged.reading.status.doubts.compactMap { if case .obscured(let place) = $0 { place } else { nil } })
        return obscured.isSuperset(of: unsure) && obscured.count <= configuration.maxObscured ? judged : evidence
    }

    /// What the reader of other typefaces makes of a band that is not verified; nil where it is not surer than the usual
    /// reader, or the cells do not show what that one says: those of OCR-B do, but for a few that something lies over.
    private func inOtherTypeface(_ first: BandEvidence, in picture: ImagePyramid) throws(RecognitionError)
        -> BandEvidence?
    {
        guard !first.reading.isVerified,
            let other = try inOtherTypeface(first.band, first.plainStrips, maxCost: first.costPerCharacter, in: picture)
        else { return nil }
        let doubts = judge.doubts(of: first.reading.transcript, from: try pixels(of: first, in: picture))
        let obscured = doubts.count { if case .obscured = $0 { true } else { false } }
        let characters = first.reading.transcript.format.lineLengths.reduce(0, +)
        return Double(obscured) >= configuration.minForeign * Double(characters) ? other : nil
    }

    /// What the reader of other typefaces makes of a band that reads as no MRZ, the way round that its fillers suggest.
    private func inOtherTypeface(_ band: Band, in picture: ImagePyramid) throws(RecognitionError) -> BandEvidence? {
        let strips = strips(of: band, from: picture)
        return OrientationVote.upright(strips) >= 0
            ? try inOtherTypeface(band, strips, maxCost: configuration.goodCost, in: picture)
            : try inOtherTypeface(band.turned, nil, maxCost: configuration.goodCost, in: picture)
    }

    /// The same, nil where a first look at the plain cut costs `maxCost` a character; other cuts are looked at until it is
    /// decided. It is never verified.
    private func inOtherTypeface(
        _ band: Band, _ plain: [LineStrip]?, maxCost: Double, in picture: ImagePyramid
    ) throws(RecognitionError) -> BandEvidence? {
        guard let reader = panel.typefaceReader else { return nil }
        let strips = plain ?? strips(of: band, from: picture)
        guard
            var best = evidence(
                try read(strips, of: band, by: reader), of: band, in: picture, plainStrips: strips),
            best.costPerCharacter < maxCost
        else { return nil }
        for variation in configuration.furtherLooks where !best.isDecided {
            guard let next = try fused(best, with: variation, by: reader, in: picture) else { break }
            best = next
        }
        return best.inOtherTypeface
    }

    private func pixels(of evidence: BandEvidence, in picture: ImagePyramid) throws(RecognitionError) -> PixelEvidence {
        let band = evidence.band
        let lines = (0..<band.lineCount).map { highRectifier.strip(of: band, line: $0, from: picture) }
        let stray = StrayPrint(on: lines, highRectifier.geometry, as: evidence.reading.transcript)
        let strips = evidence.plainStrips ?? strips(of: band, from: picture)
        return try PixelEvidence(
            of: evidence, on: strips, stray: stray, isAmongLines: try isAmongLines(band, strips, in: picture),
            in: picture.base, by: panel.verifier)
    }

    /// Whether another line of an MRZ stands right above the lines of a band or right below them, as far off as they are from each
    /// other: then nobody knows which of them belong together.
    private func isAmongLines(
        _ band: Band, _ strips: [LineStrip], in picture: ImagePyramid
    ) throws(RecognitionError) -> Bool {
        guard band.lineCount > 1, let palest = strips.map(\.typicalContrast).min() else { return false }
        let dark = [-1, band.lineCount].filter { line in
            lowRectifier.strip(of: band, line: line, from: picture).typicalContrast > configuration.minNeighbour
                * palest
        }
        if dark.isEmpty { return false }
        let beside = dark.map { rectifier.strip(of: band, line: $0, from: picture) }
        return !LineReading.clear(
            try read(beside, of: band, by: panel.reader), minCoherence: configuration.minCoherence
        ).isEmpty
    }

    /// What the bold look shows to our own network, the second reader, and the tie-breaker where it is wanted.
    private func secondOpinions(
        about evidence: BandEvidence, in picture: ImagePyramid, withTieBreaker: Bool
    ) throws(RecognitionError) -> [SecondOpinion] {
        let band = evidence.band
        let plain = evidence.plainStrips ?? strips(of: band, from: picture)
        let bold = try read(
            plain.map { $0.withoutStrokes(fainterThan: configuration.faintestStroke) }, of: band, by: panel.reader)
        let others = try secondOpinions(
            of: withTieBreaker ? [panel.secondReader, panel.tieBreaker] : [panel.secondReader], about: band, in: picture
        )
        return [
            SecondOpinion(lines: bold, minBelief: configuration.boldBelief, minSupport: 0, countsOnlyIfProved: true)
        ]
            + others
    }

    /// What other readers make of one cut, the same for each.
    private func secondOpinions(
        of readers: [any TextRecognizer], about band: Band, in picture: ImagePyramid
    ) throws(RecognitionError) -> [SecondOpinion] {
        let strips = strips(of: band, from: picture, varied: configuration.secondReaderVariation)
        var secondOpinions: [SecondOpinion] = []
        for reader in readers {
            let lines = try read(strips, of: band, by: reader)
            secondOpinions.append(
                SecondOpinion(
                    lines: lines, minBelief: 0, minSupport: configuration.minSecondReaderBelief,
                    countsOnlyIfProved: false,
                    concernsAll: panel.demandsAgreement && reader === panel.tieBreaker))
        }
        return secondOpinions
    }

    /// - Parameter pixels: what they show plainly may outweigh what another reader sees.
    private func disputes(
        of evidence: BandEvidence, by secondOpinions: [SecondOpinion], seeing pixels: PixelEvidence?
    ) -> [Reading.Doubt] {
        let transcript = evidence.reading.transcript
        var disputes: [Reading.Doubt] = []
        for secondOpinion in secondOpinions {
            let own = secondOpinion.disputes(of: transcript) { seen, place in
                pixels.map { judge.outweighs(seen, at: place, of: transcript, $0) } ?? false
            }
            disputes += own.filter { !disputes.contains($0) }
        }
        return disputes
    }

    /// - Parameter lines: of the band; nil for all.
    private func strips(
        of band: Band, lines: Range<Int>? = nil, from picture: ImagePyramid, varied variation: StripVariation = .plain
    ) -> [LineStrip] {
        (lines ?? 0..<band.lineCount).map { rectifier.strip(of: band, line: $0, from: picture, varied: variation) }
    }

    private func read(
        _ strips: [LineStrip], of band: Band, by reader: any TextRecognizer
    ) throws(RecognitionError) -> [LineReading] {
        zip(try reader.recognize(strips.map(\.image)), strips).map { glyphs, strip in
            decoding.reading(of: glyphs, on: strip, columns: band.columnCount)
        }
    }

    /// The evidence with another look by the one who read it; nil where both together fit no layout.
    private func fused(
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

    private func evidence(
        _ lines: [LineReading], of band: Band, in picture: ImagePyramid, plainStrips: [LineStrip]?
    ) -> BandEvidence? {
        guard let transcript = decoding.transcript(of: lines, columns: band.columnCount),
            let start = transcript.starts.min()
        else { return nil }
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

    /// Whether the lines may be the beginning of longer ones.
    ///
    /// A layout that ends without a check digit is whole only where the picture shows that nothing follows: a large visa
    /// whose last fillers are cut off reads as a small one. One that ends with a check digit is not whole where print goes
    /// on in every line: in one passport of ten the first 36 columns hold as a card's do.
    private func mayGoOn(
        _ lines: [LineReading], as transcript: Transcript, of band: Band, in picture: ImagePyramid
    ) -> Bool {
        let format = transcript.format
        guard let length = format.lineLengths.max(), let start = transcript.starts.max(),
            configuration.formats.contains(where: {
                $0.lineLengths.count == lines.count && $0.lineLengths.allSatisfy { $0 > length }
            })
        else { return false }
        let following = zip(lines, transcript.starts).map { line, start in line.cell(start + length) }
        if following.allSatisfy({ ($0.options.first?.weight ?? 0) > configuration.minPrintBeyond }) { return true }
        guard
            lines.indices.allSatisfy({
                !transcript.isProtected(at: MRZPosition(line: $0, column: format.lineLengths[$0] - 1))
            })
        else { return false }
        let beyond = band.quad(from: start, columns: length + 1)
        let width = Double(picture.base.width)
        let height = Double(picture.base.height)
        let isShown = [beyond.topRight, beyond.bottomRight].allSatisfy { point in
            (0..<width).contains(point.x) && (0..<height).contains(point.y)
        }
        let shown = band.window(columns: start..<(start + length), lines: 0..<band.lineCount)
        return !isShown
            || lines.indices.contains { !PaperBeyond.follows(shown, line: $0, columns: length, in: picture.base) }
            || following.contains { !$0.isEmpty && $0.weight(of: .filler) > configuration.maxFillerBeyond }
    }
}
