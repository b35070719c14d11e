public import Imaging
public import MRZDetection
public import MRZParsing
public import Recognition

/// Reads the machine-readable zones of a picture: detection, straightening, recognition, decoding, verdict.
///
/// A scanner belongs to one worker, as its recogniser does.
public final class MRZScanner {
    private let recognizer: any TextRecognizer
    private let witness: any TextRecognizer
    private let configuration: Configuration
    private let verifier: Verifier
    private let transcriber: Transcriber
    private let rectifier: Rectifier

    /// How hard the scanner tries.
    public struct Configuration: Sendable {
        public var detector = BandDetector.Configuration()
        /// The strips that the recogniser's model was trained on: capitals of 24 pixels. Blur and threshold make the ink
        /// of a band about 8 % higher than its capitals are, hence 26 (measured: 24 reads 92 % of the devset, 26 96 %).
        public var geometry = StripGeometry(height: 32, capHeight: 26, pitch: 20, margin: 2)
        /// The long side of the searched picture in the first attempt, in pixels. An MRZ that fills half of it has
        /// characters of 15 pixels there.
        public var searchSide = 1280
        /// How much larger or smaller the picture is searched when the first attempt found nothing that verifies.
        public var furtherScales = [1.8, 0.55]
        /// Enlarging beyond this shows nothing new.
        public var mostEnlarged = 2.6
        /// Bands at least this good are read even when another one has been verified: two documents in one picture.
        public var secondBandQuality = 0.5
        /// A cell with less than this share of its line's contrast is blank.
        public var leastContrast = 0.3
        /// Correlation with the filler beside it from which an unread cell is one too.
        public var leastLikeness = 0.86
        /// Cuts that are read too, one after the other, until the reading holds.
        public var furtherLooks = [
            StripVariation(capScale: 1.07, lowered: 0.03, moved: 0.1),
            StripVariation(capScale: 0.95, lowered: -0.04, moved: -0.1),
            StripVariation(capScale: 1.02, lowered: -0.08, moved: 0.2),
        ]
        /// The cut that the witness reads.
        public var witnessLook = StripVariation(capScale: 1.03, lowered: -0.02, moved: 0.15)
        /// Below this coherence of the glyphs with their cells a band is no fixed-pitch print.
        public var leastCoherence = 0.5
        /// A reading this cheap per character is in the right orientation.
        public var goodCost = 0.3
        /// Readings that cost more than this per character are not readings.
        public var mostCost = 0.75

        public init() {}
    }

    /// What one picture gave, and how long it took.
    public struct Result: Sendable {
        /// One a document, the surest first; empty when no MRZ was found.
        public var readings: [Reading] = []
        public var timing = Timing()
    }

    /// Time by stage.
    public struct Timing: Sendable {
        public var detect = Effort.zero
        public var recognize = Effort.zero

        public init() {}
    }

    /// - Parameters:
    ///   - recognizer: used by this scanner only.
    ///   - witness: another recogniser, best over another network, which reads what is about to be called verified once
    ///     more: characters that no check digit protects must be read alike by both.
    ///   - reference: today, for the centuries of two-digit years.
    public init(
        recognizer: any TextRecognizer, witness: any TextRecognizer, asOf reference: CalendarDay,
        configuration: Configuration = .init()
    ) {
        self.recognizer = recognizer
        self.witness = witness
        self.configuration = configuration
        verifier = Verifier(configuration: .init(), reference: reference)
        transcriber = Transcriber(configuration: .init())
        rectifier = Rectifier(configuration.geometry)
    }

    /// Every MRZ found in `picture`.
    ///
    /// - Throws: `RecognitionError` when the engine fails. A picture without an MRZ is an empty result, not an error.
    public func scan(_ picture: Picture) throws(RecognitionError) -> Result {
        var result = Result()
        var found: [Candidate] = []
        for image in searches(of: picture) {
            let started = Effort.Start.now
            let bands = BandDetector(configuration.detector).bands(in: image.searched(), scale: image.scale)
            result.timing.detect += started.elapsed
            let begun = Effort.Start.now
            for band in bands {
                let done = found.contains { $0.reading.isVerified && $0.reading.quad.contains(band.quad.center) }
                let another = found.contains { $0.reading.isVerified }
                if done || another && band.quality < configuration.secondBandQuality { continue }
                if let candidate = try read(band, from: image.pyramid) { found.append(candidate) }
            }
            result.timing.recognize += begun.elapsed
            if found.contains(where: \.isSettled) { break }
        }
        result.readings = distinct(found)
        return result
    }

    /// A reading and how it stands against others of the same place.
    private struct Candidate {
        let reading: Reading
        let costPerCharacter: Double

        /// Nothing better is to be expected: it holds, or what does not hold is printed so.
        var isSettled: Bool {
            if reading.isVerified { return true }
            if case .unverified(_, let doubts) = reading.status { return doubts.isEmpty && costPerCharacter < 0.15 }
            return false
        }
    }

    /// A picture to search, and the pixels that its bands are cut from.
    private struct Search {
        let pyramid: ImagePyramid
        let width: Int
        let height: Int
        /// Pixels of the pyramid's base for one searched.
        var scale: Double { Double(pyramid.base.width) / Double(width) }

        func searched() -> GrayImage { pyramid.base.resized(width: width, height: height) }
    }

    private func searches(of picture: Picture) -> [Search] {
        let base = ImagePyramid(picture.gray)
        let long = max(picture.gray.width, picture.gray.height)
        guard long > 0 else { return [] }
        return configuration.searchScales(longSide: long).map { scale in
            Search(
                pyramid: base, width: max(1, Int(Double(picture.gray.width) * scale)),
                height: max(1, Int(Double(picture.gray.height) * scale)))
        }
    }

    /// The best reading of `band` in any orientation; nil when it reads as no MRZ.
    private func read(_ band: Band, from pyramid: ImagePyramid) throws(RecognitionError) -> Candidate? {
        var best: (candidate: Candidate, band: Band, lines: [LineReading])?
        ways: for mirrored in [false, true] {
            let way = mirrored ? band.mirrored : band
            let strips = strips(of: way, from: pyramid)
            let upright = OrientationVote.upright(strips) >= 0
            let first = upright ? way : way.turned
            for (band, known) in [(first, upright ? strips : nil), (first.turned, upright ? nil : strips)] {
                let lines = try look(at: known ?? self.strips(of: band, from: pyramid), of: band)
                // Whichever way up it is read, fixed-pitch print puts its glyphs into the middle of the cells.
                if LineReading.coherence(of: lines) < configuration.leastCoherence { return nil }
                guard let candidate = candidate(lines, of: band) else { continue }
                if candidate.costPerCharacter < best?.candidate.costPerCharacter ?? .infinity {
                    best = (candidate, band, lines)
                }
                if candidate.costPerCharacter < configuration.goodCost { break ways }
            }
            // Mirrors are rare: only what looks much like an MRZ and reads as none is tried.
            if band.quality < 0.5 || best?.candidate.costPerCharacter ?? .infinity < configuration.mostCost { break }
        }
        guard let best, best.candidate.costPerCharacter <= configuration.mostCost else { return nil }
        return try confirmed(best.candidate, lines: best.lines, of: best.band, from: pyramid)
    }

    /// The reading after further looks at slightly different cuts, where the first does not hold.
    private func confirmed(
        _ first: Candidate, lines: [LineReading], of band: Band, from pyramid: ImagePyramid
    ) throws(RecognitionError) -> Candidate {
        var best = first
        var lines = lines
        for variation in configuration.furtherLooks where !best.isSettled {
            let further = try look(at: strips(of: band, from: pyramid, varied: variation), of: band)
            lines = zip(lines, further).map { $0.fused(with: $1) }
            guard let next = candidate(lines, of: band) else { break }
            best = next
        }
        return best.reading.isVerified ? try witnessed(best, of: band, from: pyramid) : best
    }

    /// The candidate, no longer verified where the witness reads an unprotected character differently.
    private func witnessed(
        _ candidate: Candidate, of band: Band, from pyramid: ImagePyramid
    ) throws(RecognitionError) -> Candidate {
        let strips = strips(of: band, from: pyramid, varied: configuration.witnessLook)
        let lines = try look(at: strips, of: band, by: witness)
        let transcript = candidate.reading.transcript
        var disputes: [Reading.Doubt] = []
        for (number, line) in transcript.mrz.lines.enumerated() {
            for (column, character) in line.characters.enumerated() {
                let position = MRZPosition(line: number, column: column)
                guard !verifier.isProtected(position, in: transcript) else { continue }
                let cell = lines[number].cell(transcript.starts[number] + column)
                if cell.options.first?.character != character { disputes.append(.disputed(at: position)) }
            }
        }
        guard !disputes.isEmpty else { return candidate }
        var reading = candidate.reading
        reading.status = .unverified([], disputes)
        return Candidate(reading: reading, costPerCharacter: candidate.costPerCharacter)
    }

    private func strips(
        of band: Band, from pyramid: ImagePyramid, varied variation: StripVariation = .plain
    ) -> [LineStrip] {
        (0..<band.lineCount).map { rectifier.strip(of: band, line: $0, from: pyramid, varied: variation) }
    }

    private func look(
        at strips: [LineStrip], of band: Band, by other: (any TextRecognizer)? = nil
    ) throws(RecognitionError) -> [LineReading] {
        var lines: [LineReading] = []
        for strip in strips {
            let glyphs = try (other ?? recognizer).recognize(strip.image)
            lines.append(
                LineReading(
                    glyphs, on: strip, columns: band.columnCount, margin: margin,
                    leastContrast: configuration.leastContrast, leastLikeness: configuration.leastLikeness))
        }
        return lines
    }

    /// Columns outside the grid that the strips show.
    private var margin: Int { Int(configuration.geometry.margin.rounded(.up)) }

    private func candidate(_ lines: [LineReading], of band: Band) -> Candidate? {
        guard let transcript = transcriber.transcripts(of: lines, columns: band.columnCount, margin: margin).first,
            let start = transcript.starts.min()
        else { return nil }
        let coherence = LineReading.coherence(of: lines)
        let quad = band.quad(from: start, columns: transcript.format.lineLengths.max() ?? band.columnCount)
        let reading = Reading(
            status: verifier.status(of: transcript, coherence: coherence), transcript: transcript, quad: quad,
            rotation: quad.rotation, isMirrored: band.isMirrored)
        let characters = transcript.format.lineLengths.reduce(0, +)
        return Candidate(reading: reading, costPerCharacter: transcript.cost / Double(characters))
    }

    /// Of readings of one place the best: a verified one, then the cheapest.
    private func distinct(_ candidates: [Candidate]) -> [Reading] {
        let sorted = candidates.sorted { a, b in
            if a.reading.isVerified != b.reading.isVerified { return a.reading.isVerified }
            return a.costPerCharacter < b.costPerCharacter
        }
        var kept: [Reading] = []
        for candidate in sorted {
            let quad = candidate.reading.quad
            if kept.contains(where: { $0.quad.contains(quad.center) || quad.contains($0.quad.center) }) { continue }
            kept.append(candidate.reading)
        }
        return kept
    }
}
