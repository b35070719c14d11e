import Imaging
import LabelledSamples
import MRZDetection
import MRZParsing
import Recognition
import Scanning
import TestSupport
import Testing

/// What a band turns out to be: a zone, other print, or no print at all.
@Suite struct FirstLookTests {
    /// The first look at the zone of a scan by a reader that sees `lines` in its two lines.
    private func look(seeing lines: [[Glyph]]) throws -> BandReader.FirstLook {
        let pyramid = ImagePyramid(try LabelledSample("td3/096-scan-rgb.jpg").picture().gray)
        let size = SearchPass(share: 1280 / Double(max(pyramid.base.width, pyramid.base.height)))
        let band = try #require(BandDetector().bands(in: pyramid, at: size).first)
        let scripted = ScriptedRecognizer(lines)
        let reader = BandReader(
            ScriptedRecognizer.panel(scripted),
            asOf: .ofTests)
        return try reader.firstLook(at: band, in: pyramid)
    }

    @Test func sureGlyphsBetweenTheCellsArePrint() throws {
        let glyphs = ScriptedRecognizer.glyphs("PASSPORTOFUTOPIANAMEANDSIGNATUREOFTHEBEARER").enumerated().map {
            i, glyph in
            var glyph = glyph
            // Now left, now right of the middle of a cell, as proportional print stands.
            let shift = Double(i % 3 - 1) * 9
            glyph.left += shift
            glyph.right += shift
            return glyph
        }
        guard case .print = try look(seeing: [glyphs]) else {
            Issue.record("print in no cells was not taken for other print")
            return
        }
    }

    @Test func glyphsThatNobodyBelievesInAreTexture() throws {
        let rivals = "MNHKW".utf8.map { Glyph.Alternative(character: $0, confidence: 0.15) }
        let glyphs = (0..<44).map { column in
            Glyph(
                character: UInt8(ascii: "X"), confidence: 0.2, alternatives: rivals,
                left: Double(column + 2) * 20, right: Double(column + 3) * 20)
        }
        guard case .texture = try look(seeing: [glyphs]) else {
            Issue.record("guesses were taken for print")
            return
        }
    }

    /// Lines that are plainly of an MRZ and fit no layout are told as they were read.
    @Test func linesInNoLayoutAreTold() throws {
        // Two lines of names: no layout has letters where all have dates.
        let line = Doc9303.td3[0]
        let look = try look(seeing: [ScriptedRecognizer.glyphs(line)])
        #expect(look.evidence == nil)
        #expect(look.clearLines == [line, line])
    }

    @Test func aRowOfChevronsIsNoLineOfAnMRZ() throws {
        let chevrons = String(repeating: "<", count: 44)
        let look = try look(seeing: [chevrons, chevrons].map { ScriptedRecognizer.glyphs($0) })
        #expect(look.evidence == nil && look.clearLines == [])
    }

    @Test func linesThatHoldAreAZone() throws {
        let evidence = try look(seeing: Doc9303.td3.map { ScriptedRecognizer.glyphs($0) }).evidence
        #expect(evidence?.reading.mrz.lines.map(\.text) == Doc9303.td3)
    }
}
