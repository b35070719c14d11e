/// The formats that are read, told by the bytes a file begins with and never by its name.
public enum ImageKind: String, Sendable, CaseIterable {
    case jpeg, png, tiff, webp, bmp, gif, jp2, pnm
    /// HEIC and AVIF among them.
    case heif
    case pdf

    /// - Throws: `not_an_image` for bytes of no known format, `unsupported` for a picture or document format that is
    ///   known but not read.
    package init(sniffing bytes: [UInt8]) throws(DecodingError) {
        if let kind = ImageKind.allCases.first(where: { $0.opens(bytes) }) {
            self = kind
            return
        }
        if ArchiveKind(sniffing: bytes) != nil {
            throw DecodingError(
                .unsupported, "Archives are read by the program mrz-scan when it is given their names; unpack it.")
        }
        if let name = foreignFormats.first(where: { bytes.holds($0.mark, at: $0.offset) })?.name {
            throw DecodingError(
                .unsupported, "\(name) files are not read; convert the pages to JPEG, PNG or TIFF first.")
        }
        throw DecodingError(.notAnImage, "The bytes are not those of a picture.")
    }

    private func opens(_ bytes: [UInt8]) -> Bool {
        switch self {
        case .jpeg: bytes.holds([0xFF, 0xD8, 0xFF])
        case .png: bytes.holds([0x89] + "PNG\r\n".utf8 + [0x1A, 0x0A])
        // 42 is a TIFF, 43 a BigTIFF.
        case .tiff: [42, 43].contains { bytes.holds([0x49, 0x49, $0, 0]) || bytes.holds([0x4D, 0x4D, 0, $0]) }
        case .webp: bytes.holds("RIFF".utf8) && bytes.holds("WEBP".utf8, at: 8)
        // Two letters alone begin many a text: the size of the second header, at most 124 bytes, must follow.
        case .bmp: bytes.holds("BM".utf8) && bytes.count > 17 && bytes[15...17].allSatisfy { $0 == 0 }
        case .gif: bytes.holds("GIF87a".utf8) || bytes.holds("GIF89a".utf8)
        case .jp2:
            bytes.holds([0, 0, 0, 12] + "jP  \r\n".utf8 + [0x87, 0x0A]) || bytes.holds([0xFF, 0x4F, 0xFF, 0x51])
        case .pnm:
            PNMHeader.isHeader(bytes)
        case .heif:
            bytes.holds("ftyp".utf8, at: 4)
                && ["hei", "hev", "mif1", "avi"].contains { bytes.holds($0.utf8, at: 8) }
        case .pdf: bytes.holds("%PDF-".utf8)
        }
    }
}

/// Formats people try; naming them is kinder than "not a picture".
private let foreignFormats: [(name: String, mark: [UInt8], offset: Int)] = [
    ("HEIF sequence", Array("ftypmsf1".utf8), 4),
    ("JPEG XL", [0xFF, 0x0A], 0), ("JPEG XL", [0, 0, 0, 12] + Array("JXL ".utf8), 0),
    ("Photoshop", Array("8BPS".utf8), 0), ("DjVu", Array("AT&TFORM".utf8), 0), ("Icon", [0, 0, 1, 0], 0),
]

extension UInt8 {
    /// Blank, tab, line feed, vertical tab, form feed or carriage return.
    var isWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
