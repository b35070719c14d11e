import JSON
import Reporting

/// What came of a page, as a worker says it: JSON in a frame.
struct PageMessage {
    let page: DirectReader.Page

    /// Longer messages are not looked at. A page with 60 MRZs has 200,000 bytes.
    static let maxBytes = 4 << 20

    init(_ page: DirectReader.Page) { self.page = page }

    var bytes: [UInt8] {
        let json: JSONValue = ["pages": .integer(page.count), "results": .array(page.records.map(\.json))]
        return Array(json.text.utf8)
    }

    /// What was sent as `bytes`, which may come from a process that a picture has taken over; nil when it is no
    /// message.
    init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(reading: bytes), let count = json["pages"]?.integer,
            let results = json["results"]?.array
        else { return nil }
        let records = results.compactMap(ResultRecord.init)
        guard count > 0, records.count == results.count, !records.isEmpty else { return nil }
        page = .init(count: count, records: records)
    }
}
