import Commands
import ImageDecoding
import Isolation
import MRZScan
import Recognition
import Reporting

/// Reads in a worker process, and in a new one after it crashed, hung or ran out of memory.
final class WorkerReader: ImageReader {
    /// Bytes that may be said about one file: a thousand pages with ten MRZs each.
    private static let maxAnswerBytes = 32 << 20

    private let settings: WorkerSettings
    private let worker: StandingWorker

    init(_ settings: WorkerSettings) {
        self.settings = settings
        worker = StandingWorker(settings.arguments, settings)
    }

    func records(of bytes: [UInt8]) throws(RecognitionError) -> [ResultRecord] {
        // The worker takes more, for pages that are drawn.
        guard bytes.count <= settings.limits.maxBytes else {
            return [ResultRecord(failure: .init(DecodingError.tooManyBytes(settings.limits)))]
        }
        var budget = Self.maxAnswerBytes
        return EncodedImage.isDocument(bytes)
            ? try records(ofDocument: bytes, &budget) : try records(ofPicture: bytes, &budget)
    }

    /// A worker may start no program. Documents are taken apart here, where a program of its own looks into them, and
    /// the worker is handed their pages as pictures.
    private func records(
        ofDocument bytes: [UInt8], _ budget: inout Int
    ) throws(RecognitionError) -> [ResultRecord] {
        let document: EncodedImage
        do throws(DecodingError) {
            document = try EncodedImage(bytes: bytes, limits: settings.limits)
        } catch {
            return [ResultRecord(failure: .init(error))]
        }
        var records: [ResultRecord] = []
        for page in 0..<document.pageCount {
            let picture: [UInt8]
            do throws(DecodingError) {
                picture = try document.pictureFile(ofPage: page)
            } catch {
                records.append(ResultRecord(page: page + 1, failure: .init(error)))
                continue
            }
            records += try self.records(ofPicture: picture, &budget).map { record in
                var record = record
                record.page = page + 1
                return record
            }
        }
        return records
    }

    /// - Parameter budget: bytes that the worker may still say. What has taken it over says what it likes, but not
    ///   without end.
    private func records(
        ofPicture bytes: [UInt8], _ budget: inout Int
    ) throws(RecognitionError) -> [ResultRecord] {
        var records: [ResultRecord] = []
        var (pages, count) = (0, 1)
        do throws(WorkerFailure) {
            try worker.ask(bytes)
            while pages < count {
                let answer = try worker.answer(maxBytes: PageMessage.maxBytes)
                budget -= answer.count
                guard budget >= 0, let page = PageMessage(answer)?.page, page.count <= settings.limits.maxPages,
                    pages == 0 || page.count == count
                else {
                    worker.end()
                    throw .brokeOff
                }
                records += page.records.map(Self.namingItsMemory)
                pages += 1
                count = page.count
            }
        } catch {
            guard case .ended = error else { throw RecognitionError(error) }
            let rest = pages + 1 < count ? " The pages after it were not read." : ""
            let failure = ScanReport.Failure(code: error.code, message: error.message(of: .page) + rest)
            records.append(ResultRecord(page: pages + 1, failure: failure))
        }
        return records
    }

    /// A worker that was refused memory says that the system has none: it cannot know that the limit is its own.
    private static func namingItsMemory(_ record: ResultRecord) -> ResultRecord {
        guard record.errorCode == DecodingError.Code.outOfMemory.rawValue else { return record }
        let failure = WorkerFailure.ended(.memory)
        return ResultRecord(
            page: record.page, failure: .init(code: failure.code, message: failure.message(of: .page)))
    }
}
