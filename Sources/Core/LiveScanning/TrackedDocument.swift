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
    private let begin: Duration
    /// When the readings of it began that still count.
    private var firstReading: Duration?
    private var disputes: [Reading.Doubt] = []
    /// What kept each of the last readings from being verified.
    private var obstacles: [Set<ScanHint>] = []
    /// How many frames showed each thing that the pixels themselves speak against.
    private var refutations: [Reading.Doubt: Int] = [:]
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

    /// A stroke that several frames show is no accident of one of them: no agreement outvotes it.
    private var isRefuted: Bool { refutations.values.contains { $0 >= configuration.framesRefuting } }

    /// Readings of it so far.
    var readings: Int { consensus.frames }

    /// What is known when the reading of one more frame has been taken.
    ///
    /// - Parameter secondOpinion: the places where the second reader disagrees with it; asked only when that decides.
    /// - Returns: the result when there is one.
    mutating func take<Failure>(
        _ evidence: BandEvidence, of frame: Frame, at origin: Point, quality: ZoneQuality,
        secondOpinion: () throws(Failure) -> [Reading.Doubt]
    ) throws(Failure) -> LiveResult? {
        let reading = evidence.reading.placed(at: origin)
        let said = FrameReading(reading)
        let objections = reading.mrz.objections(asOf: today)
        var doubts = reading.status.doubts
        defer { note(objections, doubts) }
        switch consensus.admit(said) {
        case .ignored: return nil
        case .newDocument:
            firstReading = frame.time
            disputes = []
            refutations = [:]
            best = nil
            bestCost = .infinity
        case .counted: break
        }
        if objections.isEmpty, !reading.isOfOtherTypeface, !isRefuted,
            consensus.backs(said) || isStrong(reading, quality)
        {
            let disputed = try secondOpinion()
            for doubt in disputed where doubt.isOfPixels { refutations[doubt, default: 0] += 1 }
            if consensus.secondReader(agrees: disputed.isEmpty), !isRefuted, let proof = proof(of: reading.mrz) {
                return result(reading.judged(.verified(proof)), frame)
            }
            disputes += disputed.filter { !disputes.contains($0) }
        }
        doubts = disputes + doubts.filter { !disputes.contains($0) }
        guard !objections.isEmpty || !doubts.isEmpty else { return nil }
        let known = result(reading.judged(.unverified(objections, doubts)), frame)
        if evidence.costPerCharacter < bestCost {
            bestCost = evidence.costPerCharacter
            best = known
        }
        // What is printed wrong, in other print, or lies over the print, stays so, and a layout without check digits has none in
        // the next frame; what is hard to read may get better.
        let isForGood =
            isRefuted || objections.contains(.noCheckDigits) || doubts.allSatisfy { $0 == .otherTypeface }
        let patience = isForGood ? configuration.patienceForObjections : configuration.patienceForDoubts
        guard frame.time - (firstReading ?? frame.time) >= patience, consensus.isAllThereIs(said) else { return nil }
        return known
    }

    /// What keeps the document from being verified: the one thing that most of the last readings showed, or that they do not
    /// agree. nil at first, and while there is hope.
    ///
    /// - Parameter time: of the frame that is looked at.
    func obstacle(at time: Duration) -> ScanHint? {
        guard time - begin >= configuration.explainAfter, obstacles.count >= configuration.consensus.frames else {
            return nil
        }
        let counts = Self.namedObstacles.map { hint in (hint, count: obstacles.count { $0.contains(hint) }) }
        if let most = counts.map(\.count).max(), 2 * most >= obstacles.count {
            return counts.first { $0.count == most }?.0
        }
        return 2 * obstacles.count { !$0.isEmpty } >= obstacles.count ? .unclearCharacter : nil
    }

    /// From what nobody can mend to what the next frame may show better.
    private static let namedObstacles: [ScanHint] = [
        .unknownState, .otherTypeface, .characterObscured, .checkDigitFails, .impossibleField, .moveCloser,
        .unclearCharacter,
    ]

    private mutating func note(_ objections: [VerificationFailure.Reason], _ doubts: [Reading.Doubt]) {
        obstacles.append(Set(objections.compactMap(ScanHint.init) + doubts.map(ScanHint.init)))
        if obstacles.count > configuration.readingsExplained { obstacles.removeFirst() }
    }

    /// What becomes of a reading once the document has been read: whether it is of this document, of another one, or does
    /// not say. Readings in a row that do not say are of another one in the end.
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
            case .otherTypeface: .otherTypeface
            case .tooSmall: .moveCloser
            case .tooFaint: .moreLight
            case .gap, .unsure, .twin, .disputed, .decidedByCheckDigit, .weakEvidence, .damaged: .unclearCharacter
            }
    }
}
