import Frames
import Imaging
import MRZParsing
import Scanning

/// The document that is before the camera: what was read of it, and when that is enough.
struct Document {
    private let configuration: LiveScan.Configuration
    private let reference: CalendarDay
    private var consensus: Consensus
    /// Since when it has been there, by the frames' time.
    private let begin: Duration
    /// When the readings of it began that still count.
    private var firstReading: Duration?
    private var disputes: [Reading.Doubt] = []
    /// How many frames showed each thing that the pixels themselves speak against.
    private var refutations: [Reading.Doubt: Int] = [:]
    /// The best reading so far, when none settles it.
    private(set) var best: LiveResult?
    private var bestCost = Double.infinity
    var timing = MRZScanner.Timing()

    init(_ configuration: LiveScan.Configuration, asOf reference: CalendarDay, begin: Duration) {
        self.configuration = configuration
        self.reference = reference
        self.begin = begin
        consensus = Consensus(configuration.consensus)
    }

    /// A stroke that several frames show is no accident of one of them: no agreement outvotes it.
    private var isRefuted: Bool { refutations.values.contains { $0 >= configuration.framesRefuting } }

    /// Readings of it so far.
    var readings: Int { consensus.frames }

    /// What is known when the reading of one more frame has been taken.
    ///
    /// - Parameter witness: the places where the witness disagrees with it; asked only when that decides.
    /// - Returns: the result when there is one.
    mutating func take<Failure>(
        _ evidence: BandEvidence, of frame: Frame, at origin: Point, quality: ZoneQuality,
        witness: () throws(Failure) -> [Reading.Doubt]
    ) throws(Failure) -> LiveResult? {
        let reading = evidence.reading.placed(at: origin)
        let said = FrameReading(reading)
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
        let objections = reading.mrz.objections(asOf: reference)
        if objections.isEmpty, consensus.backs(said) || isStrong(reading, quality) {
            let disputed = try witness()
            for doubt in disputed where doubt.isOfPixels { refutations[doubt, default: 0] += 1 }
            if consensus.witness(agrees: disputed.isEmpty), !isRefuted, let proof = proof(of: reading.mrz) {
                return result(reading.judged(.verified(proof)), frame)
            }
            disputes += disputed.filter { !disputes.contains($0) }
        }
        var doubts = disputes
        if case .unverified(_, let own) = reading.status { doubts += own.filter { !doubts.contains($0) } }
        guard !objections.isEmpty || !doubts.isEmpty else { return nil }
        let known = result(reading.judged(.unverified(objections, doubts)), frame)
        if evidence.costPerCharacter < bestCost {
            bestCost = evidence.costPerCharacter
            best = known
        }
        // What is printed wrong, or lies over the print, stays so; what is hard to read may get better.
        let isForGood = doubts.isEmpty || isRefuted
        let patience = isForGood ? configuration.patienceForObjections : configuration.patienceForDoubts
        guard frame.time - (firstReading ?? frame.time) >= patience, consensus.isAllThereIs(said) else { return nil }
        return known
    }

    /// What would become of a reading: whether it is of this document, of another one, or does not say.
    func admission(of evidence: BandEvidence) -> Consensus.Admission {
        var consensus = consensus
        return consensus.admit(FrameReading(evidence.reading))
    }

    private func result(_ reading: Reading, _ frame: Frame) -> LiveResult {
        LiveResult(
            reading: reading, frame: frame, readings: consensus.frames, duration: frame.time - begin, timing: timing)
    }

    private func proof(of mrz: MRZ) -> VerifiedMRZ? {
        do {
            return try VerifiedMRZ(mrz, asOf: reference)
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
