import CLeptonica
import CTesseract
public import Imaging
public import OCRModels
public import Recognition

/// A `TextRecognizer` over one Tesseract handle, LSTM engine, one line at a time.
///
/// Tesseract's OpenMP loops are serialised on the recognising thread: on two cores they cost twice the CPU and five
/// times the wall time of one thread. Work in parallel with several recognisers instead.
public final class TesseractRecognizer: TextRecognizer {
    private let library: ctesseract_functions
    private let handle: OpaquePointer

    /// Loads `model`.
    ///
    /// - Parameters:
    ///   - model: which is copied.
    ///   - alternatives: whether glyphs carry other readings too; without them a line takes a little less time.
    /// - Throws: `RecognitionError` with `.modelRefused` when Tesseract cannot use it, and with `.engineFailed` when
    ///   there is no Tesseract.
    public init(model: OCRModel, alternatives: Bool = true) throws(RecognitionError) {
        guard let library = ctesseract()?.pointee else {
            throw RecognitionError(.engineFailed, "Tesseract is not there: install libtesseract5.")
        }
        guard let handle = library.TessBaseAPICreate() else {
            throw RecognitionError(.engineFailed, "Tesseract could not be started.")
        }
        // Leptonica and Tesseract write complaints about every odd picture to standard error otherwise.
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        let status = model.withBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                library.TessBaseAPIInit5(
                    handle, $0.baseAddress, Int32($0.count), "ocrb", OEM_LSTM_ONLY, nil, 0, nil, nil, 0, 0)
            }
        }
        guard status == 0 else {
            library.TessBaseAPIDelete(handle)
            throw RecognitionError(.modelRefused, "Tesseract refused the recognition model \(model.name).")
        }
        for (name, value) in Self.variables { _ = library.TessBaseAPISetVariable(handle, name, value) }
        if alternatives { _ = library.TessBaseAPISetVariable(handle, "lstm_choice_mode", "2") }
        library.TessBaseAPISetPageSegMode(handle, PSM_RAW_LINE)
        self.library = library
        self.handle = handle
    }

    deinit {
        library.TessBaseAPIEnd(handle)
        library.TessBaseAPIDelete(handle)
    }

    private static let variables = [
        ("tessedit_char_whitelist", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<"),
        // The strips are dark on light already: no second pass over doubtful lines.
        ("tessedit_do_invert", "0"),
        ("debug_file", "/dev/null"),
    ]

    public func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph] {
        guard line.width > 0, line.height > 0 else { return [] }
        serializeOpenMP()
        line.pixels.withUnsafeBufferPointer { pixels in
            // Tesseract copies the pixels before it returns.
            library.TessBaseAPISetImage(
                handle, pixels.baseAddress, Int32(line.width), Int32(line.height), 1, Int32(line.width))
        }
        library.TessBaseAPISetSourceResolution(handle, 300)
        guard library.TessBaseAPIRecognize(handle, nil) == 0 else {
            throw RecognitionError(.engineFailed, "Tesseract failed on a line of \(line.width)×\(line.height) pixels.")
        }
        guard let iterator = library.TessBaseAPIGetIterator(handle) else { return [] }
        defer { library.TessResultIteratorDelete(iterator) }
        var glyphs: [Glyph] = []
        repeat {
            if let glyph = glyph(at: iterator) { glyphs.append(glyph) }
        } while library.TessResultIteratorNext(iterator, RIL_SYMBOL) != 0
        return glyphs
    }

    private func glyph(at iterator: OpaquePointer) -> Glyph? {
        guard let text = library.TessResultIteratorGetUTF8Text(iterator, RIL_SYMBOL) else { return nil }
        defer { library.TessDeleteText(text) }
        guard let character = Self.symbol(text) else { return nil }
        var left: Int32 = 0
        var top: Int32 = 0
        var right: Int32 = 0
        var bottom: Int32 = 0
        guard
            library.TessPageIteratorBoundingBox(
                library.TessResultIteratorGetPageIterator(iterator), RIL_SYMBOL, &left, &top, &right, &bottom) != 0
        else { return nil }
        var alternatives: [Glyph.Alternative] = []
        if let choices = library.TessResultIteratorGetChoiceIterator(iterator) {
            defer { library.TessChoiceIteratorDelete(choices) }
            repeat {
                guard let other = library.TessChoiceIteratorGetUTF8Text(choices), let c = Self.symbol(other),
                    c != character
                else { continue }
                alternatives.append(
                    Glyph.Alternative(character: c, confidence: library.TessChoiceIteratorConfidence(choices) / 100))
            } while library.TessChoiceIteratorNext(choices) != 0
        }
        return Glyph(
            character: character, confidence: library.TessResultIteratorConfidence(iterator, RIL_SYMBOL) / 100,
            alternatives: alternatives, left: Double(left), right: Double(right))
    }

    /// The one ASCII character of `text`; nil when it holds anything else.
    private static func symbol(_ text: UnsafePointer<CChar>) -> UInt8? {
        guard text[0] > 0, text[1] == 0 else { return nil }
        return UInt8(text[0])
    }
}
