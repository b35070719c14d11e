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
        for record in records {
            // What a person makes of a reading is no worker's to say, and what is kept names a page that there may be.
            guard record.json["correction"] == nil,
                record.json["page"] == nil || (1...count).contains(record.page ?? 0)
            else { return nil }
        }
        page = .init(count: count, records: records)
    }
}
