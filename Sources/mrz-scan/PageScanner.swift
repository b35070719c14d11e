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
    private let recognizer: LazyRecognizer
    private let witness = Recognizers.witness
    private let arbiter = Recognizers.arbiter
    private let scanner: MRZScanner
    private let reference: CalendarDay
    private let accessKeys: Bool

    /// The pixels that the longer side of a page keeps at first: an MRZ of 44 characters over half of it has 27 for
    /// each. Where nothing is found, the page is read again with all its pixels.
    static let longSide = 2400

    init(model: OCRModel, asOf reference: CalendarDay, accessKeys: Bool) {
        recognizer = LazyRecognizer { () throws(RecognitionError) in try Recognizers.reader(model) }
        scanner = MRZScanner(recognizer: recognizer, witness: witness, arbiter: arbiter, asOf: reference)
        self.reference = reference
        self.accessKeys = accessKeys
    }

    /// Loads the models now, not with the first line, so that no page's time has that in it.
    ///
    /// - Throws: `RecognitionError` when there is no model to read with.
    func warmUp() throws(RecognitionError) {
        // White paper: the engine allocates what it needs to read.
        let paper = GrayImage(width: 240, height: 32, pixels: Array(repeating: 255, count: 240 * 32))
        _ = try recognizer.recognize(paper)
        _ = try witness.recognize(paper)
        _ = try arbiter.recognize(paper)
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
            var reduction = 1.0
            var readings: [Reading] = []
            var unread: ZoneView?
            func read(longSide: Int?, color: Bool = false) throws -> (reduction: Double, readings: [Reading])? {
                let begun = Effort.Start.now
                let picture = try image.picture(page: page, longSide: longSide, color: color)
                effort.decode += begun.elapsed
                guard let gray = color ? picture.color?.brightest : picture.gray else { return nil }
                damage = picture.damage
                let result = try scanner.scan(
                    Picture(gray: gray, reduction: picture.reduction, damage: picture.damage), inDoubt: color)
                effort.detect += result.timing.detect
                effort.recognize += result.timing.recognize
                unread = result.unread?.scaled(by: picture.reduction)
                return (picture.reduction, result.readings)
            }
            for longSide in [Self.longSide, nil] {
                guard let seen = try read(longSide: longSide) else { break }
                (reduction, readings) = seen
                if !readings.isEmpty || reduction == 1 { break }
            }
            // Coloured guilloche is as dark as print in luma; in the brightest of its colours it is light.
            // Of a file that is damaged nobody knows where nothing can be verified: no further look helps.
            if !readings.isEmpty, damage != .somewhere, !readings.contains(where: \.isVerified),
                let seen = try read(longSide: Self.longSide, color: true), seen.readings.contains(where: \.isVerified)
            {
                (reduction, readings) = seen
            }
            effort.total += started.elapsed
            if readings.isEmpty { return [report(.notFound, view: unread)] }
            return readings.enumerated().map { index, reading in
                var mrz = MRZReport(reading, reduction: reduction, isDamaged: damage != .none, asOf: reference)
                if accessKeys, let keys = mrz.verified.flatMap({ ChipAccessKeys($0) }) { mrz.add(keys) }
                return report(.read(mrz), index: index, view: reading.view?.scaled(by: reduction))
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
