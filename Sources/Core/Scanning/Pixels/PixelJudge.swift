import MRZParsing
import Recognition

/// Says what the pixels of a band speak against in a reading that everything else supports.
///
/// Recognisers say what a cell resembles most. The judge asks the opposite question, of every cell: does it show the
/// character claimed there, whole and clean, and nothing else that the check digits would admit as
/// well? `docs/honesty.md` has what each rule catches and costs.
public struct PixelJudge {
    private let configuration: Configuration

    public init(_ configuration: Configuration = .init()) { self.configuration = configuration }

    /// What the pixels speak against; empty when nothing.
    ///
    /// - Parameters:
    ///   - transcript: of a reading that would be verified.
    ///   - pixels: measured on the same band.
    func doubts(of transcript: Transcript, from pixels: PixelEvidence) -> [Reading.Doubt] {
        guard configuration.isAsked else { return [] }
        var doubts: [Reading.Doubt] = []
        if pixels.pitch < configuration.minPitch { doubts.append(.tooSmall) }
        if pixels.darkness < configuration.minDarkness { doubts.append(.tooFaint) }
        if !isOnePrint(pixels) { doubts.append(.mixedPrint) }
        let isBeyond = configuration.isStrayCounted && (pixels.stray.isBeyond || pixels.isAmongLines)
        if goesOn(pixels.beyond) || isBeyond || isEndMarked(pixels) || isMarkedAllOver(transcript, pixels) {
            doubts.append(.printBeyond)
        }
        return doubts + obscured(transcript, pixels) + rivals(transcript, pixels)
    }

    /// The places of cells that are so little plain that what the page prints elsewhere decides.
    func placesInQuestion(in transcript: Transcript, _ pixels: PixelEvidence) -> [MRZPosition] {
        let plainness = plainness(of: transcript, pixels)
        return places(of: transcript).filter { place, character in
            let claim = pixels.claims[place.line][place.column]
            let fall =
                character.isFiller || transcript.isProtected(at: place)
                ? configuration.minQuestionableFall : configuration.minQuestionable
            return claim < plainness.least(fall, oddity: oddity(at: place, of: transcript, pixels))
                && claim >= plainness.least(configuration.maxQuestionable)
                && (!character.isFiller || isBesidePrint(place, of: transcript))
        }.map(\.0)
    }

    /// The places of cells that show their character plainly enough for others to be held against them.
    func exemplars(in transcript: Transcript, _ pixels: PixelEvidence) -> [MRZPosition] {
        let plainness = plainness(of: transcript, pixels)
        let least = plainness.least(configuration.maxExemplary)
        return places(of: transcript).map(\.0).filter { pixels.claims[$0.line][$0.column] >= least }
    }

    /// Whether a cell shows its character plainly.
    private func isPlain(at place: MRZPosition, of transcript: Transcript, _ pixels: PixelEvidence) -> Bool {
        pixels.claims[place.line][place.column] >= configuration.plainClaim
            && leads(at: place, of: transcript, pixels, by: configuration.plainLead)
    }

    /// Whether a cell shows its character more plainly than a sixth of the page shows its own, and nothing that
    /// resembles another one.
    private func isCertain(at place: MRZPosition, of transcript: Transcript, _ pixels: PixelEvidence) -> Bool {
        let claims = sortedClaims(of: transcript, pixels)
        return !claims.isEmpty && pixels.claims[place.line][place.column] >= claims[claims.count / 6]
            && leads(at: place, of: transcript, pixels, by: configuration.certainLead)
    }

    /// Whether the pixels speak for the character at a place by at least `least` over every other that its field
    /// admits.
    private func leads(
        at place: MRZPosition, of transcript: Transcript, _ pixels: PixelEvidence, by least: Float
    ) -> Bool {
        let used = transcript.mrz.character(at: place)
        return transcript.format.alphabet(line: place.line, column: place.column).allSatisfy { other in
            other == used || lead(of: used, over: other, at: place, pixels) >= least
        }
    }

    /// The log odds of what is claimed of every character that is no filler, ascending.
    private func sortedClaims(of transcript: Transcript, _ pixels: PixelEvidence) -> [Float] {
        Self.sorted(pixels.claims, of: places(of: transcript))
    }

    private static func sorted(_ claims: [[Float]], of places: [(MRZPosition, MRZCharacter)]) -> [Float] {
        places.filter { !$0.1.isFiller }.map { claims[$0.0.line][$0.0.column] }.sorted()
    }

    /// How plainly the characters show nothing round them.
    private func surroundings(of transcript: Transcript, _ pixels: PixelEvidence) -> Plainness {
        Plainness(
            Self.sorted(pixels.surroundingClaims, of: places(of: transcript)),
            spreads: configuration.minSpread...configuration.maxSurroundingSpread)
    }

    /// Whether something stands round most characters of a page: then none of them is plain.
    private func isMarkedAllOver(_ transcript: Transcript, _ pixels: PixelEvidence) -> Bool {
        configuration.areSurroundingsCounted
            && surroundings(of: transcript, pixels).median < configuration.minSurroundingMedian
    }

    /// Whether the cell before a line or behind it plainly shows no bare paper.
    private func isEndMarked(_ pixels: PixelEvidence) -> Bool {
        configuration.areSurroundingsCounted
            && pixels.surroundingPaper.joined().contains { $0 < configuration.minSurroundingPaper }
    }

    private func plainness(of transcript: Transcript, _ pixels: PixelEvidence) -> Plainness {
        Plainness(sortedClaims(of: transcript, pixels), spreads: configuration.minSpread ... .infinity)
    }

    /// Whether what another reader sees in a cell is of no account: the same as is claimed there, however weakly it
    /// believes in it, where the pixels show that plainly; anything else where they show it more plainly than a sixth
    /// of the page; and anything that makes no State's code where the table of States decides the cell.
    func outweighs(
        _ seen: MRZCharacter?, at place: MRZPosition, of transcript: Transcript, _ pixels: PixelEvidence
    ) -> Bool {
        if isPlain(at: place, of: transcript, pixels),
            seen == transcript.mrz.character(at: place) || isCertain(at: place, of: transcript, pixels)
        {
            return true
        }
        if pixels.likenesses[place] ?? 0 >= configuration.certainLikeness { return true }
        let isState = seen.map { transcript.mrz.stateTwins(at: place)?.contains($0) ?? false } ?? false
        return !isState && isDecidedByTable(at: place, of: transcript, pixels)
    }

    /// Whether a cell is part of a State's code, and the pixels plainly exclude every other State whose code differs
    /// there alone. A code that was misread there would be in no table, or one of those.
    private func isDecidedByTable(at place: MRZPosition, of transcript: Transcript, _ pixels: PixelEvidence) -> Bool {
        guard configuration.isTableAsked, let twins = transcript.mrz.stateTwins(at: place) else { return false }
        let used = transcript.mrz.character(at: place)
        return twins.allSatisfy { lead(of: used, over: $0, at: place, pixels) >= configuration.plainLead }
    }

    /// Whether the lines look like one print on one paper.
    private func isOnePrint(_ pixels: PixelEvidence) -> Bool {
        pixels.seam <= configuration.maxSeam && pixels.contrast >= configuration.minContrast
            && pixels.boldness >= configuration.minBoldness
            && pixels.boldness * pixels.contrast >= configuration.minUnity
            && pixels.lean <= configuration.maxLean && abs(pixels.growth) <= configuration.maxGrowth
            && pixels.differences <= configuration.maxDifferences
    }

    /// Whether print stands in one of the two cells before a line or behind it; or what is likelier print than paper, in
    /// the cells right before all lines or right behind all of them.
    ///
    /// - Parameter beyond: of each line the cells about its ends.
    private func goesOn(_ beyond: [[GlyphLook]]) -> Bool {
        let adjacent = [PixelEvidence.margin - 1, PixelEvidence.margin]
        return (0..<(2 * PixelEvidence.margin)).contains { place in
            let cells = beyond.map { (print: $0[place].logOdds.max() ?? 0, paper: $0[place].paper) }
            return cells.contains { $0.print > max(configuration.maxBeyond, $0.paper) }
                || adjacent.contains(place)
                    && cells.allSatisfy {
                        $0.print > configuration.maxBeyondAll && $0.print - $0.paper > configuration.maxBeyondPaper
                    }
        }
    }

    /// How plainly the characters of a page show what is claimed of them, all together.
    private struct Plainness {
        /// The log odds of every character that is no filler, ascending.
        let claims: [Float]
        let median: Float
        /// The distance from the median down to the claim below which a sixth of them are.
        let spread: Float

        /// - Parameter spreads: what the spread may be: few characters alone say little, and many with something round
        ///   them are no measure.
        init(_ claims: [Float], spreads: ClosedRange<Float>) {
            self.claims = claims
            median = claims.isEmpty ? 0 : claims[claims.count / 2]
            let spread = claims.isEmpty ? 0 : median - claims[claims.count / 6]
            self.spread = claims.isEmpty ? 0 : min(spreads.upperBound, max(spreads.lowerBound, spread))
        }

        /// By how many times the spread a claim falls below the median.
        func deviation(of claim: Float) -> Float { spread > 0 ? (median - claim) / spread : 0 }

        /// The claim that deviates by `maxDeviation` spreads from the median. An odd letter may fall less far.
        func least(_ maxDeviation: Float, oddity: Float = 0) -> Float {
            median - max(0, maxDeviation - oddity) * spread
        }
    }

    /// The cells that do not show what is claimed: something lies over it, part of it is missing, it is something else,
    /// something is printed over it or beside it, or it has a mark that no letter of an MRZ has.
    private func obscured(_ transcript: Transcript, _ pixels: PixelEvidence) -> [Reading.Doubt] {
        let plainness = plainness(of: transcript, pixels)
        let surroundings = surroundings(of: transcript, pixels)
        let unclean = unclean(transcript, pixels, plainness)
        return places(of: transcript).compactMap { place, character in
            let isClean = !unclean.contains(place) || isProved(place, transcript, pixels, unclean: unclean)
            let isLetter =
                character == Self.zero && transcript.format.holdsDigitsOnly(at: place)
                && zeroLead(at: place, pixels) < 0
            let isBold =
                !transcript.isProtected(at: place)
                && pixels.excess[place.line][place.column].map { $0 > configuration.maxExcess } ?? false
            let claim = pixels.claims[place.line][place.column]
            let isAlone =
                pixels.likenesses[place] ?? 0 < configuration.certainLikeness
                && isAlone(claim, of: character, among: plainness.claims)
            let isOdd = isOdd(character, at: place, of: transcript, pixels, plainness)
            let isTouched = isTouched(at: place, of: transcript, pixels, surroundings)
            let isBeside = isTouched || isBeside(place, pixels, surroundings)
            let isMirrored =
                pixels.mirrors[place.line][place.column].map { $0 - claim > configuration.maxMirrorLead } ?? false
            let isPlain = isClean && !isLetter && !isBold && !isAlone && !isOdd && !isBeside && !isMirrored
            return isPlain ? nil : .obscured(at: place)
        }
    }

    /// Whether something stands round a character, and touches it or not. What stands between two of them is seen by both.
    ///
    /// - Parameter surroundings: how plainly the page's characters show nothing round them.
    private func isTouched(
        at place: MRZPosition, of transcript: Transcript, _ pixels: PixelEvidence, _ surroundings: Plainness
    ) -> Bool {
        let characters = transcript.mrz.lines[place.line].characters
        guard configuration.areSurroundingsCounted, !characters[place.column].isFiller else { return false }
        let line = pixels.surroundingClaims[place.line]
        let deviation = surroundings.deviation(of: line[place.column])
        let max = configuration.maxSurroundingDeviation
        return deviation > max
            || [place.column - 1, place.column + 1].filter(line.indices.contains).contains { column in
                let other = surroundings.deviation(of: line[column])
                // A character that is doubted by itself says nothing of its neighbour.
                return (other <= max || characters[column].isFiller) && min(deviation, other) > 0
                    && deviation + other > configuration.maxJointDeviation
            }
    }

    /// Whether a piece of ink stands beside a character, above it or below it, or anything lighter than the paper. Pieces
    /// count for nothing where its surroundings are plain.
    private func isBeside(_ place: MRZPosition, _ pixels: PixelEvidence, _ surroundings: Plainness) -> Bool {
        if configuration.isStrayCounted && pixels.lightMarks.contains(place) { return true }
        let hasPiece =
            pixels.marks.contains(place) || configuration.isStrayCounted && pixels.stray.cells.contains(place)
        let isPlain =
            configuration.areSurroundingsCounted
            && pixels.surroundingClaims[place.line][place.column]
                >= surroundings.least(configuration.maxCertainDeviation)
        return hasPiece && !isPlain
    }

    /// The places whose claim is weaker than what is asked there: less where a check digit covers the character, and of
    /// fillers.
    private func unclean(
        _ transcript: Transcript, _ pixels: PixelEvidence, _ plainness: Plainness
    ) -> Set<MRZPosition> {
        let median = plainness.median
        let minProtected = max(configuration.minClaim, median - configuration.maxFall)
        // On a page that is plain all over, a cell that is less plain than every other has something over it.
        func minUnprotected(_ place: MRZPosition) -> Float {
            let oddity = oddity(at: place, of: transcript, pixels)
            let maxDeviation = configuration.maxDeviation + likenessGain(at: place, pixels, oddity: oddity)
            return max(minProtected, plainness.least(maxDeviation, oddity: oddity))
        }
        let abnormal = abnormalFillers(of: transcript)
        func minFiller(isAbnormal: Bool, gain: Float) -> Float {
            let deviation = isAbnormal ? configuration.maxAbnormalDeviation : configuration.maxFillerDeviation
            return max(configuration.minFiller, plainness.least(deviation + gain))
        }
        return Set(
            places(of: transcript).filter { place, character in
                let least =
                    if character.isFiller {
                        isBesidePrint(place, of: transcript)
                            ? minFiller(
                                isAbnormal: abnormal.contains(place),
                                gain: likenessGain(at: place, pixels, oddity: 0))
                            : configuration.minFiller
                    } else {
                        transcript.isProtected(at: place) ? minProtected : minUnprotected(place)
                    }
                return pixels.claims[place.line][place.column] < least
            }.map(\.0))
    }

    /// How many times the spread of the page a character may fall further since it shows what others of the page with
    /// its name do, or less far since it does not; 0 of those that were not held against any. Small letters are like
    /// their capitals: likeness makes up for what is seen of a letter beyond how odd it is, and not for that.
    private func likenessGain(at place: MRZPosition, _ pixels: PixelEvidence, oddity: Float) -> Float {
        guard let likeness = pixels.likenesses[place] else { return 0 }
        let gain = configuration.likenessWeight * (likeness - configuration.neutralLikeness)
        if gain < 0 { return max(-configuration.maxLikenessLoss, gain) }
        return max(0, min(configuration.maxLikenessGain, gain) - oddity)
    }

    /// Whether the print of a letter is so far off what its letter has that it is another one, or less of one.
    private func isOdd(
        _ character: MRZCharacter, at place: MRZPosition, of transcript: Transcript, _ pixels: PixelEvidence,
        _ plainness: Plainness
    ) -> Bool {
        let oddity = oddity(at: place, of: transcript, pixels)
        let claim = pixels.claims[place.line][place.column]
        return oddity > 0 && claim < plainness.least(configuration.maxOddDeviation, oddity: oddity)
            || oddity > configuration.decisiveOddity
            || character.isLetter
                && pixels.heightDeviations[place.line][place.column] ?? 0 < -configuration.decisiveLowness
    }

    /// How far the print of a letter is off what its letter has, all that is measured of it together, weighed; 0 of
    /// other characters.
    private func oddity(at place: MRZPosition, of transcript: Transcript, _ pixels: PixelEvidence) -> Float {
        guard transcript.mrz.character(at: place).isLetter else { return 0 }
        func beyond(_ deviation: Double?) -> Float {
            min(configuration.maxOddity, max(0, Float(deviation ?? 0) - configuration.minOddity))
        }
        let top = pixels.topDeviations[place.line][place.column]
        return configuration.heightWeight * beyond(pixels.heightDeviations[place.line][place.column].map(abs))
            + configuration.thinWeight * beyond(pixels.inkDeficits[place.line][place.column])
            + configuration.lowTopWeight * beyond(top) + configuration.highTopWeight * beyond(top.map(-))
    }

    /// Whether one character is less plain than any other by more than those differ among each other: it is of another
    /// face, or a small one, and a check digit that holds proves nothing about that.
    ///
    /// - Parameters:
    ///   - character: that the claim is of.
    ///   - claims: of all characters, ascending.
    private func isAlone(_ claim: Float, of character: MRZCharacter, among claims: [Float]) -> Bool {
        guard !character.isFiller, claims.count > 2, claim == claims[0] else { return false }
        let (minFall, maxGap) =
            character.isLetter
            ? (configuration.minAloneFall, configuration.maxGap)
            : (configuration.minAloneDigitFall, configuration.maxDigitGap)
        let median = claims[claims.count / 2]
        return median - claim > minFall && claims[1] - claim > maxGap * (median - claims[1])
    }

    /// Whether a filler is not one of those that only end a line: where less is left of a letter than its half, what is
    /// left may be a filler, and no check digit tells a `K` from one.
    private func isBesidePrint(_ place: MRZPosition, of transcript: Transcript) -> Bool {
        let last = transcript.mrz.lines[place.line].characters.lastIndex { !$0.isFiller }
        return last.map { place.column <= $0 + 1 } ?? false
    }

    /// The fillers of a name that ICAO Doc 9303-3, 4.6 does not have, and their neighbours: before it, or side by side
    /// with another one, where that is not all that parts the identifiers. Rather there is a `K` of which the stem is
    /// covered.
    private func abnormalFillers(of transcript: Transcript) -> Set<MRZPosition> {
        guard transcript.mrz.name.hasAbnormalSeparator, let name = transcript.format.field(.name)?.span else {
            return []
        }
        let line = transcript.mrz.lines[name.line].characters
        func isFiller(_ column: Int) -> Bool { name.columns.contains(column) && line[column].isFiller }
        let beside = name.columns.filter {
            isFiller($0) && ($0 == name.columns.lowerBound || isFiller($0 - 1) || isFiller($0 + 1))
        }
        return Set(beside.map { MRZPosition(line: name.line, column: $0) })
    }

    /// Whether a character whose cell is not plain is what a check digit leaves: any other would break it, or is
    /// plainly excluded by the pixels, and nothing else under it is in doubt that could make up for that. Digits alone
    /// are proved so: a small letter breaks no check digit.
    private func isProved(
        _ place: MRZPosition, _ transcript: Transcript, _ pixels: PixelEvidence, unclean: Set<MRZPosition>
    ) -> Bool {
        let claim = pixels.claims[place.line][place.column]
        let used = transcript.mrz.character(at: place)
        let unnoticed = transcript.format.blindTwins(of: used, at: place)
        let minClaim =
            transcript.format.holdsDigitsOnly(at: place) ? configuration.minProvedClaim : configuration.minClaim
        guard claim >= minClaim, !used.isLetter,
            pixels.looks[place.line][place.column].logOdds.allSatisfy({ $0 <= claim }),
            unnoticed.allSatisfy({ lead(of: used, over: $0, at: place, pixels) >= configuration.plainLead })
        else { return false }
        return transcript.mrz.checks.contains { check in
            let covered = Set(check.covered + [check.digit])
            return covered.contains(place) && covered.isDisjoint(with: unclean.subtracting([place]))
                && check.expected(in: transcript.mrz.lines).character == transcript.mrz.character(at: check.digit)
        }
    }

    /// The places of characters beside which another one, or a set of others, is not plainly excluded.
    private func rivals(_ transcript: Transcript, _ pixels: PixelEvidence) -> [Reading.Doubt] {
        var leads: [Substitution: Float] = [:]
        // In the order of the places, so that a page has the same sums in every run.
        var rivals: [Substitution] = []
        var doubted = Set<MRZPosition>()
        for (place, used) in places(of: transcript) {
            let alphabet = transcript.format.alphabet(line: place.line, column: place.column)
            let isProtected = transcript.isProtected(at: place)
            for other in alphabet where other != used {
                let lead = lead(of: used, over: other, at: place, pixels)
                guard lead < configuration.maxRivalLead else { continue }
                let rival = Substitution(at: place, of: used, by: other)
                leads[rival] = lead
                rivals.append(rival)
                if !isProtected && lead < configuration.minLead { doubted.insert(place) }
            }
        }
        for set in transcript.mrz.blindSets(among: rivals) {
            let lead = set.reduce(0) { $0 + (leads[$1] ?? 0) }
            if lead < (set.count == 1 ? configuration.minLead : configuration.minJointLead) {
                doubted.formUnion(set.map(\.position))
            }
        }
        return doubted.sorted().map { .twin(at: $0) }
    }

    /// By how much the pixels speak for `used` rather than `other`.
    private func lead(
        of used: MRZCharacter, over other: MRZCharacter, at place: MRZPosition, _ pixels: PixelEvidence
    ) -> Float {
        if used == Self.zero, other == Self.letterO { return zeroLead(at: place, pixels) }
        if used == Self.letterO, other == Self.zero { return -zeroLead(at: place, pixels) }
        return pixels.logOdds(of: used, at: place) - pixels.logOdds(of: other, at: place)
    }

    /// By how much the pixels speak for a zero rather than a letter O: what the cell looks like, and its height where
    /// that was measured.
    private func zeroLead(at place: MRZPosition, _ pixels: PixelEvidence) -> Float {
        guard let zero = Self.zero, let letterO = Self.letterO else { return 0 }
        let seen = pixels.logOdds(of: zero, at: place) - pixels.logOdds(of: letterO, at: place)
        let height = pixels.heights[place.line][place.column] ?? configuration.zeroHeight
        if height < configuration.minZeroHeight, seen < configuration.certainZero {
            return min(seen, 0) - configuration.maxRivalLead
        }
        let gain = min((height - configuration.zeroHeight) * configuration.heightSlope, configuration.maxHeightLead)
        return seen + Float(gain - configuration.zeroLead)
    }

    private func places(of transcript: Transcript) -> [(MRZPosition, MRZCharacter)] {
        transcript.mrz.lines.enumerated().flatMap { line, text in
            text.characters.enumerated().map { (MRZPosition(line: line, column: $0.offset), $0.element) }
        }
    }

    private static let zero = MRZCharacter(digit: 0)
    private static let letterO = MRZCharacter.letterO
}

extension MRZCharacter {
    /// The letter O.
    static let letterO = MRZCharacter(ascii: 0x4F)
}

extension MRZFormat {
    /// Whether a place may hold no letter.
    func holdsDigitsOnly(at place: MRZPosition) -> Bool {
        alphabet(line: place.line, column: place.column).intersection(.letters).isEmpty
    }
}

extension PixelEvidence {
    /// The log odds that a cell shows `character` whole and clean.
    fileprivate func logOdds(of character: MRZCharacter, at place: MRZPosition) -> Float {
        looks[place.line][place.column].logOdds[Int(character.index)]
    }
}
