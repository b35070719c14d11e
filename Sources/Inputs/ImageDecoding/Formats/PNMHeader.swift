/// The text that leads each picture of a PBM, PGM, PPM or PAM file. Netpbm formats 1 to 7.
struct PNMHeader {
    let width: Int
    let height: Int
    /// Samples a pixel, 1 of gray and 3 of colours, in files of plain bytes; nil of other ones.
    private(set) var samples: Int?
    /// The sample that is white.
    private(set) var maxSample = 1
    /// Where the pixels begin.
    private(set) var pixels = 0
    /// Where the picture ends, beyond the file where it breaks off; nil where only its decoder knows, as of pixels that are text.
    private(set) var end: Int?

    /// Bytes a sample: the first is the more significant of two.
    var sampleSize: Int { maxSample > 255 ? 2 : 1 }

    /// The header of each picture of a file, in which several may follow each other.
    ///
    /// - Throws: `truncated`, `damaged`, `too_many_pages`.
    static func pages(of bytes: [UInt8], _ limits: DecodingLimits) throws(DecodingError) -> [PageHeader] {
        var pages: [PageHeader] = []
        var start = 0
        repeat {
            guard pages.count < limits.maxPages else {
                throw DecodingError(.tooManyPages, "The file has more pages than the limit of \(limits.maxPages).")
            }
            let header = try PNMHeader(of: bytes, at: start)
            let end = header.end.map { min($0, bytes.count) } ?? bytes.count
            pages.append(PageHeader(width: header.width, height: header.height, detail: .pnm(start..<end)))
            start = end
        } while isHeader(bytes, at: start)
        // What follows the only picture is its decoder's business.
        if pages.count == 1 {
            pages = [PageHeader(width: pages[0].width, height: pages[0].height, detail: .pnm(0..<bytes.count))]
        }
        return pages
    }

    /// Whether the bytes at an offset begin like one.
    static func isHeader(_ bytes: [UInt8], at start: Int = 0) -> Bool {
        bytes.count - start > 2 && bytes[start] == UInt8(ascii: "P")
            && (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(bytes[start + 1]) && bytes[start + 2].isWhitespace
    }

    /// - Throws: `truncated`, `damaged`.
    init(of bytes: [UInt8], at start: Int = 0) throws(DecodingError) {
        var words = Words(bytes: bytes, at: start + 2)
        let kind = bytes[start + 1]
        var depth = 1
        if kind == UInt8(ascii: "7") {
            let values = try Self.values(&words)
            width = values["WIDTH"] ?? 0
            height = values["HEIGHT"] ?? 0
            depth = values["DEPTH"] ?? 1
            maxSample = values["MAXVAL"] ?? 1
        } else {
            width = try Self.number(words.next())
            height = try Self.number(words.next())
            if kind == UInt8(ascii: "5") || kind == UInt8(ascii: "6") {
                samples = kind == UInt8(ascii: "5") ? 1 : 3
                depth = samples ?? 1
                maxSample = try Self.number(words.next())
                guard (1...65535).contains(maxSample) else {
                    throw DecodingError(.damaged, "The PNM file does not say which number is white.")
                }
            }
        }
        // One white space parts the header from the pixels.
        pixels = words.at + 1
        guard kind > UInt8(ascii: "3") else { return }
        // Eight pixels of a bitmap are a byte.
        let rowBytes = kind == UInt8(ascii: "4") ? width / 8 + min(1, width % 8) : width.product(depth, sampleSize)
        end = rowBytes?.product(height).map { pixels + min($0, bytes.count) }
    }

    private static func values(_ words: inout Words) throws(DecodingError) -> [String: Int] {
        var values: [String: Int] = [:]
        // A header has six of them.
        for _ in 0..<64 {
            guard let key = words.next(), key != "ENDHDR" else { break }
            let value = try words.next().orHeaderBreaksOff()
            if ["WIDTH", "HEIGHT", "DEPTH", "MAXVAL"].contains(key) { values[key] = try number(value) }
        }
        return values
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
