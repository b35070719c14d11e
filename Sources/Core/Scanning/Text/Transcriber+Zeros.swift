import MRZParsing

extension Transcriber {
    /// Above this height over the document's certain zeros print is rather a zero, below it a letter O; see
    /// `CellHeights`.
    private static let zeroHeight = 0.955
    /// Characters that are exchanged at the most.
    private static let maxExchanged = 3

    /// The transcript with letters O for zeros, or zeros for letters O, where the height of their print speaks for that
    /// and exactly one set of such places makes every check digit hold.
    ///
    /// In faces where both have one shape a recogniser that sees a line at a time is sure of the wrong one. What is
    /// exchanged was decided by check digits, and is never verified.
    ///
    /// - Parameters:
    ///   - transcript: in which a check digit does not hold.
    ///   - heights: the height of each cell over that of the certain zeros, line by line.
    func exchangingZeros(in transcript: Transcript, heights: [[Double?]]) -> Transcript {
        guard let zero = MRZCharacter.zero, let letter = MRZCharacter.letterO, !transcript.mrz.allChecksHold else {
            return transcript
        }
        var candidates: [(place: MRZPosition, other: MRZCharacter)] = []
        for place in Set(transcript.mrz.checks.flatMap(\.covered)).sorted() {
            let used = transcript.mrz.character(at: place)
            guard let height = heights[place.line][place.column], used == zero || used == letter else { continue }
            let other = used == zero ? letter : zero
            let isSupported = used == zero ? height < Self.zeroHeight : height > Self.zeroHeight
            guard isSupported, transcript.format.alphabet(line: place.line, column: place.column).contains(other) else {
                continue
            }
            candidates.append((place, other))
        }
        // Of more places that may be either the height tells nothing.
        guard (1...2 * Self.maxExchanged).contains(candidates.count) else { return transcript }
        var found: [MRZ] = []
        for set in 1..<(1 << candidates.count) where set.nonzeroBitCount <= Self.maxExchanged {
            let exchanged = candidates.indices.filter { set >> $0 & 1 == 1 }
            let mrz = exchanged.reduce(transcript.mrz) { mrz, i in
                mrz.replacing(candidates[i].place, by: candidates[i].other)
            }
            if mrz.allChecksHold { found.append(mrz) }
        }
        guard found.count == 1 else { return transcript }
        // What the recogniser believes of its zeros is no cost: the heights say otherwise.
        return repaired(transcript, as: found[0], isBelieved: false)
    }
}
