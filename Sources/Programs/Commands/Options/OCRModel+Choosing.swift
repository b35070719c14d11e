import Crypto
import Glibc
import Hexadecimal
import NetworkRecognition
package import OCRModels
import Processes
package import Recognition

extension OCRModel {
    /// The model in the file at `path`, the one that Tesseract has installed under that name, such as `eng`, or the
    /// built-in one.
    ///
    /// Where a file of the same name with `.sha256` behind it is beside the model, as `sha256sum` writes it, the model
    /// has to be what that says.
    ///
    /// - Parameter engine: what reads with it; nil for the program's own, and for Tesseract with a notice where the
    ///   model has layers that are not known here.
    /// - Throws: `RecognitionError` when the file can't be read or is not that.
    package static func chosen(
        _ path: String?, engine: Engine? = nil, threshold: LineThreshold = .none
    ) throws(RecognitionError) -> OCRModel {
        let path = try path.map { name throws(RecognitionError) in try Self.path(of: name) }
        var model = try path.map { path throws(RecognitionError) in try checked(path) } ?? .builtIn
        model.threshold = threshold
        model.engine = engine ?? .network
        guard engine == nil || engine == .both, let path else { return model }
        do {
            _ = try NetworkRecognizer(model: model)
        } catch  where error.code == .modelUnsupported {
            if engine == .both {
                note("\(error.message) The program reads with its own model, Tesseract with \(path).")
            } else {
                note("\(error.message) Tesseract reads with \(path).")
                model.engine = .tesseract
            }
        } catch {
            // Whoever is to read with it says so, once there is something to read.
        }
        return model
    }

    /// Where Tesseract's packages put their models, newest first; before these comes `TESSDATA_PREFIX`.
    private static let tessdata = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata",
        "/usr/local/share/tessdata",
    ]

    /// The file that a user means: a path, or the name of one of Tesseract's models.
    private static func path(of name: String) throws(RecognitionError) -> String {
        guard !name.contains("/"), !name.contains("."), access(name, F_OK) != 0 else { return name }
        let named = getenv("TESSDATA_PREFIX").map { String(cString: $0) }
        let paths = ([named].compactMap { $0 } + tessdata).map { "\($0)/\(name).traineddata" }
        if let path = paths.first(where: { access($0, R_OK) == 0 }) { return path }
        throw RecognitionError(
            .modelMissing,
            "Tesseract has no model \(name) installed: install tesseract-ocr-\(name), or set TESSDATA_PREFIX to its "
                + "folder."
        )
    }

    private static func checked(_ path: String) throws(RecognitionError) -> OCRModel {
        let model = try OCRModel(path: path)
        guard let wanted = firstWord(ofFile: path + ".sha256") else { return model }
        let digest = model.withBytes { bytes in SHA256.hash(data: UnsafeRawBufferPointer(bytes)) }
        guard wanted == digest.hexadecimal() else {
            throw RecognitionError(.modelRefused, "The model \(path) is not what \(path).sha256 says.")
        }
        return model
    }

    /// The first word of a file in lower case; nil where there is no such file.
    private static func firstWord(ofFile path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 256)
        do throws(SystemError) {
            let file = try FileDescriptor.open(path, O_RDONLY)
            defer { file.close() }
            let count = try file.read(into: &bytes)
            let text = String(decoding: bytes[..<count], as: UTF8.self)
            return text.split(whereSeparator: \.isWhitespace).first?.lowercased() ?? ""
        } catch {
            // One that is there and can't be read must not let a model pass.
            return error.number == ENOENT ? nil : ""
        }
    }
}
