public import Errors

/// Why a recogniser could not work. It never carries what was read.
public struct RecognitionError: CodedError, Equatable, CustomStringConvertible {
    /// A stable word for programs.
    public struct Code: Sendable, Hashable, RawRepresentable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The model file is not there or cannot be read.
        public static let modelMissing = Code(rawValue: "model_missing")
        /// The engine refused the model: damaged, or of another kind.
        public static let modelRefused = Code(rawValue: "model_refused")
        /// The model has parts that the program's own engine does not know; Tesseract's does.
        public static let modelUnsupported = Code(rawValue: "model_unsupported")
        /// The engine failed on a picture.
        public static let engineFailed = Code(rawValue: "engine_failed")
    }

    public let code: Code
    /// One English sentence.
    public let message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }
}
