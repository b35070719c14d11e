import ImageDecoding
import JSON
import MRZScan
import Processes
import Recognition
import Reporting

/// What one line of `pipe` is answered with.
struct PipeAnswer {
    private let number: Int
    private let id: JSONValue?
    private let records: [ResultRecord]

    init(
        to line: InputLines.Line, number: Int, _ reader: any ImageReader, _ limits: DecodingLimits
    ) throws(RecognitionError) {
        self.number = number
        let request = PipeRequest(line)
        id = request.id
        let bytes: [UInt8]
        switch request.image {
        case .bytes(let image): bytes = image
        case .path(let path):
            do throws(DecodingError) {
                bytes = try InputBytes.read(path, limits: limits).bytes
            } catch {
                records = [ResultRecord(source: path, failure: .init(error))]
                return
            }
        case .none(let message):
            records = [ResultRecord(source: "-", failure: .init(code: PipeRequest.badRequest, message: message))]
            return
        }
        records = try reader.records(of: bytes).map { record in
            var record = record
            record.source = request.source
            return record
        }
    }

    /// The status of all results together: `error` or `unverified` where one is, then `verified` where one is.
    private var status: ScanReport.Status {
        let present = Set(records.map(\.status))
        return [.error, .unverified, .verified].first(where: present.contains) ?? .notFound
    }

    var json: JSONValue {
        var members: [JSONValue.Member] = [
            .init("schema", .integer(ScanReport.schema)), .init("line", .integer(number)),
        ]
        if let id { members.append(.init("id", id)) }
        members += [
            .init("status", .string(status.rawValue)), .init("results", .array(records.map(\.json))),
        ]
        return .object(members)
    }
}
