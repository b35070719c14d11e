package import MRZDetection
package import MRZParsing
package import Recognition

/// The way from the glyphs of a band that has been cut and recognised to a verdict; no picture is needed for it.
package struct GlyphDecoding {
    let verifier: Verifier
    private let transcriber: Transcriber
    private let configuration: MRZScanner.Configuration

    /// - Parameters:
    ///   - configuration: what is blank, what is a filler, how far strips reach.
    ///   - today: for the centuries of two-digit years.
    package init(_ configuration: MRZScanner.Configuration, asOf today: CalendarDay) {
        self.configuration = configuration
        transcriber = Transcriber(formats: configuration.formats, configuration: .init())
        verifier = Verifier(configuration: .init(), today: today)
    }

    /// The glyphs of one line and the strip that they were read on.
    package typealias Line = (glyphs: [Glyph], strip: LineStrip)

    /// The best transcript of a band's lines and whether it may be called verified; nil where no layout fits.
    ///
    /// - Parameters:
    ///   - lines: at least one.
    ///   - columns: cells of the band's grid, at least 1.
    package func verdict(of lines: [Line], columns: Int) -> (transcript: Transcript, status: Reading.Status)? {
        let readings = lines.map { reading(of: $0.glyphs, on: $0.strip, columns: columns) }
        return transcript(of: readings, columns: columns).map { transcript in
            (transcript, status(of: transcript, from: readings, isCut: false))
        }
    }

    /// Cells outside the grid that the strips show.
    var margin: Int { Int(configuration.geometry.margin.rounded(.up)) }

    func reading(of glyphs: [Glyph], on strip: LineStrip, columns: Int) -> LineReading {
        LineReading(
            glyphs, on: strip, columns: columns, margin: margin, minContrast: configuration.minContrast,
            minLikeness: configuration.minLikeness)
    }

    /// The likeliest layout and its characters; nil where none fits.
    func transcript(of lines: [LineReading], columns: Int) -> Transcript? {
        transcriber.transcripts(of: lines, columns: columns, margin: margin).first
    }

    /// The transcript with zeros and letters O as their print on the plainly cut `strips` has them, where the check
    /// digits decide for that.
    func exchangingZeros(in transcript: Transcript, on strips: [LineStrip]) -> Transcript {
        guard !transcript.mrz.allChecksHold else { return transcript }
        return exchangingZeros(in: transcript, heights: CellHeights(of: transcript, on: strips).ratios)
    }

    /// The same by the height of each cell over that of the document's certain zeros, line by line; nil where it is not
    /// known.
    package func exchangingZeros(in transcript: Transcript, heights: [[Double?]]) -> Transcript {
        transcriber.exchangingZeros(in: transcript, heights: heights)
    }

    /// - Parameter isCut: whether the lines may go on where the layout ends.
    func status(of transcript: Transcript, from lines: [LineReading], isCut: Bool) -> Reading.Status {
        verifier.status(of: transcript, coherence: LineReading.coherence(of: lines), isCut: isCut)
    }
}
