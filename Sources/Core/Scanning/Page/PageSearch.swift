import Imaging
import MRZDetection
import MRZParsing

/// What the passes over a picture have shown so far, and what of it is worth reading yet.
struct PageSearch {
    private let configuration: MRZScanner.Configuration
    private let places: [Quad]?
    /// Pixels of the picture.
    private let area: Double
    /// Documents, also several of one place, in the order in which they were read.
    private(set) var found: [BandEvidence] = []
    /// What looks most like an MRZ, whatever was read there.
    private(set) var likeliest: Band?
    /// Lines that are plainly of an MRZ, the most that one look showed; personal data.
    private(set) var unmatchedLines: [String] = []
    /// Whether anything was found that was worth reading.
    private(set) var isPrintSeen = false
    /// Bands in which no MRZ was read.
    private var refused: [Band] = []
    /// The quality of the best band so far.
    private var bestSeen = 0.0
    /// What was settled before this pass.
    private var settled: [BandEvidence] = []
    /// The searches of this pass so far.
    private(set) var rounds = 0
    /// How many documents were read before this round of the pass, and before the pass.
    private var foundBefore = (round: 0, pass: 0)
    /// Beside a document that was read: another one, of which a larger size may show more.
    private var isOtherPrintSeen = false

    /// - Parameters:
    ///   - size: of the picture.
    ///   - places: where documents were found before, when nothing else is looked for; nil for everywhere.
    init(_ configuration: MRZScanner.Configuration, in size: PixelSize, at places: [Quad]?) {
        self.configuration = configuration
        self.places = places
        area = Double(size.width) * Double(size.height)
    }

    /// Whether a pass may show more than those before it.
    ///
    /// - Parameter last: the pass before it, whether it was wanted or not.
    func wants(_ pass: SearchPass, after last: SearchPass?) -> Bool {
        switch pass.ink {
        case .faint: return true
        case .unruled: return found.isEmpty
        case .bold:
            guard found.isEmpty else {
                return !found.allSatisfy { $0.costPerCharacter < configuration.poorCost && !$0.mayBeCutOff }
            }
            // Where nothing is like an MRZ in all sizes of faint ink, larger sizes of bold ink show no more than the
            // smallest; but of a large picture that leaves too few pixels of its print over a pattern.
            let isReduced = pass.share < 1 && !pass.isCubic
            return last?.ink != .bold || isReduced || bestSeen >= configuration.likelyQuality
        }
    }

    mutating func beginPass() {
        settled = found.filter(\.isSettled)
        isOtherPrintSeen = false
        rounds = 0
        foundBefore = (round: found.count, pass: found.count)
    }

    /// Begins one search of a pass: the first one, or another after a full one.
    ///
    /// - Returns: the places in which it need not look: of what is settled, and in another search of what was verified in
    ///   this pass, or read twice. What was read once is looked at again without the print of its neighbours, whose lines
    ///   may have run on into its own.
    mutating func beginRound() -> [Quad] {
        let shown = isFull ? found[foundBefore.pass...].filter { $0.reading.isVerified || !isNew($0) } : []
        foundBefore.round = found.count
        rounds += 1
        return (settled + shown).map(\.reading.quad)
    }

    /// Whether the last search showed so many documents that others may not have had a place among its bands, or it was
    /// another one and showed any.
    var isFull: Bool {
        let shown = found[foundBefore.round...].filter(isNew)
        return shown.count >= (foundBefore.round > foundBefore.pass ? 1 : configuration.fullSearch)
            || shown.count { $0.reading.mrz.lines.count == 1 } >= configuration.fullOfSingleLines
    }

    /// Whether a document of the last search was not read by one before it in the same pass.
    private func isNew(_ evidence: BandEvidence) -> Bool {
        !found[foundBefore.pass..<foundBefore.round].contains {
            $0.reading.quad.isInPlace(of: evidence.reading.quad)
        }
    }

    /// A band was found, whatever becomes of it.
    mutating func note(_ band: Band) {
        bestSeen = max(bestSeen, band.quality)
        guard isGoodEnough(band) else { return }
        isPrintSeen = true
        if band.lineCount > 1, band.quality > likeliest?.quality ?? configuration.minSeen { likeliest = band }
    }

    private func isGoodEnough(_ band: Band) -> Bool { band.quality >= configuration.minQuality }

    /// Whether a band is worth reading.
    func wants(_ band: Band) -> Bool {
        guard isGoodEnough(band) else { return false }
        let isRead = (settled + found.filter(\.reading.isVerified)).contains {
            $0.reading.quad.contains(band.quad.center)
        }
        let isElsewhere = places.map { !$0.contains { $0.isInPlace(of: band.quad) } } ?? false
        let isBesideOne = found.contains(where: \.isReadSurely)
        if isRead || isElsewhere || isBesideOne && band.quality < configuration.secondBandQuality { return false }
        // Every size is cut from the same pixels: what lies where no MRZ was read gives the same strips again.
        return !refused.contains { isNoBetter(band, than: $0) }
    }

    /// A band was looked at, whatever was read there.
    mutating func note(_ look: BandReader.FirstLook) {
        if look.clearLines.count > unmatchedLines.count { unmatchedLines = look.clearLines }
    }

    /// A document was read.
    mutating func add(_ evidence: BandEvidence) { found.append(withdrawn(evidence)) }

    /// No MRZ was read in a band, but print where `isPrint`.
    mutating func refuse(_ band: Band, isPrint: Bool) {
        refused.append(band)
        if isPrint, found.contains(where: \.reading.isVerified) { isOtherPrintSeen = true }
    }

    /// Whether nothing more is to be expected of the picture.
    func isDone(after pass: SearchPass) -> Bool {
        // Where print is small, a search misses more of it: what lies beside a document may need a larger size.
        let isSmall = found.contains { $0.zone.pitch * pass.share < configuration.smallPitch }
        return isSettled && !isOtherPrintSeen && !isSmall && !hasRoom
    }

    /// Whether the documents that were read leave so much of the picture that a smaller one may lie beside them.
    private var hasRoom: Bool {
        guard places == nil else { return false }
        let covered = distinct.reduce(0) { sum, evidence in
            let quad = evidence.reading.quad
            let width = (quad.topRight - quad.topLeft).length
            return sum + configuration.pageOfZone * width * width
        }
        return covered < configuration.minCovered * area
    }

    /// The best reading of each place: a verified one, then one that all but its pixels supports, then the cheapest.
    var distinct: [BandEvidence] {
        func rank(_ evidence: BandEvidence) -> Int { evidence.reading.isVerified ? 0 : evidence.isRefuted ? 1 : 2 }
        let sorted = found.sorted { a, b in
            rank(a) != rank(b) ? rank(a) < rank(b) : a.costPerCharacter < b.costPerCharacter
        }
        var kept: [BandEvidence] = []
        for candidate in sorted where !kept.contains(where: { $0.reading.quad.isInPlace(of: candidate.reading.quad) }) {
            kept.append(candidate)
        }
        return kept
    }

    /// The evidence, unverified where the pixels have spoken against a reading of its place before: a stroke over a
    /// letter is not gone because another cut of it passes, nor because that is read as another letter. Nor is it
    /// verified where something else was read and disputed, or where lines of its layout did not show their end.
    private func withdrawn(_ evidence: BandEvidence) -> BandEvidence {
        guard evidence.reading.isVerified else { return evidence }
        let mrz = evidence.reading.mrz
        let known = found.filter { $0.reading.quad.isInPlace(of: evidence.reading.quad) }
        let refuted =
            known.first(where: \.isRefuted) ?? known.first { $0.reading.refuted.map { $0 != mrz } ?? false }
            ?? known.first { $0.reading.status.doubts.contains(.incomplete) && $0.reading.mrz.format == mrz.format }
        guard let refuted else { return evidence }
        var withdrawn = evidence
        withdrawn.reading = evidence.reading.withdrawn(for: refuted.reading)
        withdrawn.isRefuted = true
        return withdrawn
    }

    /// Whether a band lies where another one does, the one way up or the other, and looks no more like an MRZ.
    private func isNoBetter(_ band: Band, than other: Band) -> Bool {
        band.quality < configuration.betterBand * other.quality
            && [other, other.turned].contains { band.isSame(as: $0, within: configuration.sameBand) }
    }

    /// Whether nothing better is to be expected of any document that was found.
    private var isSettled: Bool {
        let settled = found.filter(\.isSettled)
        return !settled.isEmpty
            && found.allSatisfy { one in settled.contains { $0.reading.quad.isInPlace(of: one.reading.quad) } }
    }
}
