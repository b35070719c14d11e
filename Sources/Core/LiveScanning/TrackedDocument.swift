import Frames
import Imaging
import MRZParsing
import Scanning

/// The document that is before the camera: what was read of it, and when that is enough.
struct TrackedDocument {
    private let configuration: LiveScan.Configuration
    private let today: CalendarDay
    private var consensus: Consensus
    /// Since when it has been there, by the frames' time.
    private var begin: Duration
    /// When the readings of it began that still count.
    private var firstReading: Duration?
    private var disputes: [Reading.Doubt] = []
    /// What kept each of the last readings from being verified.
    private var obstacles: [Set<ScanHint>] = []
    /// What the pixels themselves speak against, until it has gone.
    private var refutations: [Reading.Doubt: Refutation] = [:]
    /// What it has been reported as, unverified: from now on nothing but a verified reading is of interest.
    private var reported: FrameReading?
    var isReported: Bool { reported != nil }
    /// The best reading so far, when none settles it.
    private(set) var best: LiveResult?
    private var bestCost = Double.infinity
    var timing = MRZScanner.Timing()

    init(_ configuration: LiveScan.Configuration, asOf today: CalendarDay, begin: Duration) {
        self.configuration = configuration
        self.today = today
        self.begin = begin
        consensus = Consensus(configuration.consensus)
    }

    /// Something that lies over the print: frames that showed it, and those in a row that have not since.
    private struct Refutation {
        var shown = 0
        var clean = 0
    }

    /// A stroke that several frames show is no accident of one of them: no agreement outvotes it.
    private var isRefuted: Bool { refutations.values.contains { $0.shown >= configuration.framesRefuting } }

    /// Readings of it so far.
    var readings: Int { consensus.frames }

    /// How a frame shows the zone.
    struct View {
        let quality: ZoneQuality
        /// What would make the next frame better.
        let hint: ScanHint?
        /// The frame before showed the same print there: a first one may be torn between two documents, or old in part.
        let isSteady: Bool
        /// How long frames have read this, where another document that was seen a moment ago has a line of it.
        var sharedAge: Duration?
        /// The odd rows of an interlaced frame.
        let secondField: GrayImage?
    }

    /// What is known when the reading of one more frame has been taken.
    ///
    /// - Parameter secondOpinion: the places where its pixels or another reader disagree with it, and what the pixels
    ///   say; asked only when that decides.
    /// - Returns: the result when there is one.
    mutating func take<Failure>(
        _ evidence: BandEvidence, of frame: Frame, at origin: Point, seen view: View,
        secondOpinion: (inout BandEvidence) throws(Failure) -> [Reading.Doubt]
    ) throws(Failure) -> LiveResult? {
        var evidence = evidence
        var reading = evidence.reading.placed(at: origin)
        let said = FrameReading(reading)
        let objections = reading.mrz.objections(asOf: today)
        var doubts = reading.status.doubts
        defer { note(objections, doubts) }
        let isFirst = consensus.frames == 0
        switch consensus.admit(said) {
        case .ignored: return nil
        case .newDocument: startOver(with: said, at: frame.time, isFirst: isFirst)
        case .counted: break
        }
        // What follows another document at once may be torn between the two.
        let isSteady = view.isSteady && (isFirst || consensus.frames > 1)
        let isTorn = view.sharedAge.map { $0 < configuration.sharedLineDelay } ?? false
        let isBacked = consensus.backs(said)
        var isShown = false
        // What speaks against a first frame is kept, though it may not decide alone.
        if objections.isEmpty, !reading.isOfOtherTypeface,
            isBacked || (isSteady || isFirst) && isStrong(reading, view.quality)
        {
            // Lines that may go on are not the whole of them, whoever reads them.
            let disputed = doubts.contains(.incomplete) ? [.incomplete] : try secondOpinion(&evidence)
            reading = evidence.reading.placed(at: origin)
            // What a poor frame hides a better one may show; one that is a little blurred hides nothing.
            let isGood = view.hint == nil || view.hint == .holdStill
            let isAgreed = consensus.secondReader(agrees: disputed.isEmpty, isPoor: !isGood)
            if isGood || disputed.isEmpty {
                isShown = refute(by: disputed)
                if isAgreed, disputed.isEmpty, !isRefuted, isBacked || isSteady, !isTorn,
                    let proof = proof(of: reading.mrz)
                {
                    return result(reading.judged(.verified(proof)), frame)
                }
            }
            if isGood {
                disputes += disputed.filter { !disputes.contains($0) }
            } else {
                doubts += disputed.filter { !doubts.contains($0) }
            }
        }
        doubts = disputes + doubts.filter { !disputes.contains($0) }
        // What nothing speaks against wants more frames; it is told of where there are none.
        let isOpen = objections.isEmpty && doubts.isEmpty
        let known = result(reading.judged(.unverified(objections, isOpen ? [.weakEvidence] : doubts)), frame)
        if evidence.costPerCharacter < bestCost {
            bestCost = evidence.costPerCharacter
            best = known
        }
        guard !isOpen, !isReported, consensus.isAllThereIs(said),
            let delay = delay(for: objections, doubts, isShown: isShown, hint: view.hint),
            frame.time - (firstReading ?? frame.time) >= delay
        else { return nil }
        reported = said
        return known
    }

    /// Forgets what earlier readings said: they do not agree with this one.
    ///
    /// - Parameter isFirst: whether there were none.
    private mutating func startOver(with said: FrameReading, at time: Duration, isFirst: Bool) {
        firstReading = time
        disputes = []
        refutations = [:]
        best = nil
        bestCost = .infinity
        // A number that was covered when it was reported, or is now, is no other document.
        if let known = reported, !known.differsInNumber(from: said), known.mrz.isMostly(said.mrz) { return }
        reported = nil
        // What came into view before it could be read is this document.
        if isFirst { return }
        begin = time
        timing = MRZScanner.Timing()
        obstacles = []
    }

    /// Notes what the pixels of one frame speak against.
    ///
    /// - Returns: whether they do.
    private mutating func refute(by disputed: [Reading.Doubt]) -> Bool {
        let seen = Set(disputed.filter(\.refutes))
        for doubt in refutations.keys where !seen.contains(doubt) { refutations[doubt]?.clean += 1 }
        for doubt in seen {
            refutations[doubt, default: Refutation()].shown += 1
            refutations[doubt]?.clean = 0
        }
        refutations = refutations.filter { $1.clean < max(3 * $1.shown, configuration.framesRelieving) }
        return !seen.isEmpty
    }

    /// How long frames must have agreed before the document is reported unverified; nil while that would be of no use.
    ///
    /// A layout without check digits has none in the next frame, and what is printed wrong stays so. What is hard to
    /// read may get better, all the more where the person has been told how, or where what lay over it is gone.
    ///
    /// - Parameter isShown: whether the newest frame shows something over the print.
    private func delay(
        for objections: [VerificationFailure.Reason], _ doubts: [Reading.Doubt], isShown: Bool, hint: ScanHint?
    ) -> Duration? {
        if hint == .showWholeZone || hint == .moveAway { return nil }
        if objections.contains(.noCheckDigits) || doubts.isEmpty { return configuration.objectionDelay }
        if isRefuted { return isShown ? configuration.coverDelay : configuration.betterFrameDelay }
        return hint == nil ? configuration.doubtDelay : configuration.betterFrameDelay
    }

    /// What keeps the document from being verified: the one thing that most of the last readings showed, or that they
    /// do not agree. nil at first, and while there is hope.
    ///
    /// - Parameter time: of the frame that is looked at.
    func obstacle(at time: Duration) -> ScanHint? {
        time - begin >= configuration.explainAfter ? obstacle : nil
    }

    /// The obstacle, however long the document has been there.
    var obstacle: ScanHint? {
        guard obstacles.count >= configuration.consensus.frames else { return nil }
        let counts = Self.namedObstacles.map { hint in (hint, count: obstacles.count { $0.contains(hint) }) }
        if let maxCount = counts.map(\.count).max(), 2 * maxCount >= obstacles.count {
            return counts.first { $0.count == maxCount }?.0
        }
        return 2 * obstacles.count { !$0.isEmpty } >= obstacles.count ? .unclearCharacter : nil
    }

    /// What explains others first: a finger over the print makes check digits fail.
    private static let namedObstacles: [ScanHint] = [
        .characterObscured, .showWholeZone, .unknownState, .checkDigitFails, .impossibleField, .otherTypeface,
        .moveCloser, .moreLight,
        .unclearCharacter,
    ]

    private mutating func note(_ objections: [VerificationFailure.Reason], _ doubts: [Reading.Doubt]) {
        obstacles.append(Set(objections.compactMap(ScanHint.init) + doubts.map(ScanHint.init)))
        if obstacles.count > configuration.readingsExplained { obstacles.removeFirst() }
    }

    /// What becomes of a reading once the document has been read: whether it is of this document, of another one, or
    /// does not say. Readings in a row that do not say are of another one in the end.
    mutating func admission(of evidence: BandEvidence) -> Consensus.Admission {
        consensus.admit(FrameReading(evidence.reading))
    }

    private func result(_ reading: Reading, _ frame: Frame) -> LiveResult {
        LiveResult(
            reading: reading, frame: frame, readings: consensus.frames, duration: frame.time - begin, timing: timing)
    }

    private func proof(of mrz: MRZ) -> VerifiedMRZ? {
        do {
            return try VerifiedMRZ(mrz, asOf: today)
        } catch {
            return nil
        }
    }

    /// Whether one frame is enough: it verifies on its own, shows the zone well, and every character that no check
    /// digit covers was read with more than common confidence.
    private func isStrong(_ reading: Reading, _ quality: ZoneQuality) -> Bool {
        guard reading.isVerified, quality.pitch >= configuration.strongPitch,
            quality.sharpness >= configuration.strongSharpness
        else { return false }
        let mrz = reading.mrz
        return mrz.passages.filter { $0.check == nil }.flatMap(\.places).allSatisfy { place in
            let cell = reading.transcript.cells[place.line][place.column]
            return cell.confidence >= configuration.strongConfidence
                && cell.weight(of: mrz.character(at: place)) >= configuration.strongBelief
        }
    }
}

extension MRZ {
    /// The share of characters that two readings of one document have in common at least. Two different documents share
    /// a quarter.
    private static let minShared = 0.6

    /// Whether another reading is most likely of the same document, some of which was covered.
    func isMostly(_ other: MRZ) -> Bool {
        guard format == other.format else { return false }
        let likeness = Likeness(of: lines.flatMap(\.characters), to: other.lines.flatMap(\.characters))
        return Double(likeness.equal) >= Self.minShared * Double(likeness.places)
    }
}

extension ScanHint {
    /// The standard's objection as a hint; nil where the layout itself has nothing to be checked.
    fileprivate init?(_ reason: VerificationFailure.Reason) {
        switch reason {
        case .noCheckDigits: return nil
        case .unknownState: self = .unknownState
        case .checkDigit: self = .checkDigitFails
        case .illegalCharacter, .impossibleDate, .unknownExpiry, .fixedText, .documentCode, .emptyField:
            self = .impossibleField
        }
    }

    /// A doubt of the glyphs as a hint.
    fileprivate init(_ doubt: Reading.Doubt) {
        self =
            switch doubt {
            case .obscured, .printBeyond, .mixedPrint: .characterObscured
            case .incomplete: .showWholeZone
            case .otherTypeface: .otherTypeface
            case .tooSmall: .moveCloser
            case .tooFaint: .moreLight
            case .gap, .unsure, .twin, .disputed, .decidedByCheckDigit, .weakEvidence, .damaged: .unclearCharacter
            }
    }
}
