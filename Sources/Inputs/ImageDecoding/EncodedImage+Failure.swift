import Glibc

extension EncodedImage {
    /// Refuses a page whose pixels the system cannot hold, while that is still an error and not an abort.
    ///
    /// - Throws: `out_of_memory`.
    func checkMemory(for page: PageHeader, reduction: Int, color: Bool) throws(DecodingError) {
        // At most one word a pixel in Leptonica and as much again in its codec, then our planes.
        let bytes = (page.width / reduction + 1).product(page.height / reduction + 1, color ? 12 : 9)
        guard let bytes, FreeMemory.has(bytes) else {
            throw DecodingError(
                .outOfMemory, "The system has not the memory for \(page.pageSize) pixels.", errno: ENOMEM)
        }
    }

    /// Why the codec gave no picture for a page whose header was sound.
    func failure(_ page: PageHeader) -> DecodingError {
        if case .tiff(let detail) = page.detail, let variant = detail.variant {
            return DecodingError(.unsupported, variant.sentence)
        }
        return isComplete
            ? DecodingError(.damaged, "The \(kind.rawValue) data is damaged or of a variant that is not read.")
            : DecodingError(.truncated, "The file ends within its picture.")
    }

    /// Whether the file goes as far as its format says it does.
    private var isComplete: Bool {
        switch kind {
        case .jpeg: JPEGHeader.isComplete(bytes)
        case .png: bytes.suffix(8).starts(with: "IEND".utf8)
        case .webp: bytes.number(at: 4, size: 4, little: true).map { bytes.count >= $0 + 8 } ?? false
        case .bmp: bytes.number(at: 2, size: 4, little: true).map { bytes.count >= $0 } ?? false
        case .jp2: bytes.suffix(2).elementsEqual([0xFF, 0xD9])
        // These do not say how long they are.
        case .tiff, .gif, .pnm, .heif, .pdf: true
        }
    }
}
