import BridgeServer
import Foundation
import Testing

/// The binary holds the page as it is in the repository, and all of it.
@Suite struct PageFilesTests {
    @Test func theFilesOfTheRepository() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/C/CBridgePage/Page")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 6)
        // What `launch` puts into pages needs what stands before it there, and is no file of this page.
        #expect(PageFiles.byPath["/host.js"] == nil)
        for name in names where name != "host.js" {
            let file = try #require(PageFiles.byPath["/" + name])
            #expect(try Data(contentsOf: folder.appending(path: name)) == Data(file.bytes))
        }
        #expect(PageFiles.byPath["/"]?.contentType == "text/html; charset=utf-8")
    }

    /// Nothing is fetched from elsewhere, and nothing needs more than the policy allows.
    @Test func noForeignParts() throws {
        for (path, file) in PageFiles.byPath {
            let text = String(decoding: file.bytes, as: UTF8.self)
                .replacing("http://www.w3.org/2000/svg", with: "")
            for forbidden in ["https://", "@import", "eval(", "innerHTML", " style=", "onclick=", "new Function"] {
                #expect(!text.contains(forbidden), "\(path): \(forbidden)")
            }
        }
    }
}
