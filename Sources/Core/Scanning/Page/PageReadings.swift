public import Imaging
import MRZParsing

/// What several passes over one page read, each document once.
///
/// A page is read in luma, and again in the brightest of its colours, or in their mean, where that may show more. What
/// one pass found is not lost because another found something else: readings are merged by their place on the page.
public struct PageReadings: Sendable {
    /// A reading and the size of the picture that it was made in.
    public struct Entry: Sendable {
        public let reading: Reading
        /// Pixels of the page for one of the picture that was read.
        public let reduction: Double
        /// Two passes verified different characters here, or the fields of the page show different ones: no further
        /// pass settles which of them are printed.
        private(set) var isGivenUp = false
        /// All that was read here and held in everything but its pixels or another reader's opinion, in whatever pass.
        fileprivate(set) var refuted: Set<MRZ>

        /// The corners of its zone on the page.
        public var quad: Quad { reading.quad.scaled(by: reduction) }

        init(reading: Reading, reduction: Double) {
            self.reading = reading
            self.reduction = reduction
            refuted = reading.isVerified ? [] : Set([reading.refuted].compactMap(\.self))
        }

        fileprivate var givenUp: Entry {
            var entry = Entry(reading: reading.judged(.unverified([], [.weakEvidence])), reduction: reduction)
            entry.isGivenUp = true
            return entry
        }
    }

    /// The readings in the order in which they were found.
    public private(set) var entries: [Entry] = []
    /// What each field of an interlaced page reads; empty for any other page.
    private var fields: [[Entry]] = []

    public init() {}

    /// Documents that another pass might verify; one that is printed so, or whose print is too small or of two pages,
    /// is not.
    public var unsettled: [Entry] {
        entries.filter { entry in
            guard !entry.isGivenUp, case .unverified(let objections, let doubts) = entry.reading.status else {
                return false
            }
            return !(doubts.isEmpty && objections.allSatisfy(\.isOfPrint)) && !entry.reading.isPrintDoubted
        }
    }

    /// Adds what another pass over the same page read.
    ///
    /// In a place where something was read already, a verified reading takes the place of an unverified one, unless
    /// that one held in everything but its pixels or another reader's opinion and says something else: then nobody
    /// knows which of the two is printed; nor where the lines are of two pages, or too small, in any
    /// colour. Two verified readings that differ are both given up, and so is what later passes read in their place.
    ///
    /// - Parameters:
    ///   - readings: of one picture, each in a place of its own.
    ///   - reduction: pixels of the page for one of that picture.
    ///   - isClearer: whether that picture shows print better than those before. Then a surer reading takes the place
    ///     of one that is as unverified; otherwise only where the standard has objections to that one, and none to the
    ///     surer.
    public mutating func add(_ readings: [Reading], reduction: Double, isClearer: Bool = false) {
        for reading in readings {
            var entry = Entry(reading: reading, reduction: reduction)
            let places = entries.indices.filter { entries[$0].quad.isInPlace(of: entry.quad) }
            guard let place = places.first else {
                entries.append(entry)
                continue
            }
            if entries[place].isGivenUp { continue }
            let known = entries[place].reading
            let isSame = known.mrz == reading.mrz
            // A reading that is surer and no more verified does not make up for what spoke against another.
            entry.refuted.formUnion(entries[place].refuted)
            entries[place].refuted = entry.refuted
            if known.isVerified, reading.isVerified, !isSame {
                entries[place] = entries[place].givenUp
            } else if !known.isVerified,
                reading.isVerified
                    ? !known.isPrintDoubted(for: reading) && entry.refuted.isSubset(of: [reading.mrz])
                    : reading.confidence > known.confidence
                        && (isClearer || !known.status.objections.isEmpty && reading.status.objections.isEmpty)
            {
                entries[place] = entry
            }
        }
        giveUpWhatFieldsLack()
    }

    /// Adds what the two fields of an interlaced page read, each by itself.
    ///
    /// A person sees both at once, and a torn page is the same document in either. So nothing is verified from now on,
    /// in whatever pass, that not both of them read the same in its place, verified or not, or that the pixels of one
    /// refute.
    ///
    /// - Parameters:
    ///   - readings: of the even rows, and of the odd ones; in each every reading in a place of its own.
    ///   - reduction: pixels of the page for one of that picture.
    public mutating func add(fields readings: [[Reading]], reduction: Double) {
        fields = readings.map { field in field.map { Entry(reading: $0, reduction: reduction) } }
        for field in readings { add(field, reduction: reduction) }
    }

    private mutating func giveUpWhatFieldsLack() {
        for place in entries.indices where entries[place].reading.isVerified {
            let entry = entries[place]
            let isInAll = fields.allSatisfy { field in
                field.contains {
                    $0.quad.isInPlace(of: entry.quad) && $0.reading.mrz == entry.reading.mrz
                        && !$0.reading.status.doubts.contains(where: \.refutes)
                }
            }
            if !isInAll { entries[place] = entry.givenUp }
        }
    }

    /// The pixels of the page for a character of the smallest print that is verified; nil where none is.
    public var minVerifiedPitch: Double? {
        entries.filter(\.reading.isVerified).compactMap { entry in
            entry.reading.view.map { $0.quality.pitch * entry.reduction }
        }.min()
    }

    /// Whether colours may tell more about what is verified.
    public var wantColors: Bool { entries.contains(where: \.reading.isVerified) }

    /// Gives up what is verified where the paper under its lines is of two colours, or where something of another
    /// colour lies over a character that no check digit protects.
    ///
    /// - Parameter picture: of the same page, of any size; of one without colours its light alone tells.
    public mutating func doubt(for picture: Picture) {
        for place in entries.indices where entries[place].reading.isVerified {
            var reading = entries[place].reading
            let doubts = reading.doubts(
                from: picture.color, beside: picture.gray, zone: entries[place].quad.scaled(by: 1 / picture.reduction))
            guard !doubts.isEmpty else { continue }
            reading.withdraw(for: doubts)
            entries[place] = Entry(reading: reading, reduction: entries[place].reduction)
        }
    }
}

extension VerificationFailure.Reason {
    /// Whether it is about what the document is, which no misreading explains.
    fileprivate var isOfPrint: Bool {
        switch self {
        case .unknownState, .noCheckDigits: true
        case .checkDigit, .illegalCharacter, .impossibleDate, .unknownExpiry, .fixedText, .documentCode, .emptyField:
            false
        }
    }
}

extension Reading {
    /// What the colours of its page speak against: paper of two tints under its lines or within one, something of another
    /// colour over a character that no check digit protects, or something vivid in any cell.
    ///
    /// - Parameters:
    ///   - color: of a picture that shows the page; nil of one without colours, whose light alone tells.
    ///   - gray: the luma of the same picture.
    ///   - zone: in pixels of that.
    public func doubts(from color: ColorPlanes?, beside gray: GrayImage, zone: Quad) -> [Doubt] {
        let lengths = transcript.mrz.lines.map(\.count)
        let colors = ZoneColors(
            of: zone, bentAs: pixels?.zone, lengths: lengths, fields: PrintedFields(of: transcript),
            fillers: fillersBehindName,
            in: color ?? ColorPlanes(gray: gray), beside: gray)
        let covered = colors.covered.filter { !transcript.isProtected(at: $0) }
        // Who paints a digit may paint its check digit too.
        let places = Set(covered + colors.painted).sorted()
        return (colors.areMixed || colors.isPatched ? [.mixedPrint] : [])
            + (colors.isPaintedBeyond ? [.printBeyond] : [])
            + (isIncomplete(in: colors) ? [.incomplete] : [])
            + places.map { .obscured(at: $0) }
    }

    /// The fillers that fill the field of the name.
    private var fillersBehindName: MRZSpan? {
        guard let field = mrz.format.field(.name) else { return nil }
        let last = mrz.characters(in: field.span).lastIndex { !$0.isFiller } ?? field.columns.lowerBound - 1
        return MRZSpan(line: field.line, last + 1..<field.columns.upperBound)
    }

    /// Whether it may be the beginning of longer lines: the paper has an edge behind its own in one of the colours.
    private func isIncomplete(in colors: ZoneColors) -> Bool {
        transcript.endsUnprotected && MRZFormat.hasLonger(than: mrz.format)
            && colors.paperEnds(behind: mrz.format.lineLengths.max() ?? 0)
    }

    /// Whether nothing but its own pixels holds it back: something lies over characters, or stands beside them.
    public var isObscured: Bool {
        guard case .unverified(let objections, let doubts) = status else { return false }
        return objections.isEmpty && doubts.contains(where: \.isOfPixels)
            && doubts.allSatisfy { doubt in if case .twin = doubt { true } else { doubt.isOfPixels } }
    }

    /// Whether it is in doubt for all of its print, which no colour changes.
    fileprivate var isPrintDoubted: Bool {
        status.doubts.contains { $0 == .mixedPrint || $0 == .tooSmall || $0 == .otherTypeface }
    }

    /// Whether another reading of its place does not lift its doubts: those of all its print, and that its lines may go
    /// on, unless in the other they do.
    fileprivate func isPrintDoubted(for other: Reading) -> Bool {
        isPrintDoubted || status.doubts.contains(.incomplete) && other.mrz.format == mrz.format
    }
}
