public import Imaging
import MRZDetection
public import MRZParsing
public import Recognition

/// Reads the machine-readable zones of a picture: detection, straightening, recognition, decoding, verdict.
///
/// A scanner belongs to one worker, as its recogniser does.
public final class MRZScanner {
    private let reader: BandReader
    private let configuration: Configuration

    /// What one picture gave, and how long it took.
    public struct Result: Sendable {
        /// One a document, the surest first; empty when no MRZ was found.
        public var readings: [Reading] = []
        /// How the picture shows what looks most like an MRZ, where nothing could be read; nil when nothing looks like one.
        public var unread: ZoneView?
        /// Lines that are plainly of an MRZ and fit no layout, as they were read, where nothing else was; personal data.
        public var unmatchedLines: [String] = []
        /// Whether anything was found that was worth reading, whatever it was.
        public var isPrintSeen = false
        public var timing = Timing()
    }

    /// Time by stage.
    public struct Timing: Sendable {
        public var detect = ProcessingTime.zero
        public var recognize = ProcessingTime.zero

        public init() {}
    }

    /// - Parameters:
    ///   - panel: used by this scanner only.
    ///   - today: for the centuries of two-digit years.
    ///   - configuration: the thresholds of every step.
    public init(
        _ panel: RecognizerPanel, asOf today: CalendarDay, configuration: Configuration = .init()
    ) {
        self.configuration = configuration
        reader = BandReader(panel, asOf: today, configuration: configuration)
    }

    /// Every MRZ found in `picture`. None is verified into which damage to its file may reach.
    ///
    /// - Parameters:
    ///   - picture: in any orientation.
    ///   - inDoubt: whether another picture of the same page was read, and nothing surely: then the tie-breaker is asked about
    ///     whatever is to be verified.
    ///   - places: where in the picture documents were found before, when nothing else is looked for; nil for all of it.
    /// - Throws: `RecognitionError` when the engine fails. A picture without an MRZ is an empty result, not an error.
    public func scan(
        _ picture: Picture, inDoubt: Bool = false, at places: [Quad]? = nil
    ) throws(RecognitionError) -> Result {
        var result = Result()
        var found: [BandEvidence] = []
        var likeliest: Band?
        var refused: [Band] = []
        let long = max(picture.gray.width, picture.gray.height)
        guard long > 0 else { return result }
        let pyramid = ImagePyramid(picture.gray)
        // The best band so far, whatever was read there.
        var bestSeen = 0.0
        let passes = configuration.searchPasses(longSide: long)
        for (place, pass) in passes.enumerated() {
            if pass.ink == .bold, !found.isEmpty,
                found.allSatisfy({ $0.costPerCharacter < configuration.poorCost && !$0.mayBeCutOff })
            {
                break
            }
            if pass.ink == .unruled, !found.isEmpty { break }
            // Bold ink in the smallest size, and nothing like an MRZ in all sizes of faint ink: larger ones show no more.
            let isLargerBold = pass.ink == .bold && place > 0 && passes[place - 1].ink == .bold
            if isLargerBold, found.isEmpty, bestSeen < configuration.likelyQuality { continue }
            let started = ProcessingTime.Start.now
            let bands = BandDetector(configuration.detector).bands(in: pyramid, at: pass)
            result.timing.detect += started.elapsed
            let begun = ProcessingTime.Start.now
            let settled = found.filter(\.isSettled)
            // Beside a document that was read: another one, of which a larger size may show more.
            var isPrintSeen = false
            for (rank, band) in bands.enumerated() {
                if rank >= configuration.firstBands, found.isEmpty { break }
                bestSeen = max(bestSeen, band.quality)
                if band.quality < configuration.minQuality { continue }
                result.isPrintSeen = true
                if band.lineCount > 1, band.quality > likeliest?.quality ?? configuration.minSeen { likeliest = band }
                let done = (settled + found.filter(\.reading.isVerified)).contains {
                    $0.reading.quad.contains(band.quad.center)
                }
                let isElsewhere = places.map { !$0.contains { Self.areInOnePlace($0, band.quad) } } ?? false
                let another = found.contains { $0.reading.isVerified }
                let isBesideOne = found.contains(where: \.isReadSurely)
                if done || isElsewhere || isBesideOne && band.quality < configuration.secondBandQuality { continue }
                // Every size is cut from the same pixels: what lies where no MRZ was read gives the same strips again.
                if refused.contains(where: { isNoBetter(band, than: $0) }) { continue }
                let look = try reader.firstLook(at: band, in: pyramid)
                if look.clearLines.count > result.unmatchedLines.count { result.unmatchedLines = look.clearLines }
                switch look {
                case .zone(let first):
                    let next = try reader.withFurtherLooks(first, in: pyramid, inDoubt: inDoubt || !found.isEmpty)
                    found.append(withdrawn(next, where: found))
                case .print:
                    refused.append(band)
                    if another { isPrintSeen = true }
                case .texture: refused.append(band)
                }
            }
            result.timing.recognize += begun.elapsed
            // Where print is small, a search misses more of it: what lies beside a document may need a larger size.
            let isSmall = found.contains { $0.zone.pitch * pass.share < configuration.smallPitch }
            if isSettled(found), !isPrintSeen, !isSmall { break }
        }
        result.readings = distinct(found).map { evidence in
            var reading = evidence.reading.doubted(for: picture.damage)
            reading.view = ZoneView(of: evidence.zone, in: picture.gray)
            return reading
        }
        if found.isEmpty {
            result.unread = likeliest.map { ZoneView(of: $0, in: picture.gray) }
        } else {
            result.unmatchedLines = []
        }
        return result
    }

    /// The evidence, unverified where the pixels have spoken against the very same reading before: a stroke over a letter
    /// is not gone because another cut of it passes.
    private func withdrawn(_ evidence: BandEvidence, where found: [BandEvidence]) -> BandEvidence {
        let refuted = found.first {
            $0.isRefuted && Self.areInOnePlace($0, evidence) && $0.reading.mrz == evidence.reading.mrz
        }
        guard let refuted, evidence.reading.isVerified else { return evidence }
        var withdrawn = evidence
        withdrawn.reading.status = refuted.reading.status
        withdrawn.isRefuted = true
        return withdrawn
    }

    /// Whether a band lies where another one does, the one way up or the other, and looks no more like an MRZ.
    private func isNoBetter(_ band: Band, than other: Band) -> Bool {
        band.quality < configuration.betterBand * other.quality
            && [other, other.turned].contains { band.isSame(as: $0, within: configuration.sameBand) }
    }

    /// Whether nothing better is to be expected of any document that was found.
    private func isSettled(_ found: [BandEvidence]) -> Bool {
        let settled = found.filter(\.isSettled)
        return !settled.isEmpty
            && found.allSatisfy { one in settled.contains { Self.areInOnePlace($0, one) } }
    }

    private static func areInOnePlace(_ a: BandEvidence, _ b: BandEvidence) -> Bool {
        areInOnePlace(a.reading.quad, b.reading.quad)
    }

    private static func areInOnePlace(_ a: Quad, _ b: Quad) -> Bool { a.contains(b.center) || b.contains(a.center) }

    /// Of readings of one place the best: a verified one, then one that all but its pixels supports, then the cheapest.
    private func distinct(_ candidates: [BandEvidence]) -> [BandEvidence] {
        func rank(_ evidence: BandEvidence) -> Int { evidence.reading.isVerified ? 0 : evidence.isRefuted ? 1 : 2 }
        let sorted = candidates.sorted { a, b in
            rank(a) != rank(b) ? rank(a) < rank(b) : a.costPerCharacter < b.costPerCharacter
        }
        var kept: [BandEvidence] = []
        for candidate in sorted where !kept.contains(where: { Self.areInOnePlace($0, candidate) }) {
            kept.append(candidate)
        }
        return kept
    }
}
