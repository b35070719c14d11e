import MRZParsing

/// What a second look makes of a band whose reading is about to be called verified.
struct SecondOpinion {
    /// The lines as the second look reads them, in the band's own columns.
    let lines: [LineReading]
    /// The belief in another character from which on it disputes; 0: whatever it sees, or does not see, that is not the
    /// same.
    let minBelief: Double
    /// The belief that it must have itself in a character that no check digit protects: to see nothing likelier in a
    /// blur is no agreement.
    let minSupport: Double
    /// Whether it counts only when it reads right what check digits prove: a look that takes strokes away may take too
    /// many.
    let countsOnlyIfProved: Bool
    /// Whether it is heard about characters that check digits prove as well.
    var concernsAll = false

    /// The places of `transcript` that were read differently, or the same by chance, and no check digit would notice:
    /// it protects nothing there, or is the same with what was read here (0 and U, 8 and S).
    ///
    /// - Parameter isOutweighed: whether what is seen in a place, nil where nothing is, is of no account beside what
    ///   the pixels show there.
    func disputes(
        of transcript: Transcript, unless isOutweighed: (_ seen: MRZCharacter?, _ place: MRZPosition) -> Bool
    ) -> [Reading.Doubt] {
        var disputes: [Reading.Doubt] = []
        for (number, line) in transcript.mrz.lines.enumerated() {
            for (column, character) in line.characters.enumerated() {
                let position = MRZPosition(line: number, column: column)
                let other = lines[number].cell(transcript.starts[number] + column).options.first
                let seen = other?.character
                let isProtected = transcript.isProtected(at: position)
                if let other, seen == character {
                    if !isProtected && other.weight < minSupport && !isOutweighed(seen, position) {
                        disputes.append(.disputed(at: position))
                    }
                    continue
                }
                guard other?.weight ?? 0 >= minBelief else { continue }
                let isNoticed =
                    isProtected
                    && !transcript.format.blindTwins(of: character, at: position).contains { $0 == seen }
                if concernsAll || !isNoticed && !isOutweighed(seen, position) {
                    disputes.append(.disputed(at: position))
                } else if isNoticed && countsOnlyIfProved {
                    return []
                }
            }
        }
        return disputes
    }
}
