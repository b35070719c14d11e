import Bridge
import ImageDecoding
import MRZParsing
import OCRModels
import Recognition
import Reporting
import Scanning
import Threads

/// The bridge's reader of pictures that a page hands over: one at a time, on a thread of its own.
final class PictureReader: ImageProvider {
    private let model: OCRModel
    private let limits: DecodingLimits
    private let today: @Sendable () -> CalendarDay
    private let accessKeys: Bool
    /// Whether somebody is reading.
    private let busy = Monitor(false)

    init(
        model: OCRModel, limits: DecodingLimits, asOf today: @escaping @Sendable () -> CalendarDay, accessKeys: Bool
    ) {
        self.model = model
        self.limits = limits
        self.today = today
        self.accessKeys = accessKeys
    }

    func documents(in file: [UInt8]) async throws(BridgeError) -> [MRZReport] {
        try await withCheckedContinuation { continuation in
            startThread { [self] in
                busy.wait { busy -> Void? in
                    if busy { return nil }
                    busy = true
                    return ()
                }
                let result = Result { () throws(BridgeError) in try read(file) }
                busy.update { $0 = false }
                continuation.resume(returning: result)
            }
        }.get()
    }

    private func read(_ file: [UInt8]) throws(BridgeError) -> [MRZReport] {
        let image: EncodedImage
        do throws(DecodingError) {
            image = try EncodedImage(bytes: file, limits: limits)
        } catch {
            throw BridgeError(error)
        }
        let scanner = PageScanner(model: model, asOf: today(), accessKeys: accessKeys)
        var reports: [MRZReport] = []
        for page in 0..<image.pageCount {
            for report in try pageReports(scanner, image, page) {
                switch report.outcome {
                case .read(let mrz): reports.append(mrz)
                case .notFound: break
                case .failed(let failure):
                    throw BridgeError(.invalidData, failure.message, details: ["reason": .string(failure.code)])
                }
            }
        }
        return reports
    }

    private func pageReports(
        _ scanner: PageScanner, _ image: EncodedImage, _ page: Int
    ) throws(BridgeError) -> [ScanReport] {
        do throws(RecognitionError) {
            return try scanner.reports(of: image, page: page, source: "-", opening: .zero)
        } catch {
            throw BridgeError(error)
        }
    }
}
