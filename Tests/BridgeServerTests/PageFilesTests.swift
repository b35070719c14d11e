import BridgeServer
import Foundation
import Testing

/// The binary holds the page as it is in the repository, and all of it.
@Suite struct PageFilesTests {
    static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    static let folder = repository.appending(path: "Sources/C/CBridgePage/Page")

    /// All of the page's files, as their paths in its folder.
    static func names() throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.contains(".") }
    }

    @Test func theFilesOfTheRepository() throws {
        let names = try Self.names()
        #expect(names.contains("index.html") && names.contains("texts/en.json"))
        // What `launch` puts into pages needs what stands before it there, and is no file of this page.
        #expect(PageFiles.byPath["/host.js"] == nil)
        for name in names where name != "host.js" {
            let file = try #require(PageFiles.byPath["/" + name], "\(name)")
            #expect(try Data(contentsOf: Self.folder.appending(path: name)) == Data(file.bytes), "\(name)")
        }
        // `/` is the page, and `host.js` is left out.
        #expect(PageFiles.byPath.count == names.count)
        #expect(PageFiles.byPath["/"]?.contentType == "text/html; charset=utf-8")
        #expect(PageFiles.byPath["/texts/ar.json"]?.contentType == "application/json")
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
