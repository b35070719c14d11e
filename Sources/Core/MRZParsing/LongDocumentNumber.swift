/// A document number of more than 9 characters, which goes on in the optional data. ICAO Doc 9303-5, 4.2.4.
struct LongDocumentNumber: Sendable, Hashable {
    /// The check over the joined number; the filler in place of the digit is no part of it.
    let check: MRZCheck
    /// What of the optional data is left after the rest of the number, its digit and the filler.
    let optionalData: MRZSpan

    /// Nil unless a filler stands for the check digit of a full field, and the run at the beginning of the optional
    /// data ends with the digit of the joined number.
    init?(in lines: [MRZLine], format: MRZFormat) {
        guard let overflow = format.numberOverflow, let short = format.check(.documentNumber),
            let number = format.field(.documentNumber)?.span, let room = format.field(overflow.field)?.span,
            lines[short.digit.line].characters[short.digit.column].isFiller,
            let last = number.columns.last, !lines[number.line].characters[last].isFiller
        else { return nil }
        let text = lines[room.line].characters
        let end = room.columns.first { text[$0].isFiller } ?? room.columns.upperBound
        let rest = room.columns.lowerBound..<max(room.columns.lowerBound, end - 1)
        guard !rest.isEmpty, number.columns.count + rest.count <= overflow.maximumLength else { return nil }
        check = MRZCheck(
            .documentNumber, digit: MRZPosition(line: room.line, column: end - 1),
            over: [number, MRZSpan(line: room.line, rest)])
        guard check.expected(in: lines).character == text[end - 1] else { return nil }
        optionalData = MRZSpan(line: room.line, min(end + 1, room.columns.upperBound)..<room.columns.upperBound)
    }
}
