import ImageDecoding
import Imaging
import Recognition
import Scanning

/// The passes over one page, one after the other, and what they gave so far: luma first, then colours where something
/// stayed in doubt.
struct PagePasses {
    private let scanner: MRZScanner
    private(set) var readings = PageReadings()
    /// What looks most like a zone where nothing was read, in pixels of the page.
    private(set) var unread: ZoneView?
    private(set) var unmatchedLines: [String] = []
    private(set) var damage = PictureDamage.none
    private(set) var effort: PageTime
    private var isPrintSeen = false
    /// The page with its colours, where it was decoded so.
    private var colored: Picture?
    /// The longer side of the page in pixels.
    private var pageSide = 0.0

    /// The pixels that the longer side of a page keeps at first: an MRZ of 44 characters over half of it has 27 for
    /// each. Where nothing is found, the page is read again with all its pixels.
    static let longSide = 2400
    /// The longest side where only colours are looked at: many decoders reduce while they decode.
    private static let colorLongSide = 1600
    /// The pixels a character that the print needs there: of less nothing is left of a dot.
    private static let minColorPitch = 10.0
    /// The longest side where it is only asked whether they show moiré.
    private static let moireLongSide = 1200

    /// A page's picture, its longer side reduced to about so many pixels if any are given, and whether with its
    /// colours.
    typealias Decode = (_ longSide: Int?, _ color: Bool) throws(DecodingError) -> Picture

    /// - Parameter opening: time that went into opening the input for this page.
    init(_ scanner: MRZScanner, opening: ProcessingTime) {
        self.scanner = scanner
        effort = PageTime(decode: opening, total: opening)
    }

    /// All that the page shows. What took part in it is counted also where it throws.
    ///
    /// - Parameter decode: asked for the picture, mostly once.
    /// - Throws: `DecodingError` where the page has no picture, `RecognitionError` where nothing can read it.
    mutating func run(_ decode: Decode) throws {
        let started = ProcessingTime.Start.now
        defer { effort.total += started.elapsed }
        try readLuma(decode)
        // Of a file that is damaged nobody knows where nothing can be verified: no further pass helps.
        if damage != .somewhere, try areColorsWorthAPass(decode) { try readColors(decode) }
        if readings.wantColors {
            let picture =
                if let colored, showsPrint(1 / colored.reduction) { colored } else {
                    try decoded(decode, longSide: colorSide, color: true)
                }
            readings.doubt(for: picture)
        }
    }

    /// The longest side that shows the colours of all that is verified; nil for all pixels.
    private var colorSide: Int? {
        [Self.colorLongSide, Self.longSide].first { showsPrint(Double($0) / max(1, pageSide)) }
    }

    /// Whether the smallest print that is verified is large enough for its colours, in a picture of so many pixels for one
    /// of the page.
    private func showsPrint(_ share: Double) -> Bool {
        share >= 1 || readings.minVerifiedPitch.map { $0 * share >= Self.minColorPitch } ?? true
    }

    private mutating func readLuma(_ decode: Decode) throws {
        var whole: Picture?
        for longSide in [Self.longSide, nil] {
            let picture = try decoded(decode, longSide: longSide)
            if picture.reduction == 1 { whole = picture }
            if picture.gray.isInterlaced { try readFields(of: picture) }
            if readings.entries.isEmpty || !readings.unsettled.isEmpty { try read(picture.gray, of: picture) }
            // The same sizes are searched of all pixels: they show print better, and no print where none was seen.
            if !readings.entries.isEmpty || picture.reduction == 1 || !isPrintSeen { break }
        }
        guard readings.entries.isEmpty else { return }
        // Print may be small in a large picture: of twelve megapixels a passport may fill a tenth.
        take(try scanner.scanParts(of: try whole ?? decoded(decode, longSide: nil)), reduction: 1, isClearer: false)
    }

    /// Where nothing could be read, only a zone that is seen is worth another pass, or a screen.
    private mutating func areColorsWorthAPass(_ decode: Decode) throws -> Bool {
        if !readings.entries.isEmpty { return !readings.unsettled.isEmpty }
        if unread != nil { return true }
        guard isPrintSeen else { return false }
        let picture = try decoded(decode, longSide: Self.moireLongSide, color: true)
        if picture.reduction == 1 { colored = picture }
        return picture.color?.hasMoire ?? false
    }

    private mutating func readColors(_ decode: Decode) throws {
        let picture = try colored ?? decoded(decode, longSide: Self.longSide, color: true)
        colored = picture
        guard let color = picture.color else { return }
        // The colours of moiré are light and dark by turns: their mean is even.
        if color.hasMoire {
            let places = unsettled(in: picture) { _, _ in true }
            try read(color.mean, of: picture, inDoubt: true, at: places, isClearer: true)
        }
        // Coloured guilloche is as dark as print in luma; in the brightest of its colours it is light. What something
        // lies over is read again only where that may be light in one of the colours.
        let places = unsettled(in: picture) { entry, place in
            !entry.reading.isObscured || color.hasColoredInk(in: place, beside: picture.gray)
        }
        if places.map({ !$0.isEmpty }) ?? color.hidesPrint(in: picture.gray) {
            try read(color.brightest, of: picture, inDoubt: true, at: places)
        }
    }

    /// Where in a picture another pass may tell more; nil for all of it, where nothing was read.
    private func unsettled(in picture: Picture, where isWanted: (PageReadings.Entry, Quad) -> Bool) -> [Quad]? {
        if readings.entries.isEmpty { return nil }
        return readings.unsettled.compactMap { entry in
            let place = entry.quad.scaled(by: 1 / picture.reduction)
            return isWanted(entry, place) ? place : nil
        }
    }

    private mutating func decoded(_ decode: Decode, longSide: Int?, color: Bool = false) throws -> Picture {
        let begun = ProcessingTime.Start.now
        defer { effort.decode += begun.elapsed }
        let picture = try decode(longSide, color)
        if picture.damage != .none { damage = picture.damage }
        pageSide = max(pageSide, Double(max(picture.gray.width, picture.gray.height)) * picture.reduction)
        return picture
    }

    /// - Parameters:
    ///   - gray: what is looked at of `picture`, in its pixels.
    ///   - isClearer: whether it shows print better than what was looked at before.
    private mutating func read(
        _ gray: GrayImage, of picture: Picture, inDoubt: Bool = false, at places: [Quad]? = nil,
        isClearer: Bool = false
    ) throws {
        let one = Picture(gray: gray, reduction: picture.reduction, damage: picture.damage)
        take(
            try scanner.scan(one, inDoubt: inDoubt, at: places), reduction: picture.reduction, isClearer: isClearer)
    }

    /// What moved between the two fields of a picture is whole in either, and what it shows must be the same in both.
    private mutating func readFields(of picture: Picture) throws {
        var fields: [[Reading]] = []
        for gray in picture.gray.fields {
            let field = Picture(gray: gray, reduction: picture.reduction, damage: picture.damage)
            let result = try scanner.scan(field)
            note(result, reduction: picture.reduction)
            fields.append(result.readings)
        }
        readings.add(fields: fields, reduction: picture.reduction)
    }

    private mutating func take(_ result: MRZScanner.Result, reduction: Double, isClearer: Bool) {
        note(result, reduction: reduction)
        readings.add(result.readings, reduction: reduction, isClearer: isClearer)
    }

    /// Keeps all that a pass gave but its readings.
    private mutating func note(_ result: MRZScanner.Result, reduction: Double) {
        effort.detect += result.timing.detect
        effort.recognize += result.timing.recognize
        unread = unread ?? result.unread?.scaled(by: reduction)
        if result.unmatchedLines.count > unmatchedLines.count { unmatchedLines = result.unmatchedLines }
        isPrintSeen = isPrintSeen || result.isPrintSeen
    }
}
