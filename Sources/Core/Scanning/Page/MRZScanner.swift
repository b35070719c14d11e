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
        /// How the picture shows what looks most like an MRZ, where nothing could be read; nil when nothing looks like one.
        public var unread: ZoneView?
        /// Lines that are plainly of an MRZ and fit no layout, as they were read, where nothing else was; personal data.
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
    ///   - inDoubt: whether another picture of the same page was read, and nothing surely: then the tie-breaker is asked about
    ///     whatever is to be verified.
    ///   - places: where in the picture documents were found before, when nothing else is looked for; nil for all of it.
    /// - Throws: `RecognitionError` when the engine fails. A picture without an MRZ is an empty result, not an error.
    public func scan(
        _ picture: Picture, inDoubt: Bool = false, at places: [Quad]? = nil
    ) throws(RecognitionError) -> Result {
        let long = max(picture.gray.width, picture.gray.height)
        guard long > 0 else { return Result() }
        let pyramid = ImagePyramid(picture.gray)
        var search = PageSearch(configuration, at: places)
        var result = Result()
        let passes = configuration.searchPasses(longSide: long)
        for (place, pass) in passes.enumerated() where search.wants(pass, after: passes[..<place].last) {
            let started = ProcessingTime.Start.now
            let bands = BandDetector(configuration.detector).bands(in: pyramid, at: pass)
            result.timing.detect += started.elapsed
            let begun = ProcessingTime.Start.now
            search.beginPass()
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
            result.timing.recognize += begun.elapsed
            if search.isDone(after: pass) { break }
        }
        result.isPrintSeen = search.isPrintSeen
        result.readings = search.distinct.map { evidence in
            var reading = evidence.reading.doubted(for: picture.damage)
            reading.view = ZoneView(of: evidence.zone, in: picture.gray)
            return reading
        }
        if search.found.isEmpty {
            result.unread = search.likeliest.map { ZoneView(of: $0, in: picture.gray) }
            result.unmatchedLines = search.unmatchedLines
        }
        return result
    }
}
