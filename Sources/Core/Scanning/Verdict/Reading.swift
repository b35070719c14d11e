public import Imaging
public import MRZParsing

/// One MRZ as it was read from a picture, with everything that speaks for it and against it.
public struct Reading: Sendable {
    public internal(set) var status: Status
    public let transcript: Transcript
    /// The corners of the zone in the picture's pixels, as the text reads.
    public internal(set) var quad: Quad
    /// How far the text is turned clockwise in the picture, in degrees, 0..<360.
    public let rotation: Double
    /// The picture shows the document as a mirror does.
    public let isMirrored: Bool
    /// How the picture shows the zone; nil where nobody measured it.
    public internal(set) var view: ZoneView?
    /// What the pixels say about each character, where the reading came so far that they were asked.
    package internal(set) var pixels: PixelEvidence?

    /// What was read here and held in everything but its pixels or another reader's opinion; nil where nothing was.
    package internal(set) var refuted: MRZ?

    /// Whether letters are printed with marks above or below them, which an MRZ does not have, as far as the pixels
    /// were asked.
    public var hasMarkedLetters: Bool { !(pixels?.marks.isEmpty ?? true) }

    public var mrz: MRZ { transcript.mrz }
    public var confidence: Double { transcript.confidence }

    /// Whether the reading may be relied on.
    public enum Status: Sendable {
        /// Every check digit holds, every character fits its field, the dates exist, and the glyphs support the
        /// reading.
        case verified(VerifiedMRZ)
        /// Something does not hold: the standard's objections, and those of the glyphs.
        case unverified([VerificationFailure.Reason], [Doubt])
    }

    /// Why the glyphs do not support a reading that might hold otherwise.
    public enum Doubt: Sendable, Hashable {
        /// Nothing was read in a cell of the format.
        case gap(at: MRZPosition)
        /// The recogniser was not sure of a character that no check digit protects.
        case unsure(at: MRZPosition)
        /// Another reading, which the same check digits would admit, is nearly as likely.
        case twin(at: MRZPosition)
        /// Another recogniser read another character, and no check digit can decide between them.
        case disputed(at: MRZPosition)
        /// A check digit had to decide between two readings.
        case decidedByCheckDigit(at: MRZPosition)
        /// The glyphs do not stand where the cells of the layout are, or too little was seen.
        case weakEvidence
        /// The picture does not show that nothing follows the last columns: the lines may be the beginning of longer ones.
        case incomplete
        /// The cell does not show the character whole and clean: something lies over it, part of it is missing, or it
        /// is none that an MRZ has.
        case obscured(at: MRZPosition)
        /// Print goes on beyond the columns of the layout.
        case printBeyond
        /// The lines are not one print on one paper.
        case mixedPrint
        /// The characters are so small that the picture does not show what they are.
        case tooSmall
        /// The print is hardly darker than its paper: nobody sees it there.
        case tooFaint
        /// The file of the picture is damaged, and that may reach into the zone.
        case damaged
        /// The print is no OCR-B: nobody has measured how surely its characters are told apart.
        case otherTypeface

        /// The character that it is about; nil when it is about all of them.
        public var position: MRZPosition? {
            switch self {
            case .gap(let place), .unsure(let place), .twin(let place), .disputed(let place),
                .decidedByCheckDigit(let place), .obscured(let place):
                place
            case .weakEvidence, .incomplete, .printBeyond, .mixedPrint, .tooSmall, .tooFaint, .damaged, .otherTypeface:
                nil
            }
        }

        /// Whether the pixels themselves speak against the reading, rather than another reader or the first one's
        /// belief.
        public var isOfPixels: Bool {
            switch self {
            case .incomplete, .obscured, .printBeyond, .mixedPrint, .tooSmall, .tooFaint: true
            case .gap, .unsure, .twin, .disputed, .decidedByCheckDigit, .weakEvidence, .damaged, .otherTypeface: false
            }
        }

        /// Whether the pixels show that something else may be printed. What makes a picture poor, and no more, refutes
        /// nothing: a better one shows what is printed.
        public var refutes: Bool { isOfPixels && self != .tooSmall && self != .tooFaint }

        /// A stable word for results.
        public var code: String {
            switch self {
            case .gap: "gap"
            case .unsure: "unsureGlyph"
            case .twin: "ambiguousGlyph"
            case .disputed: "disputedGlyph"
            case .decidedByCheckDigit: "decidedByCheckDigit"
            case .weakEvidence: "weakEvidence"
            case .incomplete: "incompleteZone"
            case .obscured: "obscuredGlyph"
            case .printBeyond: "printBeyond"
            case .mixedPrint: "mixedPrint"
            case .tooSmall: "tooSmallPrint"
            case .tooFaint: "tooFaintPrint"
            case .damaged: "damagedInput"
            case .otherTypeface: "otherTypeface"
            }
        }
    }

    /// Whether it was read as print that is no OCR-B.
    public var isOfOtherTypeface: Bool { status.isOfOtherTypeface }

    public var isVerified: Bool {
        if case .verified = status { return true }
        return false
    }
}

extension Reading.Doubt {
    /// One of each kind. The compiler asks of a new kind where it stands in the row.
    package static func all(at place: MRZPosition) -> [Self] {
        Array(sequence(first: Self.gap(at: place)) { $0.next(at: place) })
    }

    private func next(at place: MRZPosition) -> Self? {
        switch self {
        case .gap: .unsure(at: place)
        case .unsure: .twin(at: place)
        case .twin: .disputed(at: place)
        case .disputed: .decidedByCheckDigit(at: place)
        case .decidedByCheckDigit: .weakEvidence
        case .weakEvidence: .incomplete
        case .incomplete: .obscured(at: place)
        case .obscured: .printBeyond
        case .printBeyond: .mixedPrint
        case .mixedPrint: .tooSmall
        case .tooSmall: .tooFaint
        case .tooFaint: .damaged
        case .damaged: .otherTypeface
        case .otherTypeface: nil
        }
    }
}

extension Reading.Status {
    /// What the glyphs leave in doubt; nothing of what is verified.
    public var doubts: [Reading.Doubt] {
        if case .unverified(_, let doubts) = self { doubts } else { [] }
    }

    /// What the standard objects to; nothing of what is verified.
    public var objections: [VerificationFailure.Reason] {
        if case .unverified(let objections, _) = self { objections } else { [] }
    }

    /// Whether the print is no OCR-B.
    public var isOfOtherTypeface: Bool { doubts.contains(.otherTypeface) }
}

extension Reading: CustomStringConvertible, CustomReflectable {
    public var description: String { "Reading(\(mrz.format.name), \(isVerified ? "verified" : "unverified"))" }
    public var customMirror: Mirror { Mirror(self, children: ["format": mrz.format.name]) }
}
