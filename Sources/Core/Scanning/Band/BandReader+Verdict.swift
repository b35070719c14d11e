import Imaging
public import MRZDetection
import MRZParsing
public import Recognition

/// What is about to be verified, held against further looks, its own pixels and the second readers.
extension BandReader {
    /// The evidence with further looks at other cuts from the same picture, until it is settled; what is verified then
    /// has to stand up to its own pixels and to the second opinions. What the pixels refute stays so. Where those
    /// dispute what one look was sure of, all looks are taken. What took more than one look has to stand up to the
    /// tie-breaker too.
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
        if let other = try inOtherTypeface(insteadOf: best, in: picture) { return other }
        if best.isRefuted { return best }
        // Second opinions hang on the band alone, not on what was read of it since.
        var opinions: [SecondOpinion] = []
        var isTieBreakerAsked = false
        // What other readers disputed is not forgotten where further looks read something else.
        var refuted = first.reading.refuted
        for (looks, variation) in configuration.furtherLooks.enumerated() {
            if opinions.isEmpty && best.isDecided {
                guard best.reading.isVerified else { break }
                best = try judged(best, in: picture)
                if best.isRefuted { return best }
                isTieBreakerAsked = inDoubt || looks > 0 || panel.demandsAgreement
                opinions = try secondOpinions(about: best, in: picture, withTieBreaker: isTieBreakerAsked)
                if try disputes(of: &best, by: opinions, in: picture).isEmpty { return best }
                refuted = best.reading.mrz
            }
            guard let next = try fused(best, with: variation, by: panel.reader, in: picture) else { break }
            best = next
            best.reading.refuted = refuted
        }
        guard best.reading.isVerified else { return try explained(best, in: picture) }
        best = try judged(best, in: picture)
        if best.isRefuted { return best }
        if opinions.isEmpty {
            opinions = try secondOpinions(about: best, in: picture, withTieBreaker: true)
        } else if !isTieBreakerAsked {
            opinions += try secondOpinions(of: [panel.tieBreaker], about: best.band, in: picture)
        }
        let disputes = try disputes(of: &best, by: opinions, in: picture)
        if !disputes.isEmpty { best.reading.withdraw(for: disputes) }
        return best
    }

    /// The places that the pixels themselves speak against, or, where they do not, that the second reader, the
    /// tie-breaker or a bolder look reads differently than `evidence` has them, and no check digit would notice.
    ///
    /// - Parameter evidence: gets what its pixels say.
    public func disputes(
        of evidence: inout BandEvidence, in picture: ImagePyramid
    ) throws(RecognitionError) -> [Reading.Doubt] {
        let pixels = try pixels(of: evidence, in: picture)
        evidence.reading.pixels = pixels
        let doubts = judge.doubts(of: evidence.reading.transcript, from: pixels)
        guard doubts.isEmpty else { return doubts }
        let first = try disputes(
            of: &evidence, by: try secondOpinions(about: evidence, in: picture, withTieBreaker: false), in: picture)
        // The tie-breaker costs most, and what is disputed without it stays so.
        guard first.isEmpty else { return first }
        return try disputes(
            of: &evidence, by: try secondOpinions(of: [panel.tieBreaker], about: evidence.band, in: picture),
            in: picture)
    }

    /// A verified reading held against its own pixels; unverified and refuted where they speak against it.
    private func judged(_ evidence: BandEvidence, in picture: ImagePyramid) throws(RecognitionError) -> BandEvidence {
        var judged = evidence
        let pixels = try pixels(of: evidence, in: picture)
        judged.reading.pixels = pixels
        let doubts = judge.doubts(of: evidence.reading.transcript, from: pixels)
        if !doubts.isEmpty {
            judged.reading.withdraw(for: doubts)
            judged.isRefuted = true
        }
        return judged
    }

    /// A reading that nothing but a few unsure characters hold back, held against its pixels as well: where these show
    /// that something lies over each of them, that is the reason, and no other look is of use.
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

    func pixels(of evidence: BandEvidence, in picture: ImagePyramid) throws(RecognitionError) -> PixelEvidence {
        let band = evidence.band
        let transcript = evidence.reading.transcript
        let (strips, lines, falls) = evenedStrips(of: evidence, from: picture)
        let stray = StrayPrint(on: lines, highRectifier.geometry, clearance: band.clearance, as: transcript)
        let surroundings = try CellSurroundings(
            of: transcript, on: lines, capHeight: highRectifier.geometry.capHeight, clearance: band.clearance,
            by: panel.verifier)
        var pixels = try PixelEvidence(
            of: evidence, on: strips, falls: falls, stray: stray, surroundings: surroundings,
            isAmongLines: try isAmongLines(band, strips, in: picture), in: picture.base, by: panel.verifier)
        let judged = judge.judged(transcript, pixels)
        pixels.likenesses =
            try CellLikenesses(
                at: judged.placesInQuestion, beside: judged.exemplars, of: transcript, on: strips, by: panel.verifier
            ).logOdds
        return pixels
    }

    /// The lines as the first look cut them, or cut so once more.
    func plainStrips(of evidence: BandEvidence, from picture: ImagePyramid) -> [LineStrip] {
        evidence.plainStrips ?? strips(of: evidence.band, from: picture)
    }

    /// Whether a line of an MRZ stands above the lines of a band or below them, about as far off as they are from each
    /// other, or any words between them: then nobody knows which of them belong together.
    private func isAmongLines(
        _ band: Band, _ strips: [LineStrip], in picture: ImagePyramid
    ) throws(RecognitionError) -> Bool {
        guard band.lineCount > 1, let palest = strips.map(\.typicalContrast).min() else { return false }
        let places = LinesBeside(band, in: picture)
        func cut(_ places: [Double]) -> [LineStrip] {
            places.map { rectifier.strip(of: band, line: $0, from: picture) }
        }
        let between = cut(places.between)
        let outside = cut(places.outside).filter { $0.typicalContrast > configuration.minNeighbour * palest }
        if between.isEmpty, outside.isEmpty { return false }
        let lines = try read(between + outside, of: band, by: panel.reader)
        return lines.prefix(between.count).contains { $0.clearColumns.count >= configuration.minWords }
            || lines.dropFirst(between.count).contains { $0.isLikeMRZ(minCoherence: configuration.minCoherence) }
    }

    /// What the bold look shows to our own network, the second reader, and the tie-breaker where it is wanted.
    private func secondOpinions(
        about evidence: BandEvidence, in picture: ImagePyramid, withTieBreaker: Bool
    ) throws(RecognitionError) -> [SecondOpinion] {
        let band = evidence.band
        let plain = plainStrips(of: evidence, from: picture)
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

    /// The places that are disputed where neither what the pixels show plainly nor what the page shows elsewhere
    /// outweighs it.
    private func disputes(
        of evidence: inout BandEvidence, by secondOpinions: [SecondOpinion], in picture: ImagePyramid
    ) throws(RecognitionError) -> [Reading.Doubt] {
        let disputed = disputes(of: evidence, by: secondOpinions)
        let places = disputed.compactMap { if case .disputed(let place) = $0 { place } else { nil } }
        guard var pixels = evidence.reading.pixels, !places.isEmpty, places.count <= configuration.maxObscured else {
            return disputed
        }
        let transcript = evidence.reading.transcript
        // What is disputed itself is no example: whoever misreads one letter may misread it everywhere.
        let exemplars = judge.judged(transcript, pixels).exemplars.filter { !places.contains($0) }
        let likenesses = try CellLikenesses(
            at: places, beside: exemplars, of: transcript,
            on: plainStrips(of: evidence, from: picture), by: panel.verifier)
        pixels.likenesses.merge(likenesses.logOdds) { $1 }
        evidence.reading.pixels = pixels
        return disputes(of: evidence, by: secondOpinions)
    }

    private func disputes(of evidence: BandEvidence, by secondOpinions: [SecondOpinion]) -> [Reading.Doubt] {
        let transcript = evidence.reading.transcript
        // Most pages are not disputed at all.
        lazy var judged = evidence.reading.pixels.map { judge.judged(transcript, $0) }
        var disputes: [Reading.Doubt] = []
        for secondOpinion in secondOpinions {
            let own = secondOpinion.disputes(of: transcript) { seen, place in
                judged?.outweighs(seen, at: place) ?? false
            }
            disputes += own.filter { !disputes.contains($0) }
        }
        return disputes
    }
}
