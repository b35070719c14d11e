/// How a TIFF file writes its numbers: `II` or `MM`, in 4 bytes or, as BigTIFF, in 8. TIFF 6.0, section 2, and the design
/// of BigTIFF in the documentation of libtiff.
struct TIFFLayout {
    let isLittle: Bool
    let isBig: Bool

    init?(of bytes: [UInt8]) {
        switch bytes.number(at: 0, size: 4) {
        case 0x4949_2A00: (isLittle, isBig) = (true, false)
        case 0x4D4D_002A: (isLittle, isBig) = (false, false)
        case 0x4949_2B00: (isLittle, isBig) = (true, true)
        case 0x4D4D_002B: (isLittle, isBig) = (false, true)
        default: return nil
        }
        // How many bytes an offset has.
        if isBig, number(bytes, at: 4, size: 2) != offsetSize { return nil }
    }

    /// Bytes of an offset, of how many values an entry has, and of values that are in the entry itself.
    var offsetSize: Int { isBig ? 8 : 4 }
    /// Bytes that say how many entries a directory has.
    var countSize: Int { isBig ? 8 : 2 }
    /// Bytes of an entry.
    var entrySize: Int { 4 + 2 * offsetSize }

    func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int? {
        bytes.number(at: offset, size: size, little: isLittle)
    }

    /// The offset of the first directory, which stands where the second offset would; nil where the file ends before.
    func firstDirectory(_ bytes: [UInt8]) -> Int? { number(bytes, at: offsetSize, size: offsetSize) }

    /// The number of entries of the directory at an offset; nil where the file ends before.
    func count(_ bytes: [UInt8], at offset: Int) -> Int? { number(bytes, at: offset, size: countSize) }

    /// Where an entry of the directory at an offset is.
    func entry(_ index: Int, at offset: Int) -> Int { offset + countSize + entrySize * index }
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
        /// Whether Leptonica reads it: in strips, the colours of a pixel together, not in a BigTIFF file. Any other is for
        /// libtiff's own reader.
        let isPlain: Bool
        /// Pixels of a tile; 0 of a page in strips, nil of more than can be.
        let tilePixels: Int?
        /// Whether a pixel has one sample, and that is a shade of gray.
        let isGray: Bool
        /// Why it is not read, if it is not.
        let variant: UnreadVariant?
    }

    /// A way to store a page that is sound and not read.
    enum UnreadVariant {
        case wideSamples
        case oddSamples

        /// TIFF 6.0, section 19 (SampleFormat).
        ///
        /// - Parameter value: of a tag of the page's directory.
        init?(_ value: (_ tag: Int) -> Int?) {
            if value(339) == 3 || value(258) ?? 1 > 16 {
                self = .wideSamples
            } else if ![1, 2, 4, 8, 16].contains(value(258) ?? 1) || value(277) ?? 1 > 4 || value(339) == 2 {
                self = .oddSamples
            } else {
                return nil
            }
        }

        var sentence: String {
            switch self {
            case .wideSamples: "TIFF files with more than 16 bits a sample are not read; save it with 8 or 16."
            case .oddSamples: "TIFF files of such samples are not read; save it with 8 or 16 bits and without signs."
            }
        }
    }

    /// The first of the colours that libtiff converts in its own way. TIFF 6.0, section 23.
    private static let cielab = 8
    /// Entries of one directory: there are a few hundred tags.
    private static let maxEntries = 1024
    /// Entries that a count of 2 bytes can have.
    private static let maxCount = 1 << 16
    /// Entries of a page, on average over as many pages as a file may have. Programs write about twenty.
    private static let entriesOfAPage = 64

    /// - Throws: `unsupported`, `truncated`, `too_many_pages`, and `damaged` where directories have too many entries.
    static func pages(of bytes: [UInt8], _ limits: DecodingLimits) throws(DecodingError) -> [PageHeader] {
        guard let layout = TIFFLayout(of: bytes) else {
            throw DecodingError(.damaged, "The TIFF file does not say how long its offsets are.")
        }
        var pages: [PageHeader] = []
        var seen: Set<Int> = []
        var entries = 0
        var offset = try layout.firstDirectory(bytes).orHeaderBreaksOff()
        // A chain that leads back ends there: the pages before it are whole.
        while offset != 0, seen.insert(offset).inserted, let count = layout.count(bytes, at: offset) {
            guard pages.count < limits.maxPages else {
                throw DecodingError(.tooManyPages, "The file has more pages than the limit of \(limits.maxPages).")
            }
            if (0...maxEntries).contains(count) {
                entries += count
                // Directories may lie in one another.
                guard (entries - maxEntries) / entriesOfAPage <= limits.maxPages else {
                    throw DecodingError(.damaged, "The TIFF file has more entries than any program writes.")
                }
                pages.append(page(of: bytes, at: offset, layout))
            } else {
                // No directory, but whatever a damaged file leads to: a page without pixels is refused when asked for.
                pages.append(PageHeader(width: 0, height: 0))
            }
            // No directory of more goes on within the file.
            let next = (0...bytes.count).contains(count) ? layout.entry(count, at: offset) : bytes.count
            offset = layout.number(bytes, at: next, size: layout.offsetSize) ?? bytes.count
        }
        if pages.isEmpty { throw headerBreaksOff }
        // One that leads out of the file has lost a page, and whatever came behind it.
        if !(0...bytes.count - layout.countSize).contains(offset) {
            pages.append(PageHeader(width: 0, height: 0, detail: .lost))
        }
        return pages
    }

    private static func page(of bytes: [UInt8], at offset: Int, _ layout: TIFFLayout) -> PageHeader {
        let entries = entries(of: bytes, at: offset, layout)
        func value(_ tag: Int) -> Int? { entries.first { $0.tag == tag }?.value }
        let orientation = entries.first { $0.tag == 274 }?.place ?? 0..<0
        let samples = value(277) ?? 1
        let bits = value(258) ?? 1
        return PageHeader(
            width: value(256) ?? 0, height: value(257) ?? 0,
            orientation: value(274).flatMap(Orientation.init(rawValue:)) ?? .upright,
            isDoubtful: !hasUsualProfile(bytes, at: offset, layout) || value(262) ?? 1 >= cielab,
            detail: .tiff(
                Detail(
                    offset: offset, orientation: layout.isLittle ? Array(orientation) : orientation.reversed(),
                    invertsGray: value(262) == 0 && samples == 1 && bits != 1 && bits != 8,
                    isPremultiplied: samples == 4,
                    isPlain: !layout.isBig && value(322) == nil && (value(284) != 2 || samples == 1),
                    tilePixels: (value(322) ?? 0).product(value(323) ?? 0),
                    isGray: samples == 1 && (0...1).contains(value(262) ?? 1),
                    variant: UnreadVariant(value))))
    }

    /// The file with the page's orientation upright: Leptonica turns some pages the wrong way, so none is left to it.
    static func upright(_ bytes: [UInt8], _ page: Detail) -> [UInt8] {
        var bytes = bytes
        for (significance, place) in page.orientation.enumerated() { bytes[place] = significance == 0 ? 1 : 0 }
        return bytes
    }

    /// Whether the colour profile of a directory is a usual one, or it has none. ICC.1:2022, B.5.
    private static func hasUsualProfile(_ bytes: [UInt8], at offset: Int, _ layout: TIFFLayout) -> Bool {
        let profiles = places(of: bytes, at: offset, layout).filter { layout.number(bytes, at: $0, size: 2) == 34675 }
        guard let entry = profiles.first else { return true }
        let (count, value) = (entry + 4, entry + 4 + layout.offsetSize)
        guard profiles.count == 1, let size = layout.number(bytes, at: count, size: layout.offsetSize),
            let place = layout.number(bytes, at: value, size: layout.offsetSize),
            (0...ColorProfile.maxBytes).contains(size), (0...bytes.count).contains(place), size <= bytes.count - place
        else { return false }
        return ColorProfile.isUsual(Array(bytes[place..<(place + size)]))
    }

    /// Where the entries of the directory at an offset are; none of one that has more than there are tags.
    private static func places(of bytes: [UInt8], at offset: Int, _ layout: TIFFLayout) -> [Int] {
        guard let count = layout.count(bytes, at: offset), (0...maxCount).contains(count) else { return [] }
        return (0..<count).map { layout.entry($0, at: offset) }
    }

    /// Bytes of a whole number of that type; nil of what is none. TIFF 6.0, section 2, types.
    private static func size(ofType type: Int) -> Int? {
        switch type {
        case 1: 1
        case 3: 2
        case 4: 4
        case 16: 8
        default: nil
        }
    }

    /// The entries of the directory at `offset` that fit in the file, each with its first value, and where
    /// that is, where it is a whole number.
    static func entries(
        of bytes: [UInt8], at offset: Int, _ layout: TIFFLayout
    ) -> [(tag: Int, value: Int, place: Range<Int>)] {
        let inEntry = layout.offsetSize
        return places(of: bytes, at: offset, layout).compactMap { entry in
            guard let tag = layout.number(bytes, at: entry, size: 2),
                let type = layout.number(bytes, at: entry + 2, size: 2),
                let values = layout.number(bytes, at: entry + 4, size: inEntry), values > 0,
                let size = size(ofType: type)
            else { return nil }
            // Values that do not fit in the entry are elsewhere; the bits of each sample are.
            let own = entry + 4 + inEntry
            let place = values <= inEntry / size ? own : layout.number(bytes, at: own, size: inEntry) ?? -1
            return layout.number(bytes, at: place, size: size).map { (tag, $0, place..<(place + size)) }
        }
    }
}
