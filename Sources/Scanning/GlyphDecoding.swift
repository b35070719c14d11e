package import MRZDetection
package import MRZParsing
package import Recognition

/// The way from glyphs to a verdict without a picture: what `BandReader` does once a band is cut and recognised.
package enum GlyphDecoding {
    /// The glyphs of one line and the strip that they were read on.
    package typealias Line = (glyphs: [Glyph], strip: LineStrip)

    /// The best transcript of a band's lines and whether it may be called verified; nil where no layout fits.
    ///
    /// - Parameters:
    ///   - columns: cells of the band's grid, at least 1.
    ///   - margin: cells that the strips show beyond either end of it.
    package static func verdict(
        of lines: [Line], columns: Int, margin: Int, asOf reference: CalendarDay
    ) -> (transcript: Transcript, status: Reading.Status)? {
        let configuration = MRZScanner.Configuration()
        let readings = lines.map { line in
            LineReading(
                line.glyphs, on: line.strip, columns: columns, margin: margin,
                leastContrast: configuration.leastContrast, leastLikeness: configuration.leastLikeness)
        }
        let transcripts = Transcriber(configuration: .init()).transcripts(
            of: readings, columns: columns, margin: margin)
        guard let transcript = transcripts.first else { return nil }
        let verifier = Verifier(configuration: .init(), reference: reference)
        let coherence = LineReading.coherence(of: readings)
        return (transcript, verifier.status(of: transcript, coherence: coherence, isCut: false))
    }
}
