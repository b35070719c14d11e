import MRZParsing
import Recognition

/// A reading that is held against its pixels: the rules of `PixelJudge`, which are asked here.
struct JudgedReading {
    let transcript: Transcript
    let pixels: PixelEvidence
    let configuration: PixelJudge.Configuration
    /// The characters of the reading with their places.
    let characters: [(place: MRZPosition, character: MRZCharacter)]
    /// How plainly the characters show what is claimed of them.
    let plainness: Plainness
    /// How plainly they show nothing round them.
    let surroundings: Plainness
    /// The same two of the fillers.
    let fillers: Plainness
    let fillerSurroundings: Plainness

    init(_ transcript: Transcript, _ pixels: PixelEvidence, _ configuration: PixelJudge.Configuration) {
        self.transcript = transcript
        self.pixels = pixels
        self.configuration = configuration
        characters = transcript.characters
        let (fillers, print) = (characters.filter(\.character.isFiller), characters.filter { !$0.character.isFiller })
        func plainness(
            _ odds: [[Float]], _ characters: [(place: MRZPosition, character: MRZCharacter)],
            _ spreads: ClosedRange<Float>
        ) -> Plainness {
            Plainness(characters.map { odds[$0.place.line][$0.place.column] }, spreads: spreads)
        }
        let fillerSpreads = configuration.minFillerSpread ... .infinity
        self.plainness = plainness(pixels.claims, print, configuration.minSpread ... .infinity)
        surroundings = plainness(
            pixels.surroundingClaims, print, configuration.minSpread...configuration.maxSurroundingSpread)
        self.fillers = plainness(pixels.claims, fillers, fillerSpreads)
        fillerSurroundings = plainness(pixels.surroundingClaims, fillers, fillerSpreads)
    }

    /// The log odds that a cell shows what is claimed there.
    func claim(at place: MRZPosition) -> Float { pixels.claims[place.line][place.column] }

    // MARK: The zone

    /// What speaks against all of the zone: too little of it to be seen, lines that are not one print, and print that
    /// goes on beyond it.
    var zoneDoubts: [Reading.Doubt] {
        var doubts: [Reading.Doubt] = []
        if pixels.pitch < configuration.minPitch || pixels.minPitch < configuration.minEndPitch {
            doubts.append(.tooSmall)
        }
        if pixels.darkness < configuration.minDarkness { doubts.append(.tooFaint) }
        if !isOnePrint { doubts.append(.mixedPrint) }
        let isBeyond = configuration.isStrayCounted && (hasPieceBeyond || pixels.isAmongLines)
        if goesOn || isBeyond || isEndMarked || isMarkedAllOver { doubts.append(.printBeyond) }
        return doubts
    }

    /// Whether the lines, and the fields of each, look like one print on one paper.
    private var isOnePrint: Bool {
        pixels.seam <= configuration.maxSeam && pixels.gapRidge <= configuration.maxGapRidge
            && pixels.gapStep <= configuration.maxGapStep && pixels.contrast >= configuration.minContrast
            && pixels.boldness >= configuration.minBoldness
            && pixels.boldness * pixels.contrast >= configuration.minUnity
            && pixels.lean <= configuration.maxLean && abs(pixels.growth) <= configuration.maxGrowth
            && pixels.differences <= configuration.maxDifferences
            && pixels.fieldDifferences <= configuration.maxFieldDifferences
            && pixels.stretchDifference <= configuration.maxStretchDifference
    }

    /// Whether print stands in one of the two cells before a line or behind it; or what is likelier print than paper, in
    /// the cells right before all lines or right behind all of them.
    private var goesOn: Bool {
        let adjacent = [PixelEvidence.endCells - 1, PixelEvidence.endCells]
        return (0..<(2 * PixelEvidence.endCells)).contains { place in
            let cells = pixels.beyond.map { (print: $0[place].logOdds.max() ?? 0, paper: $0[place].paper) }
            return cells.contains { $0.print > max(configuration.maxBeyond, $0.paper) }
                || adjacent.contains(place)
                    && cells.allSatisfy {
                        $0.print > configuration.maxBeyondAll && $0.print - $0.paper > configuration.maxBeyondPaper
                    }
        }
    }

    /// Whether something stands round most characters of a page: then none of them is plain.
    private var isMarkedAllOver: Bool {
        configuration.areSurroundingsCounted && surroundings.median < configuration.minSurroundingMedian
    }

    /// The log odds that the cell before a line, or the one behind it, shows bare paper.
    private func paper(at end: LineEnd) -> Float { pixels.surroundingPaper[end.line][end.side.rawValue] }

    /// Whether a piece of ink stands right before a line or behind it. Pieces count for nothing where that is bare paper by
    /// all else that is seen of it.
    private var hasPieceBeyond: Bool {
        pixels.stray.ends.contains {
            !configuration.areSurroundingsCounted || paper(at: $0) < configuration.certainSurroundingPaper
        }
    }

    /// Whether the cell before a line or behind it plainly shows no bare paper, and not because a finger begins there, or
    /// what the page lies on.
    private var isEndMarked: Bool {
        let ends = pixels.surroundingPaper.indices.flatMap { line in
            LineEnd.Side.allCases.map { LineEnd(line: line, side: $0) }
        }
        return configuration.areSurroundingsCounted
            && ends.contains {
                paper(at: $0) < configuration.minSurroundingPaper && !pixels.stray.occupiedEnds.contains($0)
            }
    }

    // MARK: What the page prints elsewhere

    /// The places of cells that are so little plain that what the page prints elsewhere decides.
    var placesInQuestion: [MRZPosition] {
        characters.filter { place, character in
            let fall =
                character.isFiller || transcript.isProtected(at: place)
                ? configuration.minQuestionableFall : configuration.minQuestionable
            return claim(at: place) < plainness.claim(atDeviation: fall, oddity: oddity(at: place))
                && claim(at: place) >= plainness.claim(atDeviation: configuration.maxQuestionable)
                && (!character.isFiller || isBesidePrint(place))
        }.map(\.place)
    }

    /// The places of cells that show their character plainly enough for others to be held against them.
    var exemplars: [MRZPosition] {
        let minClaim = plainness.claim(atDeviation: configuration.maxExemplary)
        return characters.map(\.place).filter { claim(at: $0) >= minClaim }
    }

    // MARK: Other readers

    /// Whether what another reader sees in a cell is of no account: the same as is claimed there, however weakly it
    /// believes in it, where the pixels show that plainly; anything else where they show it more plainly than a sixth
    /// of the page; and anything that makes no State's code where the table of States decides the cell.
    func outweighs(_ seen: MRZCharacter?, at place: MRZPosition) -> Bool {
        if isPlain(at: place), seen == transcript.mrz.character(at: place) || isCertain(at: place) { return true }
        if pixels.likenesses[place] ?? 0 >= configuration.certainLikeness { return true }
        let isState = seen.map { transcript.mrz.stateTwins(at: place)?.contains($0) ?? false } ?? false
        return !isState && isDecidedByTable(at: place)
    }

    /// Whether a cell shows its character plainly.
    private func isPlain(at place: MRZPosition) -> Bool {
        claim(at: place) >= configuration.plainClaim && excelsAll(at: place, by: configuration.plainMargin)
    }

    /// Whether a cell shows its character more plainly than a sixth of the page shows its own, and nothing that
    /// resembles another one.
    private func isCertain(at place: MRZPosition) -> Bool {
        plainness.lowestSixth.map { claim(at: place) >= $0 } ?? false
            && excelsAll(at: place, by: configuration.certainMargin)
    }

    /// Whether a cell is part of a State's code, and the pixels plainly exclude every other State whose code differs
    /// there alone. A code that was misread there would be in no table, or one of those.
    private func isDecidedByTable(at place: MRZPosition) -> Bool {
        guard configuration.isTableAsked, let twins = transcript.mrz.stateTwins(at: place) else { return false }
        let used = transcript.mrz.character(at: place)
        return twins.allSatisfy { margin(of: used, over: $0, at: place) >= configuration.plainMargin }
    }
}

extension MRZCharacter {
    /// The letter O.
    static let letterO = MRZCharacter(ascii: 0x4F)
    /// The digit 0.
    static let zero = MRZCharacter(digit: 0)
}

extension MRZFormat {
    /// Whether a place may hold no letter.
    func holdsDigitsOnly(at place: MRZPosition) -> Bool {
        alphabet(line: place.line, column: place.column).intersection(.letters).isEmpty
    }
}
