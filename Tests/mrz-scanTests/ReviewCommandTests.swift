import Foundation
import LoopbackClient
import Reporting
import ResultStore
import Testing

/// `mrz-scan review`, asked without a browser.
@Suite struct ReviewCommandTests {
    /// A store from elsewhere may name any page: none is shown then, and the desk stays.
    @Test(arguments: [Int.min, 0, 2, Int.max]) func aPageThatThereIsNot(_ page: Int) throws {
        try BuiltProgram.withFolder { folder in
            let (path, picture) = (folder.path + "/results.sqlite", folder.appending(path: "a.pgm"))
            try BuiltProgram.blank.write(to: picture)
            do {
                let store = try ResultStore.create(
                    at: path, options: ["--redact": "false"], run: .init(program: "1", inputs: [picture.path]))
                let record = ResultRecord(ScanReport(source: "", page: page, outcome: .notFound))
                let hash = ImageHash(of: Array(BuiltProgram.blank))
                try store.commit([
                    StoredInput(
                        source: picture.path, position: 0, stamp: nil, outcome: .read(hash, bytes: 1, [record]))
                ])
            }
            let served = try ServedProgram([path], command: "review")
            let token = try #require(served.address.firstMatch(of: /token=(\w+)/)).1
            func ask(_ target: String) throws -> [String: Any] {
                let reply = try LoopbackSocket(port: served.port).request(
                    "GET", target, port: served.port, fields: ["Authorization": "Bearer \(token)"])
                return try #require(try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any])
            }
            let items = try #require(try ask("/desk/items")["items"] as? [[String: Any]])
            let id = try #require(items.first?["id"] as? String)
            #expect(try ask("/desk/view?id=\(id)")["missing"] as? String == "no_such_page")
            #expect(served.end().status == 0)
        }
    }
}
