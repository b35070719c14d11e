import Bridge
import Frames
import ImageDecoding
import Imaging
import LiveScanning
import MRZScan
import Recognition
import Reporting

/// Reads the frames of one visitor's camera, one after the other, until the document that is asked for has been read.
/// No frame is kept but the one that is looked at.
final class VisitorScan {
    /// The pixels of the largest frame: those of 2560 × 1600.
    private static let maxPixels = 4_096_000
    /// What results call a visitor's camera.
    private static let source = "camera"

    private let reader: LiveReader
    private let start = ContinuousClock.now
    private var view: LiveView
    private var sequence = 0

    init(_ configuration: MRZReader.Configuration, _ expectation: ScanExpectation) {
        let reader = LiveReader(configuration)
        self.reader = reader
        view = LiveView(expectation) { reader.document(of: $0) }
    }

    /// What came of a frame.
    ///
    /// - Parameter jpeg: the frame as it came.
    /// - Throws: `RecognitionError` when there is nothing to read with, or the recogniser fails.
    func answer(to jpeg: [UInt8]) throws(RecognitionError) -> VisitorMessage {
        guard let luma = Self.luma(of: jpeg) else { return .noFrame }
        let frame = Frame(sequence: sequence, time: ContinuousClock.now - start, image: luma) {
            MotionJPEG.color(of: jpeg)
        }
        sequence += 1
        let finding = try reader.look(at: frame)
        var update: ScanUpdate?
        if finding.documentLeft { update = view.take(.documentLeft) }
        update = view.take(.progress(finding.status)) ?? update
        update = view.take(.frame(frame, finding.status)) ?? update
        if let result = finding.result {
            update = view.take(.settled(result)) ?? update
            if view.answer != nil { return .result(ResultRecord(reader.report(of: result, source: Self.source))) }
        }
        return .update(update ?? ScanUpdate(progress: .noText, hint: .showDocument))
    }

    /// The first bytes are looked at before anything else, so that no other format's reader starts; and the header
    /// before any decoder sees the frame.
    private static func luma(of jpeg: [UInt8]) -> GrayImage? {
        do throws(DecodingError) {
            let limits = DecodingLimits(maxBytes: jpeg.count, maxPixels: maxPixels, maxPages: 1)
            guard try ImageKind(sniffing: jpeg) == .jpeg else { return nil }
            _ = try EncodedImage(bytes: jpeg, limits: limits)
            return MotionJPEG.luma(of: jpeg)
        } catch {
            return nil
        }
    }
}
