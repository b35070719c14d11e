import AccessKeys
import ImageDecoding
import Imaging
import MRZParsing
import OCRModels
import Recognition
import Reporting
import Scanning

/// Reads the pages of pictures into reports. It belongs to one worker.
final class PageScanner {
    private let panel: RecognizerPanel
    private let scanner: MRZScanner
    private let reference: CalendarDay
    private let accessKeys: Bool

    /// The pixels that the longer side of a page keeps at first: an MRZ of 44 characters over half of it has 27 for
    /// each. Where nothing is found, the page is read again with all its pixels.
    static let longSide = 2400

    init(model: OCRModel, asOf reference: CalendarDay, accessKeys: Bool) {
        panel = Recognizers.lazyPanel(model)
        scanner = MRZScanner(panel, asOf: reference)
        self.reference = reference
        self.accessKeys = accessKeys
    }

    /// Loads the models now, not with the first line, so that no page's time has that in it.
    ///
    /// - Throws: `RecognitionError` when there is no model to read with.
    func warmUp() throws(RecognitionError) {
        // White paper: the engine allocates what it needs to read.
        let paper = GrayImage(width: 240, height: 32, pixels: Array(repeating: 255, count: 240 * 32))
        _ = try panel.reader.recognize(paper)
        _ = try panel.secondReader.recognize(paper)
        _ = try panel.tieBreaker.recognize(paper)
        _ = try panel.verifier.looks(at: paper, firstMiddle: 50, count: 1)
    }

    /// The reports of one page: one for each MRZ, or one that says that there is none, or why the page has no picture.
    ///
    /// - Parameters:
    ///   - page: counted from 0.
    ///   - opening: time that went into opening the input for this page.
    /// - Throws: `RecognitionError` when there is no model to read with; what fails on this page only is reported.
    func reports(
        of image: EncodedImage, page: Int, source: String, opening: Effort
    ) throws(RecognitionError) -> [ScanReport] {
        var effort = PageEffort(decode: opening, total: opening)
        var damage = PictureDamage.none
        func report(_ outcome: ScanReport.Outcome, index: Int = 0, view: ZoneView? = nil) -> ScanReport {
            ScanReport(
                source: source, page: page + 1, index: index, outcome: outcome, view: view, isDamaged: damage != .none,
                timing: effort.timing, cpu: effort.cpu)
        }
        do {
            let started = Effort.Start.now
            var readings = PageReadings()
            var unread: ZoneView?
            func decoded(longSide: Int?, color: Bool = false) throws -> Picture {
                let begun = Effort.Start.now
                defer { effort.decode += begun.elapsed }
                let picture = try image.picture(page: page, longSide: longSide, color: color)
                damage = picture.damage
                return picture
            }
            func read(_ picture: Picture, inDoubt: Bool = false) throws {
                let result = try scanner.scan(picture, inDoubt: inDoubt)
                effort.detect += result.timing.detect
                effort.recognize += result.timing.recognize
                unread = unread ?? result.unread?.scaled(by: picture.reduction)
                readings.add(result.readings, reduction: picture.reduction)
            }
            for longSide in [Self.longSide, nil] {
                let picture = try decoded(longSide: longSide)
                try read(picture)
                if !readings.entries.isEmpty || picture.reduction == 1 { break }
            }
            // Coloured guilloche is as dark as print in luma; in the brightest of its colours it is light.
            // Of a file that is damaged nobody knows where nothing can be verified: no further look helps.
            // Where nothing could be read, only a zone that is seen is worth another look.
            let isZoneHidden = readings.entries.isEmpty && unread != nil
            if damage != .somewhere, isZoneHidden || readings.hasUnsettled {
                let picture = try decoded(longSide: Self.longSide, color: true)
                if let color = picture.color, !isZoneHidden || color.hidesPrint(in: picture.gray) {
                    let brightest = Picture(
                        gray: color.brightest, reduction: picture.reduction, damage: picture.damage)
                    try read(brightest, inDoubt: true)
                }
            }
            effort.total += started.elapsed
            if readings.entries.isEmpty { return [report(.notFound, view: unread)] }
            return readings.entries.enumerated().map { index, entry in
                var mrz = MRZReport(
                    entry.reading, reduction: entry.reduction, isDamaged: damage != .none, asOf: reference)
                if accessKeys, let keys = mrz.verified.flatMap({ ChipAccessKeys($0) }) { mrz.add(keys) }
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
