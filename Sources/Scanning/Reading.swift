public import Imaging
public import MRZParsing

/// One MRZ as it was read from a picture, with everything that speaks for it and against it.
public struct Reading: Sendable {
    public internal(set) var status: Status
    public let transcript: Transcript
    /// The corners of the zone in the picture's pixels, as the text reads.
    public let quad: Quad
    /// How far the text is turned clockwise in the picture, in degrees, 0..<360.
    public let rotation: Double
    /// The picture shows the document as a mirror does.
    public let isMirrored: Bool
    /// How the picture shows the zone; nil where nobody measured it.
    public internal(set) var view: ZoneView?

    public var mrz: MRZ { transcript.mrz }
    public var confidence: Double { transcript.confidence }

    /// Whether the reading may be relied on.
    public enum Status: Sendable {
        /// Every check digit holds, every character fits its field, the dates exist, and the glyphs support the reading.
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
        /// The witness read another character, and no check digit can settle it.
        case disputed(at: MRZPosition)
        /// A check digit had to decide between two readings.
        case decidedByCheckDigit(at: MRZPosition)
        /// The layout has no check digit, or the glyphs do not stand where its cells are.
        case weakEvidence
        /// The file of the picture is damaged, and that may reach into the zone.
        case damaged

        /// A stable word for results.
        public var code: String {
            switch self {
            case .gap: "gap"
            case .unsure: "unsureGlyph"
            case .twin: "ambiguousGlyph"
            case .disputed: "disputedGlyph"
            case .decidedByCheckDigit: "decidedByCheckDigit"
            case .weakEvidence: "weakEvidence"
            case .damaged: "damagedInput"
            }
        }
    }

    public var isVerified: Bool {
        if case .verified = status { return true }
        return false
    }
}

extension Reading: CustomStringConvertible, CustomReflectable {
    public var description: String { "Reading(\(mrz.format.name), \(isVerified ? "verified" : "unverified"))" }
    public var customMirror: Mirror { Mirror(self, children: ["format": mrz.format.name]) }
}
