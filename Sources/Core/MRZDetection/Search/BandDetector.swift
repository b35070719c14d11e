public import Imaging

/// Finds bands of machine-readable print at any angle: ink, blobs, evenly spaced chains, parallel lines, cell grid.
///
/// Nothing depends on fillers, on the horizontal or on where in the picture the band lies.
public struct BandDetector: Sendable {
    /// What is searched for and how hard. Lengths are in pixels of the searched picture.
    public struct Configuration: Sendable {
        /// The shapes of the zones that are looked for.
        public var shapes = ZoneShapes.standard
        /// Side of the square whose mean decides what is ink. About three stroke-to-stroke distances of the largest
        /// print.
        public var thresholdWindow = 31
        /// Ink differs from its surroundings by this many local standard deviations.
        public var deviations: Float = 0.35
        /// Bold ink differs from them by this many.
        public var boldDeviations: Float = 0.8
        /// Ink differs from its surroundings by this many times the picture's noise, too.
        public var noiseFactor: Float = 2.2
        /// Ink differs from its surroundings by this many grey levels, too.
        public var minGrayDifference: Float = 3
        /// Light marks are print where there are fewer of them round about than so many times the dark ones.
        public var maxLight: Float = 1
        /// Bands returned at the most.
        public var maxBands = 16
        /// Bands returned at the most in one place: they are other ideas of the same lines.
        public var maxInOnePlace = 2
        /// Groups of lines that are fitted, best first.
        public var maxLineGroups = 40
        /// Bands below this score are not returned: the devset's true bands lie above.
        public var minScore = 1.5
        /// Single lines that are offered as bands, too, where no band lies: an MRZ of several lines may be half hidden.
        public var maxLines = 0
        /// Their quality is at least this; as bands of one layout they would be nothing.
        public var minLineQuality = 0.6

        public init() {}
    }

    public let configuration: Configuration

    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// The bands in `image`, best first; empty is an answer.
    ///
    /// - Parameters:
    ///   - image: the picture, scaled so that characters are about 7 to 60 pixels high.
    ///   - scale: pixels of the original picture for one of `image`; the bands are in those of the original.
    ///   - light: whether light print on a dark ground is searched too.
    ///   - ink: what counts as print.
    ///   - known: places of the original picture whose print does not count.
    public func bands(
        in image: GrayImage, scale: Double = 1, light: Bool = true, ink: SearchPass.Ink = .faint,
        besides known: [Quad] = []
    ) -> [Band] {
        bands(on: InkGround(of: image), scale: scale, light: light, ink: ink, besides: known)
    }

    func bands(on ground: InkGround, scale: Double, light: Bool, ink: SearchPass.Ink, besides known: [Quad]) -> [Band] {
        guard ground.image.width >= 32, ground.image.height >= 16 else { return [] }
        let all = InkMasks(on: ground, ink, configuration)
        guard let masks = ink == .unruled ? all.withoutRuledLines() : all else { return [] }
        let marks = light && ink != .unruled ? [InkMasks.dark, InkMasks.light] : [InkMasks.dark]
        let places = known.map { $0.scaled(by: 1 / scale) }
        let found = marks.map { bands(marked: $0, in: masks, scale: scale, besides: places) }
        let whole = best(of: found.flatMap(\.ofLines), besides: [])
        let kept = whole + best(of: found.flatMap(\.ofParts), besides: whole)
        return Array(kept.sorted { Self.rank($0) > Self.rank($1) }.prefix(configuration.maxBands))
    }

    /// Every line of a good band is a good band of one line: those come after it.
    private static func rank(_ band: Band) -> Double { band.lineCount == 1 ? 0.5 * band.quality : band.quality }

    /// The best of `bands`, a few of those in one place, and none of those that are among `known`.
    private func best(of bands: [Band], besides known: [Band]) -> [Band] {
        var kept: [Band] = []
        for band in bands.sorted(by: { Self.rank($0) > Self.rank($1) }) {
            let here = kept.count { $0.quad.isInPlace(of: band.quad) }
            let isKnown = known.contains { $0.isSame(as: band, within: 0.4) }
            if here < configuration.maxInOnePlace, !isKnown { kept.append(band) }
            if kept.count == configuration.maxBands { break }
        }
        return kept
    }

    /// Bands of the lines as they run, and of the parts of those that run on over a gap.
    private func bands(
        marked mark: UInt8, in masks: InkMasks, scale: Double, besides known: [Quad]
    ) -> (ofLines: [Band], ofParts: [Band]) {
        let blobs = Blobs(in: masks, marked: mark, besides: known, limits: Blobs.Limits())
        let index = BlobIndex(blobs.all, width: masks.width, height: masks.height)
        func lines(_ chains: [[Int]]) -> [PrintLine] {
            distinct(
                chains.compactMap { PrintLine($0, of: blobs.all, limits: PrintLine.Limits()) }, of: blobs.all.count)
        }
        func bands(of lines: [PrintLine], areParts: Bool) -> [Band] {
            self.bands(of: lines, areParts: areParts, in: blobs, index, isLight: mark == InkMasks.light, scale: scale)
        }
        let chains = ChainGrowth(blobs: blobs.all, index: index).chains()
        let straight = lines(chains)
        let creased = CreasedLines(blobs: blobs.all, index: index).joined(straight)
        let whole = bands(of: straight + creased, areParts: false)
        let parting = ChainParts(blobs: blobs.all)
        let parts = lines(chains.flatMap(parting.parts(of:)))
        guard !parts.isEmpty else { return (whole, []) }
        // Where one line has print beside it and the next one has not, both are of one band.
        let undivided = straight.filter { parting.parts(of: $0.members).isEmpty }
        return (whole, bands(of: undivided + parts, areParts: true))
    }

    /// Groups of lines that are fitted where some of them are parts.
    private static let maxPartGroups = 12

    private func bands(
        of lines: [PrintLine], areParts: Bool, in blobs: Blobs, _ index: BlobIndex, isLight: Bool, scale: Double
    ) -> [Band] {
        let (sorted, groups) = LineGrouping(blobs: blobs, shapes: configuration.shapes).groups(of: lines)
        let fitter = BandFit(blobs: blobs, index: index, shapes: configuration.shapes)
        var found: [FittedBand] = []
        for group in groups.prefix(areParts ? Self.maxPartGroups : configuration.maxLineGroups) {
            let bands = fitter.bands(of: group.lines.map { sorted[$0] }, besideOthers: areParts)
            found += bands.filter { $0.score >= configuration.minScore }
        }
        found.sort { $0.score > $1.score }
        var bands: [Band] = []
        for fit in found {
            let band = Band(fit, isLight: isLight, scale: scale)
            // The same lines fitted from another group differ by less than a line.
            let twin = bands.contains { other in
                other.lineCount == band.lineCount && other.columnCount == band.columnCount
                    && (other.quad.center - band.quad.center).length < Self.twinDistance * band.pitch
            }
            if !twin { bands.append(band) }
        }
        return bands + alone(sorted, beside: bands, by: fitter, isLight: isLight, scale: scale)
    }

    /// How near the middles of two bands lie that are the same lines, in pitches.
    private static let twinDistance = 0.4
    /// In a line that stands alone so many characters may be missing.
    private static let maxUnseen = 4
    /// So many stray marks may be among them.
    private static let maxStray = 2

    /// The best lines that no band has, each as a band of its own.
    private func alone(
        _ lines: [PrintLine], beside bands: [Band], by fitter: BandFit, isLight: Bool, scale: Double
    ) -> [Band] {
        var found: [Band] = []
        let counts = configuration.shapes.allColumns
        guard let maxCount = counts.first, let minCount = counts.last else { return [] }
        for line in lines where ((minCount - Self.maxUnseen)...(maxCount + Self.maxStray)).contains(line.filled) {
            if found.count >= configuration.maxLines { break }
            found += fitter.bands(of: [line], counts: counts).map {
                Band($0, isLight: isLight, scale: scale)
            }.filter { band in
                band.quality >= configuration.minLineQuality
                    && !(bands + found).contains { $0.quad.isInPlace(of: band.quad) }
            }
        }
        return found
    }

    /// The lines without those that share most of their members with a longer one.
    ///
    /// - Parameter count: of the blobs that members are counted among.
    private func distinct(_ lines: [PrintLine], of count: Int) -> [PrintLine] {
        // Of each blob the places in `kept` of the lines that have it.
        var owners = ListsByBlob<Int>(of: count)
        var shared: [Int32] = []
        var kept: [PrintLine] = []
        // Places are sorted, not lines: a line is large.
        for i in lines.indices.sorted(by: { lines[$0].filled > lines[$1].filled }) {
            let members = lines[i].members
            var maxShared: Int32 = 0
            for m in members {
                owners.forEach(of: m) { line in
                    shared[line] += 1
                    maxShared = max(maxShared, shared[line])
                }
            }
            for line in shared.indices { shared[line] = 0 }
            if Int(maxShared) * 2 > members.count { continue }
            for m in members { owners.add(kept.count, to: m) }
            kept.append(lines[i])
            shared.append(0)
        }
        return kept
    }
}
