import MRZParsing

/// Decides whether a transcript may be called verified: what the standard demands, and what the glyphs support.
struct Verifier {
    var configuration: Configuration
    let today: CalendarDay

    /// How sure a glyph must be. Beliefs are `CellReading` weights, confidences the recogniser's own.
    struct Configuration: Sendable {
        /// The belief that a character needs that no check digit covers.
        var unprotectedBelief = 0.97
        /// The confidence that such a character needs.
        var unprotectedConfidence = 0.93
        /// The belief that a character needs under a check digit: nine of ten misreadings break it, but two in one
        /// field may cancel.
        var protectedBelief = 0.93
        /// The confidence that such a character needs.
        var protectedConfidence = 0.8
        /// What any character needs, those counted that its field cannot hold.
        var minBelief = 0.5
        /// The doubts of all characters under one check digit together must stay below this.
        var doubtPerCheck = 0.1
        /// How well the glyphs must stand in their cells.
        var minCoherence = 0.8
        /// A rival that the same check digits admit must stay below this.
        var twinBelief = 0.03

        init() {}
    }

    /// - Parameters:
    ///   - coherence: how well the glyphs stand in their cells.
    ///   - isCut: the lines may go on where the layout ends.
    func status(of transcript: Transcript, coherence: Double, isCut: Bool) -> Reading.Status {
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
        doubts += checkDoubts(of: transcript)
        // Lines that start in different columns: the grid or the reading slipped by one somewhere.
        if coherence < configuration.minCoherence || Set(transcript.starts).count > 1 { doubts.append(.weakEvidence) }
        if isCut { doubts.append(.incomplete) }
        do {
            let verified = try VerifiedMRZ(transcript.mrz, asOf: today)
            return doubts.isEmpty ? .verified(verified) : .unverified([], doubts)
        } catch {
            return .unverified(error.reasons, doubts)
        }
    }

    /// Check digits under which so many characters are doubtful that their errors may cancel.
    private func checkDoubts(of transcript: Transcript) -> [Reading.Doubt] {
        transcript.mrz.checks.compactMap { check in
            guard check.kind != .composite else { return nil }
            let sum = (check.covered + [check.digit]).reduce(0) { $0 + 1 - share(at: $1, in: transcript) }
            return sum > configuration.doubtPerCheck ? .unsure(at: check.digit) : nil
        }
    }

    /// The belief in the character used, among those that its field can hold.
    private func share(at position: MRZPosition, in transcript: Transcript) -> Double {
        let cell = transcript.cells[position.line][position.column]
        let used = transcript.mrz.character(at: position)
        let alphabet = transcript.format.alphabet(line: position.line, column: position.column)
        let belief = cell.weight(of: used)
        let rest = cell.options.reduce(0) { sum, option in
            option.character != used && alphabet.contains(option.character) ? sum + option.weight : sum
        }
        return belief / max(1e-9, belief + rest)
    }

    private func doubt(of cell: CellReading, at position: MRZPosition, in transcript: Transcript) -> Reading.Doubt? {
        let used = transcript.mrz.character(at: position)
        let protected = transcript.isProtected(at: position)
        let share = share(at: position, in: transcript)
        // The field excludes what was read more likely: then this character is a guess, however sure the other was.
        if cell.weight(of: used) <= configuration.minBelief { return .unsure(at: position) }
        if protected {
            if share < configuration.protectedBelief || cell.confidence < configuration.protectedConfidence {
                return .unsure(at: position)
            }
            // A rival outside the field's alphabet is none: `blindTwins` leaves it out.
            let twins = transcript.format.blindTwins(of: used, at: position)
            if cell.options.contains(where: { twins.contains($0.character) && $0.weight > configuration.twinBelief }) {
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
