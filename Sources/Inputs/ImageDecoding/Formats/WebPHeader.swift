/// The chunks of a WebP file. RFC 9649.
enum WebPHeader {
    static func page(of bytes: [UInt8]) throws(DecodingError) -> PageHeader {
        let chunks = chunks(of: bytes, in: 12..<bytes.count)
        guard let picture = picture(in: chunks, of: bytes) else { throw headerBreaksOff }
        var page = picture
        if let exif = chunks.first(where: { $0.type == "EXIF" }) {
            page.orientation = Orientation(exif: exif.body, of: bytes)
        }
        let profiles = chunks.filter { $0.type == "ICCP" }
        // An animation shows more than its first frame.
        page.isDoubtful =
            profiles.count > 1 || profiles.contains { !ColorProfile.isUsual(Array(bytes[$0.body])) }
            || chunks.count { $0.type == "ANMF" } > 1
        return page
    }

    /// The file as a still picture: an animation is cut down to its first frame.
    static func still(of bytes: [UInt8]) -> [UInt8] {
        guard let frame = chunks(of: bytes, in: 12..<bytes.count).first(where: { $0.type == "ANMF" }) else {
            return bytes
        }
        let parts = chunks(of: bytes, in: frameData(of: frame.body))
        guard let size = picture(in: parts, of: bytes) else { return bytes }
        var payload = Array("WEBP".utf8)
        if parts.contains(where: { $0.type == "ALPH" }) {
            let sides = little(size.width - 1).prefix(3) + little(size.height - 1).prefix(3)
            payload += "VP8X".utf8 + little(10) + [0x10, 0, 0, 0] + sides
        }
        for part in parts where ["ALPH", "VP8 ", "VP8L"].contains(part.type) {
            payload +=
                part.type.utf8 + little(part.body.count) + bytes[part.body] + (part.body.count % 2 == 0 ? [] : [0])
        }
        return "RIFF".utf8 + little(payload.count) + payload
    }

    /// What a decoder needs to know of a still picture.
    struct Still {
        let width, height: Int
        /// Where the data of its pixels end in the file.
        let end: Int
        let hasAlpha: Bool
    }

    /// - Parameter bytes: what `still(of:)` gives.
    static func description(of bytes: [UInt8]) -> Still? {
        let chunks = chunks(of: bytes, in: 12..<bytes.count)
        guard let data = chunks.first(where: { ["VP8 ", "VP8L"].contains($0.type) }),
            let size = picture(in: chunks, of: bytes)
        else { return nil }
        let first = chunks[0]
        let hasAlpha =
            switch first.type {
            case "VP8X": bytes.number(at: first.body.lowerBound, size: 1).map { $0 & 0x10 != 0 }
            case "VP8L": bytes.number(at: first.body.lowerBound + 1, size: 4, little: true).map { $0 >> 28 & 1 != 0 }
            default: false
            }
        return Still(width: size.width, height: size.height, end: data.body.upperBound, hasAlpha: hasAlpha ?? false)
    }

    private static func picture(in chunks: [(type: String, body: Range<Int>)], of bytes: [UInt8]) -> PageHeader? {
        for chunk in chunks {
            let start = chunk.body.lowerBound
            switch chunk.type {
            case "VP8 ":
                guard let width = bytes.number(at: start + 6, size: 2, little: true),
                    let height = bytes.number(at: start + 8, size: 2, little: true)
                else { return nil }
                return PageHeader(width: width & 0x3FFF, height: height & 0x3FFF)
            case "VP8L":
                guard let bits = bytes.number(at: start + 1, size: 4, little: true) else { return nil }
                return PageHeader(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
            case "ANMF":
                // A frame holds no frame: files that nest them would take a call for each 24 of their bytes.
                let parts = self.chunks(of: bytes, in: frameData(of: chunk.body)).filter { $0.type != "ANMF" }
                return picture(in: parts, of: bytes)
            default: continue
            }
        }
        return nil
    }

    /// A frame begins with sixteen bytes on its place and duration.
    private static func frameData(of body: Range<Int>) -> Range<Int> {
        min(body.lowerBound + 16, body.upperBound)..<body.upperBound
    }

    /// An animation has two or three for each of its frames.
    private static let maxChunks = 1 << 16

    /// The last chunk may break off: its picture may still begin.
    private static func chunks(of bytes: [UInt8], in range: Range<Int>) -> [(type: String, body: Range<Int>)] {
        var chunks: [(type: String, body: Range<Int>)] = []
        var at = range.lowerBound
        while chunks.count < maxChunks, at + 8 <= range.upperBound,
            let length = bytes.number(at: at + 4, size: 4, little: true)
        {
            let body = (at + 8)..<min(at + 8 + length, range.upperBound)
            chunks.append((String(decoding: bytes[at..<(at + 4)], as: UTF8.self), body))
            at += 8 + length + length % 2
        }
        return chunks
    }

    private static func little(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}
