import CHEIF

extension EncodedImage {
    /// Whether the bytes are those of a document whose pages are drawn by a program of its own.
    public static func isDocument(_ bytes: [UInt8]) -> Bool {
        do throws(DecodingError) {
            return try ImageKind(sniffing: bytes) == .pdf
        } catch {
            return false
        }
    }

    /// Loads now what is otherwise loaded with the first file that needs it, for a process that will not be able to.
    public static func loadCodecs() { cheif_load() }

    /// One page of a document as a picture file, from which the same pixels come as from the document itself: for a
    /// process that may start no program.
    ///
    /// - Parameter page: counted from 0.
    /// - Throws: `no_such_page`, `too_many_pixels`, `timed_out`, `damaged`, `out_of_memory`; `unsupported` for what is
    ///   no document.
    public func pictureFile(ofPage page: Int) throws(DecodingError) -> [UInt8] {
        let header = try header(ofPage: page)
        try check(header)
        guard let document = header.pdf else {
            throw DecodingError(.unsupported, "The input is a picture already.")
        }
        let map = try PDFFile.portableMap(
            of: document, in: bytes, width: header.width, height: header.height, limits: limits)
        return header.isDoubtful && !DamageNote.stands(in: map) ? DamageNote.added(to: map) : map
    }

    /// A HEIF file's picture with all its pixels as a PGM file, or a PPM file with colour or where the file has no luma
    /// of its own: for a process that wants no codec of it. It is decoded here, whatever the limits say.
    ///
    /// - Throws: `too_many_pixels`, `truncated`, `damaged`, `out_of_memory`; `unsupported` also for any other format.
    public func decodedHEIF(color: Bool) throws(DecodingError) -> [UInt8] {
        guard kind == .heif else { throw DecodingError(.unsupported, "The input is no HEIF file.") }
        return try HEIFFile.rows(of: bytes, color: color, limits: limits).portableMap
    }
}
