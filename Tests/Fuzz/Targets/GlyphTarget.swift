import Imaging
import MRZDetection
import MRZParsing
import Recognition
import Scanning

extension FuzzTarget {
    /// Glyphs such as no recogniser should give: anywhere, in any order, with confidences that are no numbers.
    ///
    /// What is called verified has right check digits, no gap, and was read surely at every place.
    static let glyphs = FuzzTarget("glyphs", maxBytes: 3000) { bytes in
        var dice = Dice(bytes)
        let lineCount = 1 + dice.below(3)
        let lengths = [30, 36, 44, 9, 1, 60]
        let columns = lengths[dice.below(lengths.count)]
        let isHostile = dice.below(2) == 1
        let lines =
            dice.below(4) == 0
            ? (0..<lineCount).map { _ in line(&dice, columns: columns, isHostile: isHostile) } : document(&dice)
        guard let today = CalendarDay(year: 2026, month: 2, day: 28),
            let verdict = GlyphDecoding(.init(), asOf: today).verdict(
                of: lines, columns: max(columns, lines.map(\.glyphs.count).max() ?? 0))
        else { return }
        _ = (verdict.transcript.confidence, "\(verdict.transcript)")
        guard case .verified(let verified) = verdict.status else { return }
        let mrz = verified.mrz
        demand(mrz == verdict.transcript.mrz, "the verified document is that of the transcript")
        demand(PlainCheckDigits.hold(mrz.lines.map { Array($0.text.utf8) }, mrz.format.name), "check digits hold")
        demand(!verdict.transcript.cells.joined().contains(where: \.isEmpty), "nothing verified has a gap")
        for (line, cells) in zip(mrz.lines, verdict.transcript.cells) {
            for (character, cell) in zip(line.characters, cells) {
                demand((0.8...1).contains(cell.confidence), "a verified character was read surely")
                demand(cell.weight(of: character) > 0.5, "a verified character is the likeliest of its cell")
            }
        }
    }

    private static let pitch = 20.0

    private static func line(_ dice: inout Dice, columns: Int, isHostile: Bool) -> GlyphDecoding.Line {
        let count = isHostile ? dice.below(90) : columns
        var glyphs: [Glyph] = []
        for i in 0..<count {
            let character = dice.byte()
            var glyph = Glyph(
                character: isHostile ? character : MRZCharacter.all[Int(character) % MRZCharacter.all.count].ascii,
                confidence: 0.995, left: Double(i + 2) * pitch, right: Double(i + 3) * pitch)
            if isHostile {
                glyph.confidence = Self.confidence(dice.byte())
                if dice.below(4) == 0 { glyph.left = Self.place(dice.byte()) }
                if dice.below(8) == 0 { glyph.right = Self.place(dice.byte()) }
                glyph.alternatives = (0..<dice.below(3)).map { _ in
                    Glyph.Alternative(character: dice.byte(), confidence: Self.confidence(dice.byte()))
                }
            }
            glyphs.append(glyph)
        }
        let shade = dice.byte()
        return (glyphs, strip(columns: columns, shade: shade) { _ in isHostile ? Float(dice.byte()) : 100 })
    }

    /// A document that would verify, read surely but for a few glyphs.
    private static func document(_ dice: inout Dice) -> [GlyphDecoding.Line] {
        let format = MRZFormat.all[dice.below(MRZFormat.all.count)]
        guard let mrz = printed(&dice, in: format) else { return [] }
        let columns = format.lineLengths.max() ?? 1
        var lines = mrz.lines.map { line -> GlyphDecoding.Line in
            let glyphs = line.characters.enumerated().map { i, character in
                Glyph(
                    character: character.ascii, confidence: 0.995, left: Double(i + 2) * pitch,
                    right: Double(i + 3) * pitch)
            }
            return (glyphs, strip(columns: columns, shade: 128) { _ in 100 })
        }
        for _ in 0..<dice.below(8) {
            let (line, glyph) = (dice.below(lines.count), dice.below(44))
            guard glyph < lines[line].glyphs.count else { continue }
            let kind = dice.below(3)
            if kind == 0 { lines[line].glyphs[glyph].character = dice.byte() }
            if kind == 1 { lines[line].glyphs[glyph].confidence = confidence(dice.byte()) }
            lines[line].glyphs[glyph].alternatives = (0..<dice.below(3)).map { _ in
                Glyph.Alternative(character: dice.byte(), confidence: confidence(dice.byte()))
            }
        }
        return lines
    }

    private static func strip(columns: Int, shade: UInt8, contrast: (Int) -> Float) -> LineStrip {
        let width = Int(pitch) * (columns + 4)
        return LineStrip(
            image: GrayImage(width: width, height: 4, pixels: Array(repeating: shade, count: width * 4)),
            contrast: (0..<width).map(contrast), pitch: pitch, origin: 2 * pitch)
    }

    private static func confidence(_ byte: UInt8) -> Float {
        switch byte {
        case 0: .nan
        case 1: .infinity
        case 2: -.infinity
        case 3: -1
        case 4: .greatestFiniteMagnitude
        default: Float(byte) / 255
        }
    }

    private static func place(_ byte: UInt8) -> Double {
        switch byte {
        case 0: .nan
        case 1: .infinity
        case 2: -1e300
        default: (Double(byte) - 20) * 6
        }
    }
}
