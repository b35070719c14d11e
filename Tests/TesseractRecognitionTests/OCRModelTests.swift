import Foundation
import LabelledSamples
import Recognition
import TesseractRecognition
import Testing

@Suite struct OCRModelTests {
    /// A file of `bytes` for the time of `body`.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    @Test func theBuiltInModelNeedsNoFile() throws {
        #expect(OCRModel.builtIn.name == "built-in")
        _ = try TesseractRecognizer(model: .builtIn)
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

    @Test func whatIsNoModelIsRefused() throws {
        try withFile(Array("This is no model.".utf8)) { path in
            let model = try OCRModel(path: path)
            let error = #expect(throws: RecognitionError.self) { try TesseractRecognizer(model: model) }
            #expect(error?.code == .modelRefused)
        }
    }

    @Test func theFileOfTheRepositoryLoads() throws {
        let path = Repository.root.appending(path: "models/ocrb.traineddata").path
        let model = try OCRModel(path: path)
        #expect(model.name == path)
        _ = try TesseractRecognizer(model: model)
    }
}
