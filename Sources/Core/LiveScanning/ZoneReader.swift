import Imaging
import MRZDetection
import Recognition
import Scanning

/// Takes looks at zones, one a frame: whichever way round the last one was read, each time cut a little differently,
/// and only where a look can add something.
final class ZoneReader {
    private let reader: BandReader
    private let configuration: Configuration

    struct Configuration: Sendable {
        var demands = ZoneQuality.Demands()
        /// The cuts of successive looks.
        var cuts: [StripVariation] = [.plain] + MRZScanner.Configuration().furtherLooks
        /// A frame less sharp than this share of the sharpest is left out.
        var minOfSharpest = 0.7
        /// So many frames in a row are left out for that at most.
        var maxLeftOut = 3
        /// How fast the sharpest is forgotten, from frame to frame.
        var forgetting = 0.97
        /// Above this cost per character a zone may be another idea of the same lines.
        var goodCost = 0.3
        /// Looks in a row that read no MRZ, after which it is looked for elsewhere.
        var maxFailures = 3
        /// One in so many of the frames with print that is no MRZ is looked at in the end.
        var longestPause = 15
        /// Such a frame is looked at anyway where its score is so many times the best of those looks.
        var muchBetter = 1.1

        init() {}
    }

    /// How the document was last read.
    private struct Pose {
        let topLeft: Point
        let isMirrored: Bool
        let lines: Int
        let isOfOtherTypeface: Bool

        init(_ evidence: BandEvidence, in zone: Zone) {
            topLeft = evidence.band.quad.topLeft + zone.origin
            isMirrored = evidence.band.isMirrored
            lines = evidence.band.lineCount
            isOfOtherTypeface = evidence.reading.isOfOtherTypeface
        }
    }

    private var pose: Pose?
    private var sharpest = 0.0
    private var leftOut = 0
    private var failures = 0
    private var pause = 0
    /// The best score of the zones that read as no MRZ, of those in a row.
    private var failedScore = 0.0
    private var taken = 0

    init(_ reader: BandReader, _ configuration: Configuration = .init()) {
        self.reader = reader
        self.configuration = configuration
    }

    /// Looks in a row that read no MRZ.
    var isLost: Bool { failures >= configuration.maxFailures }

    /// Nothing is known any more of how the document lies.
    func forget() {
        pose = nil
        sharpest = 0
        leftOut = 0
        failures = 0
        pause = 0
        failedScore = 0
        taken = 0
    }

    /// The zone that is to be read next; nil of no zones.
    func choice(of zones: [Zone]) -> Zone? {
        guard let pose else { return zones.isEmpty ? nil : zones[failures % zones.count] }
        func distance(_ zone: Zone) -> Double {
            [zone.band, zone.band.turned].map { ($0.quad.topLeft + zone.origin - pose.topLeft).length }.min() ?? 0
        }
        let alike = zones.filter { $0.band.lineCount == pose.lines }
        return (alike.isEmpty ? zones : alike).min { distance($0) < distance($1) }
    }

    /// Whether a look at a zone of this quality is worth its time now.
    func isWorthALook(at zone: Zone, _ quality: ZoneQuality, hint: ScanHint?) -> Bool {
        if pause > 0 {
            pause -= 1
            // More of it has come into view.
            guard zone.band.score > configuration.muchBetter * failedScore else { return false }
            pause = 0
        }
        sharpest = max(quality.sharpness, sharpest * configuration.forgetting)
        if leftOut < configuration.maxLeftOut,
            hint != nil || quality.sharpness < configuration.minOfSharpest * sharpest
        {
            leftOut += 1
            return false
        }
        leftOut = 0
        return true
    }

    /// What one look at a zone shows.
    struct Look {
        /// nil when it reads as no MRZ.
        let evidence: BandEvidence?
        /// Lines of one that can be read all the same.
        let clearLines: Int
    }

    func look(at zone: Zone) throws(RecognitionError) -> Look {
        let look: Look
        if let pose {
            let cut = configuration.cuts[taken % configuration.cuts.count]
            let evidence = try reader.look(
                at: turned(zone, like: pose), in: zone.picture, varied: cut, inOtherTypeface: pose.isOfOtherTypeface)
            look = Look(evidence: evidence, clearLines: 0)
        } else {
            let first = try reader.firstLook(at: zone.band, in: zone.picture)
            look = Look(evidence: first.evidence, clearLines: first.clearLines.count)
        }
        taken += 1
        guard let evidence = look.evidence, evidence.costPerCharacter < configuration.goodCost else {
            // A part of an MRZ is the right place: the rest may come into view.
            failures = look.clearLines > 0 ? 0 : failures + 1
            failedScore = failures > 0 ? max(failedScore, zone.band.score) : 0
            pose = nil
            // Each time twice as long. A zone may be in view for hours, and an integer has no room for so many doublings.
            if isLost { pause = min(1 << min(failures - configuration.maxFailures, 30), configuration.longestPause) }
            return look
        }
        failures = 0
        failedScore = 0
        pose = Pose(evidence, in: zone)
        return look
    }

    /// All that can be got out of one frame; print of another typeface is read as such from then on, until another such
    /// look takes it for OCR-B: what looked so may have been a finger.
    func everything(of evidence: BandEvidence, in zone: Zone) throws(RecognitionError) -> BandEvidence {
        var first = evidence
        if first.reading.isOfOtherTypeface,
            let usual = try reader.look(at: first.band, in: zone.picture, varied: .plain),
            usual.costPerCharacter < configuration.goodCost
        {
            first = usual
        }
        let refined = try reader.withFurtherLooks(first, in: zone.picture, inDoubt: true)
        pose = Pose(refined, in: zone)
        return refined
    }

    /// The places where its pixels or another reader disagree.
    ///
    /// - Parameter evidence: gets what its pixels say.
    func disputes(of evidence: inout BandEvidence, in zone: Zone) throws(RecognitionError) -> [Reading.Doubt] {
        try reader.disputes(of: &evidence, in: zone.picture)
    }

    /// Whether one of some zones, that which lies like the last one, reads the same.
    func agrees(_ zones: [Zone], with evidence: BandEvidence) throws(RecognitionError) -> Bool {
        guard let pose, let zone = choice(of: zones) else { return false }
        let other = try reader.look(at: turned(zone, like: pose), in: zone.picture)
        return other?.reading.mrz == evidence.reading.mrz
    }

    private func turned(_ zone: Zone, like pose: Pose) -> Band {
        let band = zone.band.isMirrored == pose.isMirrored ? zone.band : zone.band.mirrored
        let here = (band.quad.topLeft + zone.origin - pose.topLeft).length
        let there = (band.turned.quad.topLeft + zone.origin - pose.topLeft).length
        return here <= there ? band : band.turned
    }
}
