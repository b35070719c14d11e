import Recognition
import Testing

@Suite struct GlyphTests {
    @Test func hasNoAlternativesUnlessGiven() {
        let glyph = Glyph(character: 0x41, confidence: 0.9, left: 3, right: 20)
        #expect(glyph.alternatives.isEmpty)
        #expect(glyph.left == 3 && glyph.right == 20)
    }

    @Test func differsByItsAlternatives() {
        let plain = Glyph(character: 0x30, confidence: 0.9, left: 0, right: 9)
        let other = Glyph(
            character: 0x30, confidence: 0.9, alternatives: [.init(character: 0x4F, confidence: 0.1)], left: 0, right: 9
        )
        #expect(plain != other)
    }
}

@Suite struct GlyphPrivacyTests {
    @Test func doesNotSayWhatWasRead() {
        let glyph = Glyph(
            character: 0x51, confidence: 0.5, alternatives: [.init(character: 0x5A, confidence: 0.25)], left: 3,
            right: 20)
        var dumped = "\(glyph)"
        dump(glyph, to: &dumped)
        #expect(!dumped.contains("81") && !dumped.contains("90"))
        #expect(!dumped.contains("Q") && !dumped.contains("Z"))
    }
}
