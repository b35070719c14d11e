/// The order of the bytes in a TIFF header: `II` or `MM`.
struct TIFFByteOrder {
    let isLittle: Bool

    init?(of bytes: [UInt8]) {
        switch bytes.number(at: 0, size: 4) {
        case 0x4949_2A00: isLittle = true
        case 0x4D4D_002A: isLittle = false
        default: return nil
        }
    }

    func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        bytes.number(at: offset, size: size, little: isLittle)
    }
}

/// The image file directories of a TIFF file, one a page. TIFF 6.0, section 2.
enum TIFFDirectory {
    struct Detail: Sendable {
        /// Where the page's directory is in the file.
        let offset: Int
        /// The bytes of the orientation, least significant first, where the directory has one.
        let orientation: [Int]
        /// Gray of 2, 4 or 16 bits whose zero is white: Leptonica turns only 1 and 8 bits round.
        let invertsGray: Bool
        /// Four samples a pixel: libtiff hands them over multiplied by their alpha.
        let isPremultiplied: Bool
        /// Why Leptonica does not read it, if it does not.
        let variant: UnreadVariant?
    }

    /// A way to store a page that is sound and not read.
    enum UnreadVariant {
        case tiles
        case planes
        case wideSamples
        case oddSamples

        /// TIFF 6.0, sections 8 (PlanarConfiguration), 15 (tiles) and 19 (SampleFormat).
        ///
        /// - Parameter value: of a tag of the page's directory.
        init?(_ value: (_ tag: Int) -> Int?) {
            if value(322) != nil {
                self = .tiles
            } else if value(339) == 3 || value(258) ?? 1 > 16 {
                self = .wideSamples
            } else if value(284) == 2, value(277) ?? 1 > 1 {
                self = .planes
            } else if ![1, 2, 4, 8, 16].contains(value(258) ?? 1) || value(277) ?? 1 > 4 || value(339) == 2 {
                self = .oddSamples
            } else {
                return nil
            }
        }

        var sentence: String {
            switch self {
            case .tiles: "TIFF files stored in tiles are not read; save it in strips."
            case .planes: "TIFF files with a plane for each colour are not read; save it with the colours together."
            case .wideSamples: "TIFF files with more than 16 bits a sample are not read; save it with 8 or 16."
            case .oddSamples: "TIFF files of such samples are not read; save it with 8 or 16 bits and without signs."
            }
        }
    }

    /// Entries of one directory: there are a few hundred tags.
    private static let maxEntries = 1024
    /// Entries of a page, on average over as many pages as a file may have. Programs write about twenty.
    private static let entriesOfAPage = 64

    /// - Throws: `unsupported`, `truncated`, `too_many_pages`, and `damaged` where directories have too many entries.
    static func pages(of bytes: [UInt8], _ limits: DecodingLimits) throws(DecodingError) -> [PageHeader] {
        guard let order = TIFFByteOrder(of: bytes) else {
            throw DecodingError(.unsupported, "BigTIFF files are not read; save it as TIFF.")
        }
        var pages: [PageHeader] = []
        var seen: Set<Int> = []
        var entries = 0
        var offset = try order.number(bytes, at: 4, size: 4).orHeaderBreaksOff()
        // A chain that leads back ends there: the pages before it are whole.
        while offset != 0, seen.insert(offset).inserted, let count = order.number(bytes, at: offset, size: 2) {
            guard pages.count < limits.maxPages else {
                throw DecodingError(.tooManyPages, "The file has more pages than the limit of \(limits.maxPages).")
            }
            if count <= maxEntries {
                entries += count
                // Directories may lie in one another.
                guard (entries - maxEntries) / entriesOfAPage <= limits.maxPages else {
                    throw DecodingError(.damaged, "The TIFF file has more entries than any program writes.")
                }
                pages.append(page(of: bytes, at: offset, order))
            } else {
                // No directory, but whatever a damaged file leads to: a page without pixels is refused when asked for.
                pages.append(PageHeader(width: 0, height: 0))
            }
            offset = order.number(bytes, at: offset + 2 + 12 * count, size: 4) ?? bytes.count
        }
        if pages.isEmpty { throw headerBreaksOff }
        // One that leads out of the file has lost a page, and whatever came behind it.
        if offset > bytes.count - 2 { pages.append(PageHeader(width: 0, height: 0, detail: .lost)) }
        return pages
    }

    private static func page(of bytes: [UInt8], at offset: Int, _ order: TIFFByteOrder) -> PageHeader {
        let entries = entries(of: bytes, at: offset, order)
        func value(_ tag: Int) -> Int? { entries.first { $0.tag == tag }?.value }
        let orientation = entries.first { $0.tag == 274 }?.place ?? 0..<0
        let samples = value(277) ?? 1
        let bits = value(258) ?? 1
        return PageHeader(
            width: value(256) ?? 0, height: value(257) ?? 0,
            orientation: value(274).flatMap(Orientation.init(rawValue:)) ?? .upright,
            isDoubtful: !hasUsualProfile(bytes, at: offset, order),
            detail: .tiff(
                Detail(
                    offset: offset, orientation: order.isLittle ? Array(orientation) : orientation.reversed(),
                    invertsGray: value(262) == 0 && samples == 1 && bits != 1 && bits != 8,
                    isPremultiplied: samples == 4,
                    variant: UnreadVariant(value))))
    }

    /// The file with the page's orientation upright: Leptonica turns some pages the wrong way, so none is left to it.
    static func upright(_ bytes: [UInt8], _ page: Detail) -> [UInt8] {
        var bytes = bytes
        for (significance, place) in page.orientation.enumerated() { bytes[place] = significance == 0 ? 1 : 0 }
        return bytes
    }

    /// Whether the colour profile of a directory is a usual one, or it has none. ICC.1:2022, B.5.
    private static func hasUsualProfile(_ bytes: [UInt8], at offset: Int, _ order: TIFFByteOrder) -> Bool {
        guard let count = order.number(bytes, at: offset, size: 2) else { return true }
        let profiles = (0..<count).map { offset + 2 + 12 * $0 }.filter { order.number(bytes, at: $0, size: 2) == 34675 }
        guard let entry = profiles.first else { return true }
        guard profiles.count == 1, let size = order.number(bytes, at: entry + 4, size: 4),
            let place = order.number(bytes, at: entry + 8, size: 4), size <= ColorProfile.maxBytes,
            place <= bytes.count, size <= bytes.count - place
        else { return false }
        return ColorProfile.isUsual(Array(bytes[place..<(place + size)]))
    }

    /// Bytes of a whole number of that type; nil of what is none. TIFF 6.0, section 2, types.
    private static func size(ofType type: Int) -> Int? {
        switch type {
        case 1: 1
        case 3: 2
        case 4: 4
        default: nil
        }
    }

    /// The entries of the directory at `offset` that fit in the file, each with its first value, and where
    /// that is, where it is a whole number.
    static func entries(
        of bytes: [UInt8], at offset: Int, _ order: TIFFByteOrder
    ) -> [(tag: Int, value: Int, place: Range<Int>)] {
        guard let count = order.number(bytes, at: offset, size: 2) else { return [] }
        return (0..<count).compactMap { index in
            let entry = offset + 2 + 12 * index
            guard let tag = order.number(bytes, at: entry, size: 2),
                let type = order.number(bytes, at: entry + 2, size: 2),
                let values = order.number(bytes, at: entry + 4, size: 4), values > 0,
                let size = size(ofType: type)
            else { return nil }
            // Values that do not fit in four bytes are elsewhere; the bits of each sample are.
            let place = values * size <= 4 ? entry + 8 : order.number(bytes, at: entry + 8, size: 4) ?? -1
            return order.number(bytes, at: place, size: size).map { (tag, $0, place..<(place + size)) }
        }
    }
}
