import MRZParsing
import Recognition

extension JudgedReading {
    /// The places of characters beside which another one, or a set of others, is not plainly excluded.
    var rivals: [Reading.Doubt] {
        var margins: [Substitution: Float] = [:]
        // In the order of the places, so that a page has the same sums in every run.
        var rivals: [Substitution] = []
        var doubted = Set<MRZPosition>()
        for (place, used) in characters {
            let alphabet = transcript.format.alphabet(line: place.line, column: place.column)
            let isProtected = transcript.isProtected(at: place)
            for other in alphabet where other != used {
                let margin = margin(of: used, over: other, at: place)
                guard margin < configuration.maxRivalMargin else { continue }
                let rival = Substitution(at: place, of: used, by: other)
                margins[rival] = margin
                rivals.append(rival)
                if !isProtected && margin < configuration.minMargin { doubted.insert(place) }
            }
        }
        for set in transcript.mrz.blindSets(among: rivals) {
            let margin = set.reduce(0) { $0 + (margins[$1] ?? 0) }
            if margin < (set.count == 1 ? configuration.minMargin : configuration.minJointMargin) {
                doubted.formUnion(set.map(\.position))
            }
        }
        // Nothing in the pixels tells an R from a P with a stroke more, or an F from one with a stroke less; but passports
        // have a P.
        if let place = transcript.mrz.documentCodeOneStrokeOff { doubted.insert(place) }
        return doubted.sorted().map { .twin(at: $0) }
    }

    /// Whether the pixels speak for the character at a place by at least `minMargin` over every other that its field
    /// admits.
    func excelsAll(at place: MRZPosition, by minMargin: Float) -> Bool {
        let used = transcript.mrz.character(at: place)
        return transcript.format.alphabet(line: place.line, column: place.column).allSatisfy { other in
            other == used || margin(of: used, over: other, at: place) >= minMargin
        }
    }

    /// By how much the pixels speak for `used` rather than `other`: the difference of their log odds.
    func margin(of used: MRZCharacter, over other: MRZCharacter, at place: MRZPosition) -> Float {
        if used == .zero, other == .letterO { return zeroMargin(at: place) }
        if used == .letterO, other == .zero { return -zeroMargin(at: place) }
        return logOdds(of: used, at: place) - logOdds(of: other, at: place)
    }

    /// By how much the pixels speak for a zero rather than a letter O: what the cell looks like, and its height where
    /// that was measured.
    func zeroMargin(at place: MRZPosition) -> Float {
        guard let zero = MRZCharacter.zero, let letterO = MRZCharacter.letterO else { return 0 }
        let seen = logOdds(of: zero, at: place) - logOdds(of: letterO, at: place)
        let height = pixels.heights[place.line][place.column] ?? configuration.zeroHeight
        if height < configuration.minZeroHeight, seen < configuration.certainZero {
            return min(seen, 0) - configuration.maxRivalMargin
        }
        let gain = min((height - configuration.zeroHeight) * configuration.heightSlope, configuration.maxHeightMargin)
        return seen + Float(gain - configuration.zeroMargin)
    }

    /// The log odds that a cell shows `character` whole and clean.
    private func logOdds(of character: MRZCharacter, at place: MRZPosition) -> Float {
        pixels.cells[place.line][place.column].logOdds[Int(character.index)]
    }
}
