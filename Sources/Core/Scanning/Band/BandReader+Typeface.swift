import MRZDetection
import MRZParsing
import Recognition

/// Print that is no OCR-B, read by who reads other typefaces.
extension BandReader {
    /// What the reader of other typefaces makes of a band that is not verified; nil where it is not surer than the
    /// usual reader, or the cells do not show what that one says: those of OCR-B do, but for a few that something lies
    /// over.
    func inOtherTypeface(insteadOf first: BandEvidence, in picture: ImagePyramid) throws(RecognitionError)
        -> BandEvidence?
    {
        guard !first.reading.isVerified,
            let other = try readInOtherTypeface(
                first.band, first.plainStrips, maxCost: first.costPerCharacter, in: picture)
        else { return nil }
        let doubts = judge.doubts(of: first.reading.transcript, from: try pixels(of: first, in: picture))
        let obscured = doubts.count { if case .obscured = $0 { true } else { false } }
        let characters = first.reading.transcript.format.lineLengths.reduce(0, +)
        return Double(obscured) >= configuration.minForeign * Double(characters) ? other : nil
    }

    /// What the reader of other typefaces makes of a band that reads as no MRZ, the way round that its fillers suggest.
    func inOtherTypeface(of band: Band, in picture: ImagePyramid) throws(RecognitionError) -> BandEvidence? {
        let strips = strips(of: band, from: picture)
        return OrientationVote.upright(strips) >= 0
            ? try readInOtherTypeface(band, strips, maxCost: configuration.goodCost, in: picture)
            : try readInOtherTypeface(band.turned, nil, maxCost: configuration.goodCost, in: picture)
    }

    /// What the reader of other typefaces makes of a band; nil where a first look at the plain cut costs `maxCost` a
    /// character. Other cuts are looked at until it is decided. It is never verified.
    private func readInOtherTypeface(
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
}
