/// The check digits of Doc 9303, written down a second time from its tables: nothing of `MRZParsing` is used.
package enum PlainCheckDigits {
    /// Whether every check digit of a document holds.
    ///
    /// - Precondition: it has check digits.
    package static func hold(_ lines: [[UInt8]], _ format: String) -> Bool {
        switch format {
        case "TD3":
            let line = lines[1]
            return simple(line, 0..<9, 9) && dates(line) && (simple(line, 28..<42, 42) || isEmpty(line, 28..<43))
                && digit(line[0..<10] + line[13..<20] + line[21..<43]) == line[43]
        case "TD2":
            let line = lines[1]
            return number(line[0..<9], line[9], line[28..<35]) && dates(line)
                && digit(line[0..<10] + line[13..<20] + line[21..<35]) == line[35]
        case "TD1":
            let (one, two) = (lines[0], lines[1])
            return number(one[5..<14], one[14], one[15..<30]) && simple(two, 0..<6, 6) && simple(two, 8..<14, 14)
                && digit(one[5..<30] + two[0..<7] + two[8..<15] + two[18..<29]) == two[29]
        case "MRVA", "MRVB": return simple(lines[1], 0..<9, 9) && dates(lines[1])
        case "FRA-ID":
            let line = lines[1]
            return simple(line, 0..<12, 12) && simple(line, 27..<33, 33) && digit(lines[0] + line[0..<35]) == line[35]
        case "FRA-DL": return simple(lines[0], 0..<14, 14) && simple(lines[0], 0..<29, 29)
        case "RUS-PN":
            // The document does not expire, and the digit over no date may be a filler.
            let line = lines[1]
            return simple(line, 0..<9, 9) && simple(line, 13..<19, 19)
                && (simple(line, 21..<27, 27) || isEmpty(line, 21..<28)) && simple(line, 28..<42, 42)
                && digit(line[0..<10] + line[13..<20] + line[21..<43]) == line[43]
        default: fatalError("no plain check digits of \(format)")
        }
    }

    private static func dates(_ line: [UInt8]) -> Bool { simple(line, 13..<19, 19) && simple(line, 21..<27, 27) }

    private static func isEmpty(_ line: [UInt8], _ columns: Range<Int>) -> Bool {
        line[columns].allSatisfy { $0 == UInt8(ascii: "<") }
    }

    private static func simple(_ line: [UInt8], _ columns: Range<Int>, _ place: Int) -> Bool {
        digit(line[columns]) == line[place]
    }

    /// A number that may go on in the optional data, up to a filler; its digit is the last character before that.
    /// Doc 9303-5, 4.2.2.1, note j.
    private static func number(_ number: ArraySlice<UInt8>, _ printed: UInt8, _ optional: ArraySlice<UInt8>) -> Bool {
        if printed != UInt8(ascii: "<") { return digit(number) == printed }
        let rest = optional.prefix { $0 != UInt8(ascii: "<") }
        guard let last = rest.last else { return false }
        return digit(number + rest.dropLast()) == last
    }

    private static func digit(_ characters: some Sequence<UInt8>) -> UInt8 {
        var sum = 0
        for (i, character) in characters.enumerated() {
            let value: Int
            switch character {
            case 0x30...0x39: value = Int(character) - 0x30
            case 0x41...0x5A: value = Int(character) - 0x41 + 10
            default: value = 0
            }
            sum += value * [7, 3, 1][i % 3]
        }
        return UInt8(0x30 + sum % 10)
    }
}
