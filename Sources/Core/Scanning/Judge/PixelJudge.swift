/// Says what the pixels of a band speak against in a reading that everything else supports.
///
/// Recognisers say what a cell resembles most. The judge asks the opposite question, of every cell: does it show the
/// character claimed there, whole and clean, and nothing else that the check digits would admit as
/// well? `docs/honesty.md` has what each rule catches and costs.
public struct PixelJudge {
    private let configuration: Configuration

    public init(_ configuration: Configuration = .init()) { self.configuration = configuration }

    /// A reading beside its pixels, to be asked about.
    ///
    /// - Parameters:
    ///   - transcript: of a reading that would be verified.
    ///   - pixels: measured on the same band.
    func judged(_ transcript: Transcript, _ pixels: PixelEvidence) -> JudgedReading {
        JudgedReading(transcript, pixels, configuration)
    }

    /// What the pixels speak against; empty when nothing.
    ///
    /// - Parameters: as of `judged`.
    func doubts(of transcript: Transcript, from pixels: PixelEvidence) -> [Reading.Doubt] {
        guard configuration.isAsked else { return [] }
        let judged = judged(transcript, pixels)
        return judged.zoneDoubts + judged.obscured + judged.rivals
    }
}
