/// The text that leads a PBM, PGM, PPM or PAM file. Netpbm formats 1 to 7.
enum PNMHeader {
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        var words = Words(bytes: bytes, at: 2)
        if bytes[1] == UInt8(ascii: "7") { return try arbitraryMap(&words) }
        let width = try number(words.next())
        let height = try number(words.next())
        return PageHeader(width: width, height: height)
    }

    /// The file as Leptonica expects it: it takes the bytes of deep gray in the machine's order, not the format's.
    static func machineOrder(_ bytes: [UInt8]) -> [UInt8] {
        var words = Words(bytes: bytes, at: 2)
        guard bytes[1] == UInt8(ascii: "5"), words.next() != nil, words.next() != nil,
            let brightest = words.next().flatMap({ Int($0) }), brightest > 255
        else { return bytes }
        var swapped = bytes
        for at in stride(from: words.at + 1, to: bytes.count - 1, by: 2) { swapped.swapAt(at, at + 1) }
        return swapped
    }

    private static func arbitraryMap(_ words: inout Words) throws(DecodingError) -> PageHeader {
        var sides: [String: Int] = [:]
        // A header has six of them.
        for _ in 0..<64 {
            guard let key = words.next(), key != "ENDHDR" else { break }
            let value = try words.next().orHeaderBreaksOff()
            if key == "WIDTH" || key == "HEIGHT" { sides[key] = try number(value) }
        }
        return PageHeader(width: sides["WIDTH"] ?? 0, height: sides["HEIGHT"] ?? 0)
    }

    private static func number(_ word: String?) throws(DecodingError) -> Int {
        guard let number = Int(try word.orHeaderBreaksOff()), number >= 0 else {
            throw DecodingError(.damaged, "The PNM file does not say how large it is.")
        }
        return number
    }

    /// Words parted by white space; from `#` to the end of its line is a comment.
    private struct Words {
        let bytes: [UInt8]
        var at: Int

        mutating func next() -> String? {
            while at < bytes.count, bytes[at].isWhitespace || bytes[at] == UInt8(ascii: "#") {
                if bytes[at] == UInt8(ascii: "#") {
                    at = bytes[at...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
                } else {
                    at += 1
                }
            }
            // No word of a header is longer; what is, is data.
            let word = bytes[at...].prefix(20).prefix { !$0.isWhitespace }
            at += word.count
            return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
        }
    }
}
