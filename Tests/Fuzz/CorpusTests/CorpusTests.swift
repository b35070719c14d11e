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
    func replay(_ name: String) async throws {
        let target = try #require(FuzzTarget.all.first { $0.name == name })
        let files = try files(name)
        #expect(!files.isEmpty)
        let inputs = try files.map { file in
            let bytes = try [UInt8](Data(contentsOf: file))
            #expect(bytes.count <= target.maxBytes, "\(file.lastPathComponent)")
            return bytes
        }
        // Targets block, and the threads of tests are those that their tasks would need.
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for input in inputs { target.run(input) }
                continuation.resume()
            }
        }
    }

    /// A folder without a target would never be run.
    @Test func everyFolderHasATarget() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path)
        #expect(Set(folders) == Set(FuzzTarget.all.map(\.name)))
    }
}
