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
    /// For the day of the last page.
    private var scanner: MRZScanner
    private var today: CalendarDay

    /// The pixels that the longer side of a page keeps at first: an MRZ of 44 characters over half of it has 27 for
    /// each. Where nothing is found, the page is read again with all its pixels.
    static let longSide = 2400

    /// The same where only colours are looked at: many decoders reduce while they decode.
    private static let colorLongSide = 1600
    /// The same where it is only asked whether they show moiré.
    private static let moireLongSide = 1200

    /// A page's picture, its longer side reduced to about so many pixels if any are given, and whether with its colours.
    typealias Decode = (_ longSide: Int?, _ color: Bool) throws(DecodingError) -> Picture

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
        source: String, page: Int?, opening: ProcessingTime, _ decode: Decode
    ) throws(RecognitionError) -> [ScanReport] {
        let day = givenDay ?? .today()
        if day != today {
            today = day
            scanner = MRZScanner(panel, asOf: day, configuration: scanning)
        }
        var effort = PageTime(decode: opening, total: opening)
        var damage = PictureDamage.none
        func report(_ outcome: ScanReport.Outcome, index: Int = 0, view: ZoneView? = nil, unmatched: [String] = [])
            -> ScanReport
        {
            ScanReport(
                source: source, page: page, index: index, outcome: outcome, view: view, unmatchedLines: unmatched,
                isDamaged: damage != .none, timing: effort.timing, cpu: effort.cpu)
        }
        do {
            let started = ProcessingTime.Start.now
            var readings = PageReadings()
            var unread: ZoneView?
            var unmatched: [String] = []
            var isPrintSeen = false
            func decoded(longSide: Int?, color: Bool = false) throws -> Picture {
                let begun = ProcessingTime.Start.now
                defer { effort.decode += begun.elapsed }
                let picture = try decode(longSide, color)
                if picture.damage != .none { damage = picture.damage }
                return picture
            }
            func read(
                _ gray: GrayImage, of picture: Picture, inDoubt: Bool = false, at places: [Quad]? = nil,
                isClearer: Bool = false
            ) throws {
                let one = Picture(gray: gray, reduction: picture.reduction, damage: picture.damage)
                let result = try scanner.scan(one, inDoubt: inDoubt, at: places)
                effort.detect += result.timing.detect
                effort.recognize += result.timing.recognize
                unread = unread ?? result.unread?.scaled(by: picture.reduction)
                if result.unmatchedLines.count > unmatched.count { unmatched = result.unmatchedLines }
                isPrintSeen = isPrintSeen || result.isPrintSeen
                readings.add(result.readings, reduction: picture.reduction, isClearer: isClearer)
            }
            for longSide in [Self.longSide, nil] {
                let picture = try decoded(longSide: longSide)
                // What moved between the two fields of a picture is whole in either.
                let fields = picture.gray.isInterlaced ? picture.gray.fields : []
                for gray in fields + [picture.gray] {
                    try read(gray, of: picture)
                    if !readings.entries.isEmpty, readings.unsettled.isEmpty { break }
                }
                // The same sizes are searched of all pixels: they show print better, and no print where none was seen.
                if !readings.entries.isEmpty || picture.reduction == 1 || !isPrintSeen { break }
            }
            /// Reads what is not settled in the colours of the page.
            func read(_ color: ColorPlanes, of picture: Picture) throws {
                func places(_ isWanted: (PageReadings.Entry, Quad) -> Bool) -> [Quad]? {
                    if readings.entries.isEmpty { return nil }
                    return readings.unsettled.compactMap { entry in
                        let place = entry.quad.scaled(by: 1 / picture.reduction)
                        return isWanted(entry, place) ? place : nil
                    }
                }
                // The colours of moiré are light and dark by turns: their mean is even.
                if color.hasMoire {
                    try read(color.mean, of: picture, inDoubt: true, at: places { _, _ in true }, isClearer: true)
                }
                // Coloured guilloche is as dark as print in luma; in the brightest of its colours it is light. What something
                // lies over is read again only where that may be light in one of the colours.
                let dark = places { entry, place in
                    !entry.reading.isObscured || color.hasColoredInk(in: place, beside: picture.gray)
                }
                if dark.map({ !$0.isEmpty }) ?? color.hidesPrint(in: picture.gray) {
                    try read(color.brightest, of: picture, inDoubt: true, at: dark)
                }
            }
            /// Where nothing could be read, only a zone that is seen is worth another look, or a screen.
            func areColorsWorthALook() throws -> Bool {
                if !readings.entries.isEmpty { return !readings.unsettled.isEmpty }
                if unread != nil { return true }
                return try isPrintSeen && decoded(longSide: Self.moireLongSide, color: true).color?.hasMoire ?? false
            }
            var colored: Picture?
            // Of a file that is damaged nobody knows where nothing can be verified: no further look helps.
            if damage != .somewhere, try areColorsWorthALook() {
                let picture = try decoded(longSide: Self.longSide, color: true)
                colored = picture
                if let color = picture.color { try read(color, of: picture) }
            }
            if readings.wantColors {
                readings.doubt(for: try colored ?? decoded(longSide: Self.colorLongSide, color: true))
            }
            effort.total += started.elapsed
            if readings.entries.isEmpty { return [report(.notFound, view: unread, unmatched: unmatched)] }
            return readings.entries.enumerated().map { index, entry in
                var mrz = MRZReport(
                    entry.reading, reduction: entry.reduction, isDamaged: damage != .none, asOf: today)
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
