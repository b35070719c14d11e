import Crypto
import Glibc
import NetworkRecognition
import OCRModels
import Recognition

extension OCRModel {
    /// The model in the file at `path`, or the built-in one.
    ///
    /// Where a file of the same name with `.sha256` behind it is beside the model, as `sha256sum` writes it, the model
    /// has to be what that says.
    ///
    /// - Parameter engine: what reads with it; nil for the program's own, and for Tesseract with a notice where the model
    ///   has layers that are not known here.
    /// - Throws: `RecognitionError` when the file can't be read or is not that.
    static func chosen(
        _ path: String?, engine: Engine? = nil, threshold: LineThreshold = .none
    ) throws(RecognitionError) -> OCRModel {
        var model = try path.map { path throws(RecognitionError) in try checked(path) } ?? .builtIn
        model.threshold = threshold
        model.engine = engine ?? .network
        guard engine == nil, let path else { return model }
        do {
            _ = try NetworkRecognizer(model: model)
        } catch  where error.code == .modelUnsupported {
            note("\(error.message) Tesseract reads with \(path).")
            model.engine = .tesseract
        } catch {
            // Whoever is to read with it says so, once there is something to read.
        }
        return model
    }

    private static func checked(_ path: String) throws(RecognitionError) -> OCRModel {
        let model = try OCRModel(path: path)
        guard let wanted = firstWord(ofFile: path + ".sha256") else { return model }
        let digest = model.withBytes { bytes in SHA256.hash(data: UnsafeRawBufferPointer(bytes)) }
        guard wanted == digest.flatMap({ [$0 >> 4, $0 & 15] }).map({ String($0, radix: 16) }).joined() else {
            throw RecognitionError(.modelRefused, "The model \(path) is not what \(path).sha256 says.")
        }
        return model
    }

    /// In lower case; nil where there is no such file.
    private static func firstWord(ofFile path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace).first?
            .lowercased()
            ?? ""
    }
}
