public import Imaging

/// Reads one straightened line of print.
///
/// A recogniser belongs to one worker: it may keep state between calls and need not be safe to share.
public protocol TextRecognizer: AnyObject {
    /// The glyphs of `line` from left to right; empty when there is no print.
    ///
    /// - Parameter line: dark print on light, one line, cut to the geometry the model was trained on.
    /// - Throws: `RecognitionError` when the engine fails; an unreadable line is not an error.
    func recognize(_ line: GrayImage) throws(RecognitionError) -> [Glyph]

    /// The glyphs of each of `lines`, the same as one after the other; some recognisers read lines of one size faster
    /// together.
    ///
    /// - Parameter lines: as for one, in any number.
    /// - Throws: `RecognitionError` when the engine fails on one of them.
    func recognize(_ lines: [GrayImage]) throws(RecognitionError) -> [[Glyph]]
}

extension TextRecognizer {
    public func recognize(_ lines: [GrayImage]) throws(RecognitionError) -> [[Glyph]] {
        try recognizeOneByOne(lines)
    }

    /// What `recognize(_:)` gives for each of `lines`.
    package func recognizeOneByOne(_ lines: [GrayImage]) throws(RecognitionError) -> [[Glyph]] {
        var glyphs: [[Glyph]] = []
        for line in lines { glyphs.append(try recognize(line)) }
        return glyphs
    }
}
