import COCRModel
import Glibc
import Processes
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

    /// `models/second-reader.traineddata`, part of the program: another network, for a second opinion.
    public static let secondReader = OCRModel(name: "built-in second reader", source: .secondReader)

    /// `models/typefaces.traineddata`, part of the program: a network for print that is no OCR-B.
    public static let typefaces = OCRModel(name: "built-in typefaces", source: .typefaces)

    /// `models/verifier.bin`, part of the program: no Tesseract model, but the network of `CellVerifier`.
    public static let verifier = OCRModel(name: "built-in verifier", source: .verifier)

    private init(name: String, source: Source) {
        self.name = name
        self.source = source
    }

    /// Whether it is part of the program.
    package var isBuiltIn: Bool { if case .file = source { false } else { true } }

    /// Whether both are the same network, under whatever name.
    package func hasBytes(of other: OCRModel) -> Bool {
        withBytes { own in other.withBytes { own.elementsEqual($0) } }
    }

    private enum Source: Sendable {
        case ocrb
        case secondReader
        case typefaces
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
        let file: FileDescriptor
        do throws(SystemError) {
            file = try .open(path, O_RDONLY)
        } catch {
            throw RecognitionError(.modelMissing, "The model \(path) cannot be opened: \(error.reason).")
        }
        defer { file.close() }
        let bytes: [UInt8]
        do throws(FileDescriptor.ReadError) {
            bytes = try file.readAll(maxBytes: .max)
        } catch {
            bytes = []
        }
        guard !bytes.isEmpty else {
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
        case .secondReader:
            body(UnsafeBufferPointer(start: cocrmodel_second_reader(), count: cocrmodel_second_reader_size()))
        case .typefaces: body(UnsafeBufferPointer(start: cocrmodel_typefaces(), count: cocrmodel_typefaces_size()))
        case .verifier: body(UnsafeBufferPointer(start: cocrmodel_verifier(), count: cocrmodel_verifier_size()))
        case .file(let bytes): bytes.withUnsafeBufferPointer(body)
        }
    }
}
