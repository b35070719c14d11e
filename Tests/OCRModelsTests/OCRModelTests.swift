import Foundation
import LabelledSamples
import OCRModels
import Recognition
import Testing

@Suite struct OCRModelTests {
    /// A file of `bytes` for the time of `body`.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(bytes).write(to: file)
        defer {
            do { try FileManager.default.removeItem(at: file) } catch { Issue.record(error) }
        }
        try body(file.path)
    }

    @Test func theBuiltInModelNeedsNoFile() throws {
        #expect(OCRModel.builtIn.name == "built-in")
        let file = try Data(contentsOf: Repository.root.appending(path: "models/ocrb.traineddata"))
        #expect(OCRModel.builtIn.withBytes { Data($0) } == file)
    }

    @Test func aFileThatIsNotThereIsMissing() {
        let error = #expect(throws: RecognitionError.self) { try OCRModel(path: "/nowhere/ocrb.traineddata") }
        #expect(error?.code == .modelMissing)
    }

    @Test func anEmptyFileIsMissing() throws {
        try withFile([]) { path in
            let error = #expect(throws: RecognitionError.self) { try OCRModel(path: path) }
            #expect(error?.code == .modelMissing)
        }
    }

    @Test func theFileOfTheRepositoryLoads() throws {
        let path = Repository.root.appending(path: "models/ocrb.traineddata").path
        let model = try OCRModel(path: path)
        #expect(model.name == path)
        #expect(model.withBytes { Data($0) } == (try Data(contentsOf: URL(filePath: path))))
    }
}
