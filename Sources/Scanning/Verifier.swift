import MRZParsing

/// Decides whether a transcript may be called verified: what the standard demands, and what the glyphs support.
struct Verifier {
    var configuration: Configuration
    let reference: CalendarDay

    /// How sure a glyph must be. Beliefs are `CellReading` weights, confidences the recogniser's own.
    struct Configuration: Sendable {
        /// Of a character that no check digit covers.
        var unprotectedBelief = 0.97
        var unprotectedConfidence = 0.93
        /// Of a character under a check digit: nine of ten misreadings break it.
        var protectedBelief = 0.45
        var protectedConfidence = 0.6
        /// A rival that the same check digits admit must stay below this.
        var twinBelief = 0.03

        init() {}
    }

    func status(of transcript: Transcript, coherence: Double) -> Reading.Status {
        var doubts: [Reading.Doubt] = []
        for repair in transcript.repairs {
            switch repair.reason {
            case .gap: doubts.append(.gap(at: repair.position))
            case .checkDigit: doubts.append(.decidedByCheckDigit(at: repair.position))
            case .alphabet: break
            }
        }
        for (line, cells) in transcript.cells.enumerated() {
            for (column, cell) in cells.enumerated() where !cell.isEmpty {
                let position = MRZPosition(line: line, column: column)
                if let doubt = doubt(of: cell, at: position, in: transcript) { doubts.append(doubt) }
            }
        }
        if coherence < 0.8 { doubts.append(.weakEvidence) }
        do {
            let verified = try VerifiedMRZ(transcript.mrz, asOf: reference)
            return doubts.isEmpty ? .verified(verified) : .unverified([], doubts)
        } catch {
            return .unverified(error.reasons, doubts)
        }
    }

    private func doubt(of cell: CellReading, at position: MRZPosition, in transcript: Transcript) -> Reading.Doubt? {
        let used = transcript.mrz.character(at: position)
        let belief = cell.weight(of: used)
        let isDigit = transcript.mrz.checks.contains { $0.digit == position }
        let protected = isDigit || transcript.mrz.assurance(at: position) != .none
        let alphabet = transcript.format.alphabet(line: position.line, column: position.column)
        // What the field cannot hold is no rival.
        let rivals = cell.options.filter { $0.character != used && alphabet.contains($0.character) }
        let rest = rivals.reduce(0) { $0 + $1.weight }
        let share = belief / max(1e-9, belief + rest)
        if protected {
            if share < configuration.protectedBelief || cell.confidence < configuration.protectedConfidence {
                return .unsure(at: position)
            }
            let twins = transcript.format.blindTwins(of: used, at: position)
            if rivals.contains(where: { twins.contains($0.character) && $0.weight > configuration.twinBelief }) {
                return .twin(at: position)
            }
            return nil
        }
        if share < configuration.unprotectedBelief || cell.confidence < configuration.unprotectedConfidence {
            return .unsure(at: position)
        }
        return nil
    }
}
