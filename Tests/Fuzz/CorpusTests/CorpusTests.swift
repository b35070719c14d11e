import Foundation
import FuzzTargets
import Testing

/// Every file of the corpus, which has each input that was ever a find, goes through its target.
@Suite struct CorpusTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "corpus")

    private func files(_ name: String) throws -> [URL] {
        try FileManager.default.contentsOfDirectory(
            at: Self.corpus.appending(path: name), includingPropertiesForKeys: nil)
    }

    @Test(arguments: FuzzTarget.all.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let files = try files(name)
        #expect(!files.isEmpty)
        for file in files {
            let bytes = try [UInt8](Data(contentsOf: file))
            #expect(bytes.count <= target.maxBytes, "\(file.lastPathComponent)")
            target.run(bytes)
        }
    }

    /// A folder without a target would never be run.
    @Test func everyFolderHasATarget() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    }
}
