/// One character as the recogniser saw it.
public struct Glyph: Sendable, Equatable {
    /// The best reading: an ASCII capital, digit or `<`.
    public var character: UInt8
    /// How sure the recogniser is, 0...1: a probability from `NetworkRecognition`, Tesseract's own rating from
    /// Tesseract. `docs/accuracy.md` says how far either is to be trusted.
    public var confidence: Float
    /// Other readings of the same print, likeliest first, without `character`.
    public var alternatives: [Alternative]
    /// Where the glyph begins along the line, in pixels of the image that was read.
    public var left: Double
    /// Where it ends along the line, in pixels of that image.
    public var right: Double

    /// A second reading of a glyph.
    public struct Alternative: Sendable, Equatable {
        public var character: UInt8
        /// 0...1, on the scale of `Glyph.confidence`.
        public var confidence: Float

        public init(character: UInt8, confidence: Float) {
            self.character = character
            self.confidence = confidence
        }
    }

    public init(
        character: UInt8, confidence: Float, alternatives: [Alternative] = [], left: Double, right: Double
    ) {
        self.character = character
        self.confidence = confidence
        self.alternatives = alternatives
        self.left = left
        self.right = right
    }
}

extension Glyph: CustomStringConvertible, CustomReflectable {
    /// Where and how surely, never what: a character of an MRZ is personal data.
    public var description: String { "Glyph at \(Int(left))…\(Int(right)), confidence \(confidence)" }
    public var customMirror: Mirror { Mirror(self, children: ["left": left, "right": right]) }
}
