import AccessKeys
import ImageDecoding
import Imaging
import MRZParsing
import Recognition
import Reporting
import Scanning

/// Reads the pages of pictures into reports, one after the other.
final class PageReader {
    private let panel: RecognizerPanel
    private var scanning = MRZScanner.Configuration()
    /// The day that was given; nil for that of each page.
    private let givenDay: CalendarDay?
    private let givesAccessKeys: Bool
    /// The scanner for the day of the last page.
    private var scanner: MRZScanner
    private var today: CalendarDay

    init(_ configuration: MRZReader.Configuration) {
        panel = Recognizers.lazyPanel(configuration.model)
        givenDay = configuration.today
        givesAccessKeys = configuration.givesAccessKeys
        today = configuration.today ?? .today()
        scanning.formats = configuration.formats
        scanner = MRZScanner(panel, asOf: today, configuration: scanning)
    }

    /// Loads the models now, not with the first line.
    ///
    /// - Throws: `RecognitionError` when there is no model to read with.
    func load() throws(RecognitionError) {
        try panel.load()
    }

    /// The reports of one page: one for each MRZ, or one that says that there is none, or why the page has no picture.
    ///
    /// - Parameters:
    ///   - page: counted from 1; nil where there are no pages.
    ///   - opening: time that went into opening the input for this page.
    ///   - decode: asked for the picture, mostly once.
    /// - Throws: `RecognitionError` when there is no model to read with; what fails on this page only is reported.
    func reports(
        source: String, page: Int?, opening: ProcessingTime, _ decode: PagePasses.Decode
    ) throws(RecognitionError) -> [ScanReport] {
        let day = givenDay ?? .today()
        if day != today {
            today = day
            scanner = MRZScanner(panel, asOf: day, configuration: scanning)
        }
        var passes = PagePasses(scanner, opening: opening)
        func report(_ outcome: ScanReport.Outcome, index: Int = 0, view: ZoneView? = nil, unmatched: [String] = [])
            -> ScanReport
        {
            ScanReport(
                source: source, page: page, index: index, outcome: outcome, view: view, unmatchedLines: unmatched,
                isDamaged: passes.damage != .none, timing: passes.effort.timing, cpu: passes.effort.cpu)
        }
        do {
            try passes.run(decode)
            let entries = passes.readings.entries
            if entries.isEmpty { return [report(.notFound, view: passes.unread, unmatched: passes.unmatchedLines)] }
            return entries.enumerated().map { index, entry in
                var mrz = MRZReport(
                    entry.reading, reduction: entry.reduction, isDamaged: passes.damage != .none, asOf: today)
                if givesAccessKeys, let keys = mrz.verified.flatMap({ ChipAccessKeys($0) }) { mrz.add(keys) }
                return report(.read(mrz), index: index, view: entry.reading.view?.scaled(by: entry.reduction))
            }
        } catch let error as DecodingError {
            return [report(.failed(.init(error)))]
        } catch let error as RecognitionError where error.code == .engineFailed {
            return [report(.failed(.init(error)))]
        } catch let error as RecognitionError {
            throw error
        } catch {
            preconditionFailure("decoding and scanning know no other errors")
        }
    }
}
