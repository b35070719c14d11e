import COCR
public import Imaging
public import OCRModels
public import Recognition

/// A `TextRecognizer` over one Tesseract handle, LSTM engine, one line at a time.
///
/// Tesseract's OpenMP loops are serialised on the recognising thread: on two cores they cost twice the CPU and five
/// times the wall time of one thread. Work in parallel with several recognisers instead.
public final class TesseractRecognizer: TextRecognizer {
    private let handle: OpaquePointer

    /// Loads `model`.
    ///
    /// - Parameters:
    ///   - model: which is copied.
    ///   - alternatives: whether glyphs carry other readings too; without them a line takes a little less time.
    /// - Throws: `RecognitionError` with `.modelRefused` when Tesseract cannot use it.
    public init(model: OCRModel, alternatives: Bool = true) throws(RecognitionError) {
        guard let handle = TessBaseAPICreate() else {
            throw RecognitionError(.engineFailed, "Tesseract could not be started.")
        }
        // Leptonica and Tesseract write complaints about every odd picture to standard error otherwise.
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        let status = model.withBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                TessBaseAPIInit5(handle, $0.baseAddress, Int32($0.count), "ocrb", OEM_LSTM_ONLY, nil, 0, nil, nil, 0, 0)
            }
        }
        guard status == 0 else {
            TessBaseAPIDelete(handle)
            throw RecognitionError(.modelRefused, "Tesseract refused the recognition model \(model.name).")
        }
        for (name, value) in Self.variables { TessBaseAPISetVariable(handle, name, value) }
        if alternatives { TessBaseAPISetVariable(handle, "lstm_choice_mode", "2") }
        TessBaseAPISetPageSegMode(handle, PSM_RAW_LINE)
        self.handle = handle
    }

    deinit {
        TessBaseAPIEnd(handle)
        TessBaseAPIDelete(handle)
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
            TessBaseAPISetImage(
                handle, pixels.baseAddress, Int32(line.width), Int32(line.height), 1, Int32(line.width))
        }
        TessBaseAPISetSourceResolution(handle, 300)
        guard TessBaseAPIRecognize(handle, nil) == 0 else {
            throw RecognitionError(.engineFailed, "Tesseract failed on a line of \(line.width)×\(line.height) pixels.")
        }
        guard let iterator = TessBaseAPIGetIterator(handle) else { return [] }
        defer { TessResultIteratorDelete(iterator) }
        var glyphs: [Glyph] = []
        repeat {
            if let glyph = Self.glyph(at: iterator) { glyphs.append(glyph) }
        } while TessResultIteratorNext(iterator, RIL_SYMBOL) != 0
        return glyphs
    }

    private static func glyph(at iterator: OpaquePointer) -> Glyph? {
        guard let text = TessResultIteratorGetUTF8Text(iterator, RIL_SYMBOL) else { return nil }
        defer { TessDeleteText(text) }
        guard let character = symbol(text) else { return nil }
        var left: Int32 = 0
        var top: Int32 = 0
        var right: Int32 = 0
        var bottom: Int32 = 0
        guard
            TessPageIteratorBoundingBox(
                TessResultIteratorGetPageIterator(iterator), RIL_SYMBOL, &left, &top, &right, &bottom) != 0
        else { return nil }
        var alternatives: [Glyph.Alternative] = []
        if let choices = TessResultIteratorGetChoiceIterator(iterator) {
            defer { TessChoiceIteratorDelete(choices) }
            repeat {
                guard let other = TessChoiceIteratorGetUTF8Text(choices), let c = symbol(other), c != character else {
                    continue
                }
                alternatives.append(
                    Glyph.Alternative(character: c, confidence: TessChoiceIteratorConfidence(choices) / 100))
            } while TessChoiceIteratorNext(choices) != 0
        }
        return Glyph(
            character: character, confidence: TessResultIteratorConfidence(iterator, RIL_SYMBOL) / 100,
            alternatives: alternatives, left: Double(left), right: Double(right))
    }

    /// The one ASCII character of `text`; nil when it holds anything else.
    private static func symbol(_ text: UnsafePointer<CChar>) -> UInt8? {
        guard text[0] > 0, text[1] == 0 else { return nil }
        return UInt8(text[0])
    }
}
