import ImageDecoding
import Imaging
import JSON
import MRZScan
import Reporting
import ResultStore

/// Shows the pages that results of a store were read from: their files are found again, and decoded in a confined
/// process. It belongs to one thread.
final class StoredPages {
    private let settings: WorkerSettings
    private let viewer: PageViewer

    init(_ settings: WorkerSettings) {
        self.settings = settings
        viewer = PageViewer(settings)
    }

    /// The page of a result, and the lines of its zone.
    ///
    /// - Throws: `gone` or `changed`, or why it can't be shown.
    func view(of record: ResultRecord, from file: StoredFile) throws(ViewFailure) -> PageView {
        try viewer.view(of: try bytes(of: file), Self.request(for: record))
    }

    private static func request(for record: ResultRecord) -> PageView.Request {
        let lines = (record.json["lines"]?.array ?? []).compactMap(\.string)
        let zone = Quad(record.json["quad"]).map {
            PageView.Request.Zone(quad: $0, lines: lines.count, columns: lines.map(\.count).max() ?? 0)
        }
        // A store may say anything: there is no page 0, and none before it.
        return PageView.Request(page: max(record.page ?? 1, 0) - 1, zone: lines.isEmpty ? nil : zone)
    }

    /// The file as it was read, found where it lay.
    private func bytes(of file: StoredFile) throws(ViewFailure) -> [UInt8] {
        let gone = ViewFailure(.init(code: "gone", message: "The file is no longer there."))
        guard file.source != "-" else { throw gone }
        var reason = gone
        for path in file.paths {
            do throws(DecodingError) {
                let bytes = try bytes(at: path)
                guard let image = file.image, ImageHash(of: bytes) != image else { return bytes }
                reason = ViewFailure(.init(code: "changed", message: "The file is not the one that was read."))
            } catch {
                if error.code != .notFound { reason = ViewFailure(.init(error)) }
            }
        }
        throw reason
    }

    private func bytes(at path: String) throws(DecodingError) -> [UInt8] {
        var walk = InputWalk([path], limits: settings.limits, unpacking: settings.unpacking)
        switch walk.next() {
        case .file(let found)? where found == path: return try InputBytes.read(path, limits: settings.limits).bytes
        case .entry(let found)? where found.path == path: return found.bytes
        case .failed(_, let error)?: throw error
        default: throw DecodingError(.notFound, "The file is no longer there.")
        }
    }
}
