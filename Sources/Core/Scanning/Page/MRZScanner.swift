public import Imaging
import MRZDetection
public import MRZParsing
public import Recognition

/// Reads the machine-readable zones of a picture: detection, straightening, recognition, decoding, verdict.
///
/// A scanner belongs to one worker, as its recogniser does.
public final class MRZScanner {
    private let reader: BandReader
    private let configuration: Configuration

    /// What one picture gave, and how long it took.
    public struct Result: Sendable {
        /// One a document, the surest first; empty when no MRZ was found.
        public var readings: [Reading] = []
        /// How the picture shows what looks most like an MRZ, where nothing could be read; nil when nothing looks like
        /// one.
        public var unread: ZoneView?
        /// Lines that are plainly of an MRZ and fit no layout, as they were read, where nothing else was; personal
        /// data.
        public var unmatchedLines: [String] = []
        /// Whether anything was found that was worth reading, whatever it was.
        public var isPrintSeen = false
        public var timing = Timing()
    }

    /// Time by stage.
    public struct Timing: Sendable {
        public var detect = ProcessingTime.zero
        public var recognize = ProcessingTime.zero

        public init() {}
    }

    /// - Parameters:
    ///   - panel: used by this scanner only.
    ///   - today: for the centuries of two-digit years.
    ///   - configuration: the thresholds of every step.
    public init(
        _ panel: RecognizerPanel, asOf today: CalendarDay, configuration: Configuration = .init()
    ) {
        self.configuration = configuration
        reader = BandReader(panel, asOf: today, configuration: configuration)
    }

    /// Every MRZ found in `picture`. None is verified into which damage to its file may reach.
    ///
    /// - Parameters:
    ///   - picture: in any orientation.
    ///   - inDoubt: whether another picture of the same page was read, and nothing surely: then the tie-breaker is
    ///     asked about whatever is to be verified.
    ///   - places: where in the picture documents were found before, when nothing else is looked for; nil for all of
    ///     it.
    /// - Throws: `RecognitionError` when the engine fails. A picture without an MRZ is an empty result, not an error.
    public func scan(
        _ picture: Picture, inDoubt: Bool = false, at places: [Quad]? = nil
    ) throws(RecognitionError) -> Result {
        guard picture.gray.width > 0, picture.gray.height > 0 else { return Result() }
        let long = max(picture.gray.width, picture.gray.height)
        var result = Result()
        let search = try search(
            picture.gray, configuration.searchPasses(longSide: long), inDoubt: inDoubt, at: places, &result.timing)
        result.isPrintSeen = search.isPrintSeen
        result.readings = readings(of: search, in: picture.gray, damaged: picture.damage)
        if search.found.isEmpty {
            result.unread = search.likeliest.map { ZoneView(of: $0, in: picture.gray) }
            result.unmatchedLines = search.unmatchedLines
        }
        return result
    }

    /// Every MRZ found in a picture that has many more pixels than `scan` searches, for where that found none: part by
    /// part and pixel by pixel, since its print may be small in the whole. Documents where parts overlap are given
    /// twice.
    ///
    /// - Parameter picture: with all its pixels; one of a single part is an empty result.
    /// - Throws: `RecognitionError` when the engine fails.
    public func scanParts(of picture: Picture) throws(RecognitionError) -> Result {
        var result = Result()
        let parts = configuration.parts(of: PixelSize(width: picture.gray.width, height: picture.gray.height))
        guard parts.count > 1 else { return result }
        for part in parts {
            let image = picture.gray.cut(x: part.x, y: part.y, width: part.size.width, height: part.size.height)
            let search = try search(image, [SearchPass(share: 1)], inDoubt: false, at: nil, &result.timing)
            let origin = Point(x: Double(part.x), y: Double(part.y))
            result.readings += readings(of: search, in: image, at: origin, damaged: picture.damage)
        }
        result.readings = result.readings.withdrawingRefuted()
        return result
    }

    /// What is read in the bands that the passes find, one after the other, until nothing more is to be expected.
    private func search(
        _ image: GrayImage, _ passes: [SearchPass], inDoubt: Bool, at places: [Quad]?, _ timing: inout Timing
    ) throws(RecognitionError) -> PageSearch {
        let pyramid = ImagePyramid(image)
        var search = PageSearch(configuration, in: PixelSize(width: image.width, height: image.height), at: places)
        for (place, pass) in passes.enumerated() where search.wants(pass, after: passes[..<place].last) {
            search.beginPass()
            repeat {
                let started = ProcessingTime.Start.now
                let bands = BandDetector(configuration.detector).bands(
                    in: pyramid, at: pass, besides: search.beginRound())
                timing.detect += started.elapsed
                let begun = ProcessingTime.Start.now
                try read(bands, in: pyramid, inDoubt: inDoubt, into: &search)
                timing.recognize += begun.elapsed
            } while search.isFull && search.rounds < configuration.maxRounds
            if search.isDone(after: pass) { break }
        }
        return search
    }

    /// Reads those of `bands` that are worth it, the best first.
    private func read(
        _ bands: [Band], in pyramid: ImagePyramid, inDoubt: Bool, into search: inout PageSearch
    ) throws(RecognitionError) {
        for (rank, band) in bands.enumerated() {
            if rank >= configuration.firstBands, search.found.isEmpty { break }
            search.note(band)
            guard search.wants(band) else { continue }
            let look = try reader.firstLook(at: band, in: pyramid)
            search.note(look)
            switch look {
            case .zone(let first):
                let isDoubted = inDoubt || !search.found.isEmpty
                search.add(try reader.withFurtherLooks(first, in: pyramid, inDoubt: isDoubted))
            case .print: search.refuse(band, isPrint: true)
            case .texture: search.refuse(band, isPrint: false)
            }
        }
    }

    /// The readings of a search, none verified into which damage to the file may reach.
    ///
    /// - Parameters:
    ///   - image: that was searched.
    ///   - origin: where it begins in the picture that it is of.
    ///   - damage: of that picture.
    private func readings(
        of search: PageSearch, in image: GrayImage, at origin: Point = Point(x: 0, y: 0), damaged damage: PictureDamage
    ) -> [Reading] {
        search.distinct.map { evidence in
            var reading = evidence.reading.placed(at: origin).doubted(for: damage)
            reading.view = ZoneView(of: evidence.zone, in: image)
            return reading
        }
    }
}
