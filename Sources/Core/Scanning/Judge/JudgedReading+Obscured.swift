import MRZParsing
import Recognition

extension JudgedReading {
    /// The cells that do not show what is claimed: something lies over it, part of it is missing, it is something else,
    /// something is printed over it or beside it, or it has a mark that no letter of an MRZ has.
    var obscured: [Reading.Doubt] {
        let unclean = uncleanPlaces
        return characters.compactMap { place, character in
            let isPlain =
                (!unclean.contains(place) || isProved(place, unclean: unclean)) && !isLetterO(character, at: place)
                && !isBold(place) && !isAlone(character, at: place) && !isOdd(character, at: place)
                && !isTouched(at: place) && !isBeside(place) && !isMirrored(place) && !isMarkedFiller(place)
                && !isAltered(place)
            return isPlain ? nil : .obscured(at: place)
        }
    }

    /// Whether the zero of a field of digits looks more like a letter O.
    private func isLetterO(_ character: MRZCharacter, at place: MRZPosition) -> Bool {
        character == .zero && transcript.format.holdsDigitsOnly(at: place) && zeroMargin(at: place) < 0
    }

    /// Whether a character that no check digit protects is bolder than its neighbours: another one lies over it.
    private func isBold(_ place: MRZPosition) -> Bool {
        guard !transcript.isProtected(at: place), let excess = pixels.excess[place.line][place.column] else {
            return false
        }
        return excess > configuration.maxExcess
    }

    /// Whether one character is less plain than any other by more than those differ among each other: it is of another
    /// face, or a small one, and a check digit that holds proves nothing about that.
    private func isAlone(_ character: MRZCharacter, at place: MRZPosition) -> Bool {
        guard !character.isFiller, pixels.likenesses[place] ?? 0 < configuration.certainLikeness else { return false }
        return character.isLetter
            ? plainness.isAlone(claim(at: place), minFall: configuration.minAloneFall, maxGap: configuration.maxGap)
            : plainness.isAlone(
                claim(at: place), minFall: configuration.minAloneDigitFall, maxGap: configuration.maxDigitGap)
    }

    /// Whether a cell shows its letter in a mirror better than as it is.
    private func isMirrored(_ place: MRZPosition) -> Bool {
        pixels.mirrors[place.line][place.column].map { $0 - claim(at: place) > configuration.maxMirrorMargin } ?? false
    }

    /// Whether a cell shows another letter that was altered: it looks like that, all the more where it is little plain.
    private func isAltered(_ place: MRZPosition) -> Bool {
        guard let score = pixels.alterations[place] else { return false }
        let deviation = min(max(0, plainness.deviation(of: claim(at: place))), configuration.maxAlterationDeviation)
        return score + configuration.alterationDeviationWeight * deviation > configuration.maxAlterationScore
    }

    // MARK: Round a character

    /// Whether something stands round a character, and touches it or not. What stands between two of them is seen by both.
    private func isTouched(at place: MRZPosition) -> Bool {
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

    /// Whether a piece of ink stands beside a character, above it or below it, or in its cell anything lighter than the
    /// paper or finer than the print. Pieces count for nothing where its surroundings are plain.
    private func isBeside(_ place: MRZPosition) -> Bool {
        if configuration.isStrayCounted && (pixels.lightMarks.contains(place) || pixels.fineMarks.contains(place)) {
            return true
        }
        let hasPiece =
            pixels.marks.contains(place) || configuration.isStrayCounted && pixels.stray.cells.contains(place)
        let isPlain =
            configuration.areSurroundingsCounted
            && pixels.surroundingClaims[place.line][place.column]
                >= surroundings.claim(atDeviation: configuration.maxCertainDeviation)
        return hasPiece && !isPlain
    }

    // MARK: How plain a character is

    /// The places whose claim is weaker than what is asked there: less where a check digit covers the character, and of
    /// fillers.
    private var uncleanPlaces: Set<MRZPosition> {
        let abnormal = abnormalFillers
        return Set(
            characters.filter { place, character in
                let minClaim =
                    if character.isFiller {
                        minFiller(at: place, isAbnormal: abnormal.contains(place))
                    } else {
                        transcript.isProtected(at: place) ? minProtected : minUnprotected(at: place)
                    }
                return claim(at: place) < minClaim
            }.map(\.place))
    }

    private var minProtected: Float {
        max(configuration.minClaim, plainness.median - configuration.maxFall)
    }

    /// On a page that is plain all over, a cell that is less plain than every other has something over it.
    private func minUnprotected(at place: MRZPosition) -> Float {
        let oddity = oddity(at: place)
        let maxDeviation = configuration.maxDeviation + likenessGain(at: place, oddity: oddity)
        return max(minProtected, plainness.claim(atDeviation: maxDeviation, oddity: oddity))
    }

    private func minFiller(at place: MRZPosition, isAbnormal: Bool) -> Float {
        guard isBesidePrint(place) else { return configuration.minFiller }
        let deviation = isAbnormal ? configuration.maxAbnormalDeviation : configuration.maxFillerDeviation
        return max(
            configuration.minFiller, plainness.claim(atDeviation: deviation + likenessGain(at: place, oddity: 0)))
    }

    /// How many times the spread of the page a character may fall further since it shows what others of the page with
    /// its name do, or less far since it does not; 0 of those that were not held against any. Small letters are like
    /// their capitals: likeness makes up for what is seen of a letter beyond how odd it is, and not for that.
    private func likenessGain(at place: MRZPosition, oddity: Float) -> Float {
        guard let likeness = pixels.likenesses[place] else { return 0 }
        let gain = configuration.likenessWeight * (likeness - configuration.neutralLikeness)
        if gain < 0 { return max(-configuration.maxLikenessLoss, gain) }
        return max(0, min(configuration.maxLikenessGain, gain) - oddity)
    }

    /// Whether the print of a letter is so far off what its letter has that it is another one, or less of one.
    private func isOdd(_ character: MRZCharacter, at place: MRZPosition) -> Bool {
        let oddity = oddity(at: place)
        return oddity > 0
            && claim(at: place) < plainness.claim(atDeviation: configuration.maxOddDeviation, oddity: oddity)
            || oddity > configuration.decisiveOddity
            || character.isLetter
                && pixels.heightDeviations[place.line][place.column] ?? 0 < -configuration.decisiveLowness
    }

    /// How far the print of a letter is off what its letter has, all that is measured of it together, weighed; 0 of
    /// other characters.
    func oddity(at place: MRZPosition) -> Float {
        guard transcript.mrz.character(at: place).isLetter else { return 0 }
        func beyond(_ deviation: Double?) -> Float {
            min(configuration.maxOddity, max(0, Float(deviation ?? 0) - configuration.minOddity))
        }
        let top = pixels.topDeviations[place.line][place.column]
        return configuration.heightWeight * beyond(pixels.heightDeviations[place.line][place.column].map(abs))
            + configuration.thinWeight * beyond(pixels.inkDeficits[place.line][place.column])
            + configuration.lowTopWeight * beyond(top) + configuration.highTopWeight * beyond(top.map(-))
    }

    // MARK: Fillers

    /// Whether a filler is not one of those that only end a line: where less is left of a letter than its half, what is
    /// left may be a filler, and no check digit tells a `K` from one.
    func isBesidePrint(_ place: MRZPosition) -> Bool {
        let last = transcript.mrz.lines[place.line].characters.lastIndex { !$0.isFiller }
        return last.map { place.column <= $0 + 1 } ?? false
    }

    /// The fillers of a name that ICAO Doc 9303-3, 4.6 does not have, and their neighbours: before it, or side by side
    /// with another one, where that is not all that parts the identifiers. Rather there is a `K` of which the stem is
    /// covered.
    private var abnormalFillers: Set<MRZPosition> {
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

    /// Whether a filler is less plain than the other fillers of its page, by itself and by what stands round it: a letter
    /// under it, or a stem that makes a `K` of it.
    private func isMarkedFiller(_ place: MRZPosition) -> Bool {
        guard configuration.areSurroundingsCounted, transcript.mrz.character(at: place).isFiller,
            fillers.claims.count >= configuration.minFillers
        else { return false }
        return fillers.deviation(of: claim(at: place)) > configuration.maxMarkedDeviation
            && fillerSurroundings.deviation(of: pixels.surroundingClaims[place.line][place.column])
                > configuration.maxMarkedDeviation
    }

    // MARK: Check digits

    /// Whether a character whose cell is not plain is what a check digit leaves: any other would break it, or is
    /// plainly excluded by the pixels, and nothing else under it is in doubt that could make up for that. Digits alone
    /// are proved so: a small letter breaks no check digit.
    private func isProved(_ place: MRZPosition, unclean: Set<MRZPosition>) -> Bool {
        let claim = claim(at: place)
        let used = transcript.mrz.character(at: place)
        let minClaim =
            transcript.format.holdsDigitsOnly(at: place) ? configuration.minProvedClaim : configuration.minClaim
        guard claim >= minClaim, !used.isLetter,
            pixels.cells[place.line][place.column].logOdds.allSatisfy({ $0 <= claim }),
            transcript.format.blindTwins(of: used, at: place)
                .allSatisfy({ margin(of: used, over: $0, at: place) >= configuration.plainMargin })
        else { return false }
        return transcript.mrz.checks.contains { check in
            let covered = Set(check.covered + [check.digit])
            return covered.contains(place) && covered.isDisjoint(with: unclean.subtracting([place]))
                && check.expected(in: transcript.mrz.lines).character == transcript.mrz.character(at: check.digit)
        }
    }
}
