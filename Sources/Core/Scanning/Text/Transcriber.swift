import MRZParsing

#if canImport(Glibc)
    import Glibc
#endif

/// Transcribes the readings of a band in a format: which columns are its lines, which reading of each cell to use.
///
/// Nothing here searches for characters that make a check digit hold: an alternative is used only where the recogniser
/// itself listed it, or where the height of the print speaks for it.
struct Transcriber {
    let formats: [MRZFormat]
    var configuration: Configuration

    /// Costs are negative natural logarithms of how unlikely something is in a right reading.
    struct Configuration: Sendable {
        /// A character outside its field's alphabet. Real documents break the rules about once in a thousand fields.
        var foreignCharacter = 7.0
        /// A cell of the format in which nothing was read.
        var gap = 4.0
        /// A glyph that stands outside the format's columns.
        var stray = 3.0
        /// A filler that stands there: noise on blank paper reads as one.
        var strayFiller = 1.0
        /// A line that starts a column further than its neighbours'.
        var stagger = 3.0
        /// A check digit that does not hold.
        var failedCheck = 3.0
        /// One that holds is worth the tenth that chance would give.
        var heldCheck = -2.3
        /// A document code that Doc 9303 does not know.
        var oddDocumentCode = 2.0
        /// A field that does not have the text that the layout has there.
        var wrongFixedText = 3.0
        /// A state or organisation that is in no list.
        var unknownState = 2.0
        /// The belief that an alternative needs before a check digit may decide for it.
        var minSupport = 0.04

        init() {}
    }

    /// The best transcript in each format that has the band's number of lines, best first.
    func transcripts(of lines: [LineReading], columns: Int, margin: Int) -> [Transcript] {
        var all: [Transcript] = []
        for format in formats where format.lineLengths.count == lines.count {
            guard let longest = format.lineLengths.max(), longest <= columns + 2 * margin else { continue }
            let last = columns + margin - longest
            // Each line at every start that is asked for below, -1 to 1 columns round those of the band.
            let candidates = lines.enumerated().map { number, line in
                ((-margin - 1)...(last + 1)).map { transcribe(line, in: format, line: number, start: $0) }
            }
            var best: Transcript?
            for start in 0...(last + margin) {
                let near = candidates.map { $0[start...(start + 2)] }
                let limit = best?.cost ?? .infinity
                guard let transcript = transcript(of: lines, in: format, near: near, below: limit) else { continue }
                if transcript.cost < limit { best = transcript }
            }
            if let best, !beginsAnother(best) { all.append(decidedByCheckDigits(best)) }
        }
        // `sorted` is not promised to be stable, and of equally good layouts the former is taken.
        return all.enumerated().sorted { ($0.element.cost, $0.offset) < ($1.element.cost, $1.offset) }.map(\.element)
    }

    /// Whether a layout that has one letter to begin with, as visas have V, was laid over a document that begins with
    /// that of another kind: a P is no V that was misread, whatever check digits the layout does without. So was one with
    /// fixed texts, as national ones have, over a document that shows none of them.
    private func beginsAnother(_ transcript: Transcript) -> Bool {
        let (format, lines) = (transcript.format, transcript.mrz.lines)
        let fixed = format.fixedTextsHold(in: lines)
        if !fixed.isEmpty, !fixed.contains(true),
            formats.contains(where: { $0.lineLengths == format.lineLengths && $0.fixedTextsHold(in: lines).isEmpty })
        {
            return true
        }
        guard let first = transcript.mrz.characters(in: transcript.format.documentCodeSpan).first,
            transcript.format.documentCode.admittedFirst.count == 1,
            !transcript.format.documentCode.admittedFirst.contains(first)
        else { return false }
        return formats.contains {
            $0.lineLengths.count == transcript.format.lineLengths.count
                && $0.documentCode.conformingFirst.contains(first)
        }
    }

    /// The likeliest characters of one line.
    private struct LineTranscript {
        /// The grid column of the first.
        let start: Int
        let characters: [MRZCharacter]
        let repairs: [Repair]
        let cost: Double
    }

    /// The likeliest transcript; nil where it cannot cost less than `limit`.
    ///
    /// - Parameter near: for each line what it reads as at three starts, in the middle that of the band.
    private func transcript(
        of readings: [LineReading], in format: MRZFormat, near: [ArraySlice<LineTranscript>], below limit: Double
    ) -> Transcript? {
        var lines: [LineTranscript] = []
        var cost = 0.0
        for starts in near {
            var best: (line: LineTranscript, cost: Double)?
            // The lines of a band start in one column unless the grid slipped by one in one of them.
            for (offset, line) in zip(-1...1, starts) {
                let cost = line.cost + configuration.stagger * Double(abs(offset))
                if cost < best?.cost ?? .infinity { best = (line, cost) }
            }
            guard let best else { return nil }
            lines.append(best.line)
            cost += best.cost
        }
        // The structure costs least where every check digit holds.
        guard cost + configuration.heldCheck * Double(format.checks.count) < limit,
            let mrz = Self.mrz(lines.map { MRZLine($0.characters) }, in: format)
        else { return nil }
        let cells = zip(lines, readings).map { line, reading in
            line.characters.indices.map { reading.cell(line.start + $0) }
        }
        return Transcript(
            format: format, mrz: mrz, cells: cells, repairs: lines.flatMap(\.repairs),
            cost: cost + structureCost(of: mrz), starts: lines.map(\.start))
    }

    /// The likeliest characters of one line that starts in grid column `start`.
    private func transcribe(
        _ reading: LineReading, in format: MRZFormat, line: Int, start: Int
    ) -> LineTranscript {
        let length = format.lineLengths[line]
        var characters: [MRZCharacter] = []
        var repairs: [Repair] = []
        var cost = 0.0
        for column in 0..<length {
            let cell = reading.cell(start + column)
            let alphabet = format.alphabet(line: line, column: column)
            let position = MRZPosition(line: line, column: column)
            guard let first = cell.options.first else {
                cost += configuration.gap
                characters.append(.filler)
                repairs.append(Repair(position: position, read: nil, used: .filler, reason: .gap))
                continue
            }
            var best = (character: first.character, cost: -log(first.weight))
            if !alphabet.contains(first.character) {
                best.cost += configuration.foreignCharacter
                // The likeliest that belongs here, where it is not too much less likely.
                if let native = cell.options.first(where: { alphabet.contains($0.character) }),
                    -log(native.weight) < best.cost
                {
                    best = (native.character, -log(native.weight))
                }
            }
            if best.character != first.character {
                repairs.append(
                    Repair(position: position, read: first.character, used: best.character, reason: .alphabet))
            }
            characters.append(best.character)
            cost += best.cost
        }
        // What follows a line shorter than the format's others is background, and read as whatever it resembles.
        let end = start + (format.lineLengths.max() ?? length)
        for i in reading.cells.indices where !reading.cells[i].isEmpty {
            let column = reading.firstColumn + i
            guard column < start || column >= end, let option = reading.cells[i].options.first else { continue }
            cost += option.weight * (option.character.isFiller ? configuration.strayFiller : configuration.stray)
        }
        return LineTranscript(start: start, characters: characters, repairs: repairs, cost: cost)
    }

    private func structureCost(of mrz: MRZ) -> Double {
        var cost = 0.0
        for check in mrz.checks {
            cost += mrz.holds(check) ? configuration.heldCheck : configuration.failedCheck
        }
        let code = mrz.characters(in: mrz.format.documentCodeSpan)
        if let first = code.first, let second = code.last {
            if !mrz.format.documentCodeMatches(first: first, second: second) {
                cost += 3 * configuration.oddDocumentCode
            } else if !mrz.format.documentCodeConforms(first: first, second: second) {
                cost += configuration.oddDocumentCode
            }
        }
        cost += configuration.wrongFixedText * Double(mrz.format.fixedTextsHold(in: mrz.lines).count { !$0 })
        for kind in [MRZFieldKind.issuingState, .nationality] {
            guard let code = mrz.field(kind) else { continue }
            if StateCode(code.text) == nil { cost += configuration.unknownState }
        }
        return cost
    }

    /// The transcript with one doubtful character decided by the check digits, where exactly one listed alternative
    /// mends every check digit that covers it and breaks none.
    private func decidedByCheckDigits(_ transcript: Transcript) -> Transcript {
        guard !transcript.mrz.allChecksHold else { return transcript }
        var found: [Transcript] = []
        for check in transcript.mrz.checks {
            for position in check.covered + [check.digit] {
                let cell = transcript.cells[position.line][position.column]
                let used = transcript.mrz.character(at: position)
                for option in cell.options where option.character != used && option.weight >= configuration.minSupport {
                    guard
                        transcript.format.alphabet(line: position.line, column: position.column)
                            .contains(option.character)
                    else { continue }
                    let mrz = transcript.mrz.replacing(position, by: option.character)
                    guard mrz.allChecksHold, !found.contains(where: { $0.mrz == mrz }) else { continue }
                    found.append(repaired(transcript, as: mrz, isBelieved: true))
                }
            }
        }
        return found.count == 1 ? found[0] : transcript
    }

    /// The transcript as `mrz`, in which check digits decided for other characters.
    ///
    /// - Parameter isBelieved: whether what the recogniser believes of those characters counts in its cost.
    func repaired(_ transcript: Transcript, as mrz: MRZ, isBelieved: Bool) -> Transcript {
        var repairs = transcript.repairs
        var change = 0.0
        for (line, cells) in transcript.cells.enumerated() {
            for (column, cell) in cells.enumerated() {
                let position = MRZPosition(line: line, column: column)
                let (old, new) = (transcript.mrz.character(at: position), mrz.character(at: position))
                guard new != old else { continue }
                repairs.removeAll { $0.position == position }
                repairs.append(
                    Repair(position: position, read: cell.options.first?.character, used: new, reason: .checkDigit))
                if isBelieved { change += log(cell.weight(of: old)) - log(cell.weight(of: new)) }
            }
        }
        let structure = structureCost(of: mrz) - structureCost(of: transcript.mrz)
        return Transcript(
            format: transcript.format, mrz: mrz, cells: transcript.cells,
            repairs: repairs.sorted { $0.position < $1.position },
            cost: transcript.cost + change + structure, starts: transcript.starts)
    }

    private static func mrz(_ lines: [MRZLine], in format: MRZFormat) -> MRZ? {
        do {
            return try MRZ(lines, format: format)
        } catch {
            return nil
        }
    }
}
