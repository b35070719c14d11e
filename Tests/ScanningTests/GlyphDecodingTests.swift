import Imaging
import MRZDetection
import MRZParsing
import Recognition
import Scanning
import TestSupport
import Testing

@Suite struct GlyphDecodingTests {
    private static let lines = Doc9303.td3
    private static let pitch = 20.0

    /// - Parameter contrast: of each column; all alike if not given.
    private func verdict(
        contrast: (Int) -> Float = { _ in 100 }, _ change: (inout [[Glyph]]) -> Void = { _ in }
    ) throws -> (transcript: Transcript, isVerified: Bool) {
        var glyphs = Self.lines.map(ScriptedRecognizer.glyphs)
        change(&glyphs)
        let width = 48 * Int(Self.pitch)
        let strip = LineStrip(
            image: GrayImage(width: width, height: 4, pixels: Array(repeating: 128, count: width * 4)),
            contrast: (0..<width).map { contrast($0 / Int(Self.pitch) - 2) }, pitch: Self.pitch, origin: 2 * Self.pitch)
        let day = CalendarDay.ofTests
        let verdict = try #require(
            GlyphDecoding(.init(), asOf: day).verdict(of: glyphs.map { ($0, strip) }, columns: 44))
        guard case .verified = verdict.status else { return (verdict.transcript, false) }
        return (verdict.transcript, true)
    }

    private func isVerified(_ change: (inout [[Glyph]]) -> Void) throws -> Bool { try verdict(change).isVerified }

    @Test func sureGlyphsVerify() throws {
        #expect(try isVerified { _ in })
    }

    /// Damaged weights may make a network say what is no number: no comparison with that may pass for sureness.
    @Test(arguments: [Float.nan, -Float.infinity, -1, 0])
    func confidencesThatAreNone(_ confidence: Float) throws {
        for (line, column) in [(0, 7), (1, 3), (1, 15)] {
            #expect(try !isVerified { $0[line][column].confidence = confidence }, "\(line), \(column)")
        }
    }

    @Test(arguments: [Float.nan, .infinity, 1])
    func rivalsThatAreAsSure(_ confidence: Float) throws {
        #expect(
            try !isVerified {
                $0[1][3].alternatives = [Glyph.Alternative(character: UInt8(ascii: "3"), confidence: confidence)]
            })
    }

    /// A name has letters only, so the I is what is used; but it was the 1 that was read surely.
    @Test(arguments: [0.002, 0.5, 0.98] as [Float])
    func whatOnlyItsFieldSpeaksForIsNotVerified(_ confidence: Float) throws {
        let verdict = try verdict({ glyphs in
            glyphs[0][7].character = UInt8(ascii: "1")
            glyphs[0][7].alternatives = [Glyph.Alternative(character: UInt8(ascii: "I"), confidence: confidence)]
        })
        #expect(verdict.transcript.mrz.lines.map(\.text) == Self.lines)
        #expect(!verdict.isVerified)
    }

    /// A zero of the number that was read as a letter O: its height decides, with the check digits.
    @Test(arguments: [(1.0, true), (0.9, false), (nil, false)])
    func aZeroIsToldByItsHeight(_ height: Double?, _ isExchanged: Bool) throws {
        let place = MRZPosition(line: 1, column: 5)
        try #require(Array(Self.lines[1])[5] == "0")
        let read = try verdict({ $0[1][5].character = UInt8(ascii: "O") }).transcript
        try #require(read.mrz.character(at: place) == MRZCharacter(ascii: UInt8(ascii: "O")))
        var heights: [[Double?]] = Self.lines.map { $0.map { _ in 1 } }
        heights[1][5] = height
        let exchanged = GlyphDecoding(.init(), asOf: .ofTests).exchangingZeros(in: read, heights: heights)
        #expect((exchanged.mrz.lines.map(\.text) == Self.lines) == isExchanged)
        #expect(exchanged.repairs.contains { $0.position == place && $0.reason == .checkDigit } == isExchanged)
    }

    /// Glare takes the contrast of print before it takes the print.
    @Test func whatIsFaintIsReadAndNotReliedOn() throws {
        let faint = try verdict(contrast: { $0 < 10 ? 20 : 100 })
        #expect(faint.transcript.mrz.lines.map(\.text) == Self.lines)
        #expect(faint.transcript.gaps == 0)
        #expect(!faint.isVerified)
    }

    @Test func whatIsFaintAndNotReadSurelyIsAGap() throws {
        let verdict = try verdict(contrast: { $0 < 10 ? 20 : 100 }, { $0[0][7].confidence = 0.85 })
        #expect(verdict.transcript.gaps == 1)
        #expect(!verdict.isVerified)
    }

    @Test func nothingIsReadOnBlankPaper() throws {
        let verdict = try verdict(contrast: { $0 < 2 ? 10 : 100 })
        #expect(verdict.transcript.gaps == 4)
        #expect(!verdict.isVerified)
    }
}
