extension PixelJudge {
    /// How plainly the pixels must show what is claimed.
    public struct Configuration: Sendable {
        /// Whether they are asked at all; without, what they say is still measured.
        public var isAsked = true
        /// The log odds that a cell must have of showing the character claimed there whole and clean, and the same of a
        /// filler.
        public var minClaim: Float = -3
        public var minFiller: Float = -3
        /// How far they may fall below the median of the document's characters: on a page that is plain otherwise, a
        /// cell that is not so has something over it.
        public var maxFall: Float = 6
        /// How many times the spread of the page's characters one may fall below their median that no check digit
        /// protects.
        public var maxDeviation: Float = 3.6
        /// The spread of a page at least: it is that from the median to the character below which a sixth of them are.
        public var minSpread: Float = 1.3
        /// From so many times that spread on such a character is held against others of the page that show the same.
        public var minQuestionable: Float = 1.5
        /// From so far on one that a check digit protects, or a filler, is.
        public var minQuestionableFall: Float = 2
        /// One that has fallen further than so many times the spread is doubted without that.
        public var maxQuestionable: Float = 8
        /// So many times the spread those others may have fallen.
        public var maxExemplary: Float = 3
        /// What the log odds that it shows the same are worth, for each unit from `neutralLikeness` on: so many times
        /// that spread it may fall further, or less far, and at most.
        public var likenessWeight: Float = 0.3
        public var neutralLikeness: Float = -1.5
        public var maxLikenessGain: Float = 1.5
        public var maxLikenessLoss: Float = 1.5
        /// The log odds from which a cell shows the same so surely that another reader's dispute is of no account.
        public var certainLikeness: Float = 1.5
        /// How many times the spread of the page's fillers one may fall below their median both by itself and by what stands
        /// round it; that spread at least; and the fillers that tell it. Of 2,085 untouched pages five have one that falls
        /// further.
        public var maxMarkedDeviation: Float = 4.2
        public var minFillerSpread: Float = 0.7
        public var minFillers = 8
        /// How many times the spread of the characters a filler beside print may fall below the median.
        public var maxFillerDeviation: Float = 4.5
        /// How many times that spread a filler may fall that no name has: one before it, or beside another one where
        /// the identifiers are parted already.
        public var maxAbnormalDeviation: Float = 1.5
        /// How many times that spread an odd letter may fall that a check digit protects.
        public var maxOddDeviation: Float = 4.4
        /// Where the print of a letter is off what its letter has by more than so many standard deviations, it is odd:
        /// it may fall less far, by so much for each deviation beyond, of which so many count.
        public var minOddity: Float = 1.5
        public var maxOddity: Float = 6
        /// What a deviation in height is worth, one by which it is thinner, and one by which it begins lower or higher.
        public var heightWeight: Float = 0.5
        public var thinWeight: Float = 0.4
        public var lowTopWeight: Float = 0.4
        public var highTopWeight: Float = 0.3
        /// A letter that is odder than this, all together, or lower than its character by more than so many deviations,
        /// is doubted however clean it looks. Of 14,069 untouched pages nine have an odder one, and one a lower one.
        public var decisiveOddity: Float = 2.5
        public var decisiveLowness = 4.5
        /// A letter that falls so far below the median as `minAloneFall` may fall below every other character by so
        /// many times what lies between the median and the next one.
        public var maxGap: Float = 2
        public var minAloneFall: Float = 3.25
        /// The same for a digit, which is of another face or no digit at all then, whatever its check digit says: of 52
        /// such pictures 42 are told, and of 1,190 verified innocent ones none.
        public var maxDigitGap: Float = 1
        public var minAloneDigitFall: Float = 4
        /// The log odds from which a digit of a field of digits that is not plain counts all the same, where the cell
        /// resembles no other character more, and a check digit proves it: one under which everything else is plain.
        /// Letters and digits of other fields count so from `minClaim` on, however far they fall.
        public var minProvedClaim: Float = -9
        /// How much bolder than the boldest of its neighbours a character may be that no check digit protects, as a
        /// logarithm: a letter over another one is, and of 834 pages with nothing over them four have one that is.
        public var maxExcess = 0.16
        /// By how much the log odds of a character must exceed those of any other that no check digit would notice; of
        /// a set of characters that may only be wrong together, by how much all of them together.
        public var minMargin: Float = 1
        public var minJointMargin: Float = 4
        /// A character is a rival of another only within this margin; beyond it print is plainly the one.
        public var maxRivalMargin: Float = 9
        /// The height of a character counts as well between a zero and a letter O: the height, over that of the
        /// document's certain zeros, at which it tells nothing, what it is worth for each unit beyond, and at most.
        public var zeroHeight = 0.955
        public var heightSlope = 60.0
        public var maxHeightMargin = 3.0
        /// What the two together come to where a zero and a letter O are as likely. Of 2,807 zeros and 1,479 letters of
        /// two sets that `Tests/Honesty` made (`joint-7`, `dated-7`) one zero is below it and no letter above.
        public var zeroMargin = 1.5
        /// Below this height it is a letter, since in some faces that has the zero's shape, unless it looks like a zero
        /// by so much that no letter does: glare and a poor focus take a row from a zero's height, and nothing from its
        /// shape. Of 2,303 letters (`Tests/Honesty`, seed `oz-1`) none looks like a zero at all.
        public var minZeroHeight = CellHeights.minZero
        public var certainZero: Float = 7
        /// The log odds of print in a cell beyond the ends of a line from which the line goes on there.
        public var maxBeyond: Float = 0
        /// The line goes on as well where these log odds are above this in all lines, and by so much above those of
        /// paper. Of 3,117 untouched pages none is.
        public var maxBeyondAll: Float = -4
        public var maxBeyondPaper: Float = 4
        /// The largest step of light between two lines; the least contrast of the palest over the darkest, ink of the
        /// thinnest over the boldest, and both taken together.
        public var maxSeam = 0.015
        /// The plainest line of light or dark, and the plainest step, that run along the gap between two lines and need not be
        /// straight.
        public var maxGapRidge = 0.035
        public var maxGapStep = 0.03
        public var minContrast = 0.78
        public var minBoldness = 0.85
        public var minUnity = 0.76
        /// By how much two lines may lean differently, and by how much their characters may grow beyond what the
        /// distance of the lines does; see `LineShapes`. Of 1,200 innocent pages none leans more, and two grow more.
        public var maxLean = 0.1
        public var maxGrowth = 0.15
        /// What the lines of one print may differ by in all that is measured of it; see `LineDifferences`.
        public var maxDifferences = 1.0
        /// What a field may differ by from the rest of its line, likewise; see `FieldDifferences`. Of 755 verified documents four
        /// are beyond it.
        public var maxFieldDifferences = 1.4
        /// What a stretch of a line may differ by in form; see `StretchDifferences`.
        public var maxStretchDifference = 1.1
        /// A character whose cell shows it with these log odds, and by such a margin over every other that its field
        /// admits, is plain: another reader that sees the same agrees, however weakly it believes in it.
        public var plainClaim: Float = 1.5
        public var plainMargin: Float = 10
        /// By this margin over every other, and plainer than a sixth of its page, nothing else can stand there,
        /// whatever another reader sees.
        public var certainMargin: Float = 12
        /// Whether the table of States decides what another reader disputes in a State's code; see `outweighs`.
        public var isTableAsked = true
        /// Pixels a character, in the middle of the zone, below which print does not show what it says.
        public var minPitch = 7.5
        /// The same at the end of the zone that is further away.
        public var minEndPitch = 6.0
        /// Whether print beside the characters counts; see `StrayPrint`.
        public var isStrayCounted = true
        /// By so much the log odds that a cell shows its letter in a mirror may be higher than those that it shows it. Of
        /// 16,339 letters of untouched pages none has more than 0.1, and of 100 letters R and B that were printed mirrored 95
        /// have more than 2.
        public var maxMirrorMargin: Float = 2
        /// What the score of a letter that no check digit protects may be, which says how much it looks like another one that
        /// was altered, and what is added for each spread of the page by which it falls below the median, of which so many
        /// count. Of 1,000 untouched pages seven have a letter beyond it.
        public var maxAlterationScore: Float = 1.25
        public var alterationDeviationWeight: Float = 0.2
        public var maxAlterationDeviation: Float = 3
        /// Whether what stands round the characters counts as a network sees it; see `CellSurroundings`.
        public var areSurroundingsCounted = true
        /// How many times the spread of the page's characters the surroundings of one may fall below their median.
        public var maxSurroundingDeviation: Float = 4.75
        /// That spread at most. Of 2,995 untouched pages none has more than 2.7; where every fifth character is marked it is
        /// above that.
        public var maxSurroundingSpread: Float = 2
        /// The median of the log odds that nothing stands round a page's characters below which something stands round all
        /// of them. Of the same pages none has less than 0.3.
        public var minSurroundingMedian: Float = 0
        /// How many times that spread those of two characters side by side may have fallen, taken together.
        public var maxJointDeviation: Float = 7
        /// Within so many times that spread nothing stands beside a character, whatever pieces of ink there are.
        public var maxCertainDeviation: Float = 1
        /// The log odds of bare paper below which something stands before a line or behind it.
        public var minSurroundingPaper: Float = -4.5
        /// Those from which nothing stands there, whatever pieces of ink there are. Of 182 pages with a sign there none has
        /// more than 0.3.
        public var certainSurroundingPaper: Float = 1.5
        /// Grey levels between paper and print below which nobody sees it. The palest of 186 verified samples and
        /// photographs has 32.
        public var minDarkness = 16.0

        public init() {}
    }
}
