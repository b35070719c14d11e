import COCRModel
import Glibc
public import Recognition

/// The bytes of a model: one linked into the program, or a file; Tesseract's (`traineddata`) unless it says otherwise.
public struct OCRModel: Sendable {
    /// What messages call it: `built-in` or the file's path.
    public let name: String
    /// What reads with it.
    public var engine = Engine.network
    /// What becomes of a line before it is read.
    public var threshold = LineThreshold.none
    private let source: Source

    /// What a model is run by.
    public enum Engine: String, Sendable, CaseIterable {
        /// The program itself: only the network's arithmetic, for lines and nothing else.
        case network
        /// Tesseract's own library.
        case tesseract
        /// The program itself reads, and Tesseract has to read every character of what is to be verified alike.
        case both
    }

    /// `models/ocrb.traineddata`, part of the program.
    public static let builtIn = OCRModel(name: "built-in", source: .ocrb)

    /// `models/witness.traineddata`, part of the program: another network, for a second opinion.
    public static let witness = OCRModel(name: "built-in witness", source: .witness)

    /// `models/verifier.bin`, part of the program: no Tesseract model, but the network of `CellVerifier`.
    public static let verifier = OCRModel(name: "built-in verifier", source: .verifier)

    private init(name: String, source: Source) {
        self.name = name
        self.source = source
    }

    /// Whether it is part of the program.
    package var isBuiltIn: Bool { if case .file = source { false } else { true } }

    private enum Source: Sendable {
        case ocrb
        case witness
        case verifier
        case file([UInt8])
    }

    /// The model in the file at `path`, read at once.
    ///
    /// - Throws: `RecognitionError` with `.modelMissing` when it cannot be read.
    public init(path: String) throws(RecognitionError) {
        // A pipe that nobody writes to would be waited for for ever.
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw RecognitionError(.modelMissing, "The model \(path) is no file.")
        }
        guard let file = fopen(path, "rb") else {
            throw RecognitionError(
                .modelMissing, "The model \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        guard ferror(file) == 0, !bytes.isEmpty else {
            throw RecognitionError(.modelMissing, "The model \(path) is empty or cannot be read.")
        }
        self.init(name: path, source: .file(bytes))
    }

    /// A model that is in memory already.
    package init(name: String, bytes: [UInt8]) {
        self.init(name: name, source: .file(bytes))
    }

    /// What `body` makes of the model's bytes.
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        switch source {
        case .ocrb: body(UnsafeBufferPointer(start: cocrmodel_ocrb(), count: cocrmodel_ocrb_size()))
        case .witness: body(UnsafeBufferPointer(start: cocrmodel_witness(), count: cocrmodel_witness_size()))
        case .verifier: body(UnsafeBufferPointer(start: cocrmodel_verifier(), count: cocrmodel_verifier_size()))
        case .file(let bytes): bytes.withUnsafeBufferPointer(body)
        }
    }
}
