import Recognition
import Testing

@Suite struct RecognitionErrorTests {
    /// The words are part of the results: `docs/results.md`.
    @Test func codesAreStable() {
        #expect(RecognitionError.Code.modelMissing.rawValue == "model_missing")
        #expect(RecognitionError.Code.modelRefused.rawValue == "model_refused")
        #expect(RecognitionError.Code.engineFailed.rawValue == "engine_failed")
    }

    @Test func describesItselfByItsSentence() {
        #expect("\(RecognitionError(.modelMissing, "No model."))" == "No model.")
    }
}
