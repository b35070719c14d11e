public import Imaging
public import MRZParsing
public import Scanning

/// What one MRZ says, what protects it, and what speaks against it.
public struct MRZReport: Sendable {
    public let mrz: MRZ
    /// The proof that everything that can be checked holds; nil when something does not.
    public let verified: VerifiedMRZ?
    /// Why it is not verified; empty when it is.
    public let reasons: [UnverifiedReason]
    public let warnings: [Warning]
    /// Characters that are not the recogniser's first choice.
    public let repairs: [Repair]
    /// Where and how it was seen; nil for a text.
    public let sighting: Sighting?
    /// The keys to the chip; empty unless asked for.
    public internal(set) var accessKeys: [NamedValue] = []
    /// The day that decides about centuries and expiry.
    let today: CalendarDay

    /// Where an MRZ stands in a picture, and how surely it was read.
    public struct Sighting: Sendable, Equatable {
        /// The recogniser's mean belief in the characters, 0...1.
        public let confidence: Double
        /// The corners in the input's pixels, after the orientation of its metadata, as the text reads.
        public let quad: Quad
        /// How far the text is turned clockwise, in degrees, 0..<360.
        public let rotation: Double
        /// The picture shows the document as a mirror does.
        public let isMirrored: Bool

        public init(confidence: Double, quad: Quad, rotation: Double, isMirrored: Bool) {
            self.confidence = confidence
            self.quad = quad
            self.rotation = rotation
            self.isMirrored = isMirrored
        }
    }

    /// The report of a reading.
    ///
    /// - Parameters:
    ///   - reading: what the scanner read.
    ///   - reduction: pixels of the input for one of the picture that was read.
    ///   - isDamaged: whether the decoder of the picture passed over damage, wherever that is.
    ///   - today: for the centuries of two-digit years.
    public init(_ reading: Reading, reduction: Double, isDamaged: Bool = false, asOf today: CalendarDay) {
        self.init(
            reading.mrz, status: reading.status, repairs: reading.transcript.repairs,
            sighting: Sighting(
                confidence: reading.confidence, quad: reading.quad.scaled(by: reduction), rotation: reading.rotation,
                isMirrored: reading.isMirrored),
            isDamaged: isDamaged, hasMarkedLetters: reading.hasMarkedLetters, asOf: today)
    }

    /// The report of an MRZ that is known character by character.
    ///
    /// - Parameters:
    ///   - mrz: what is printed.
    ///   - isDamaged: whether it stood in a file that is damaged elsewhere.
    ///   - today: for the centuries of two-digit years.
    public init(_ mrz: MRZ, isDamaged: Bool = false, asOf today: CalendarDay) {
        let status: Reading.Status
        do {
            status = .verified(try VerifiedMRZ(mrz, asOf: today))
        } catch {
            status = .unverified(error.reasons, [])
        }
        self.init(mrz, status: status, isDamaged: isDamaged, asOf: today)
    }

    public init(
        _ mrz: MRZ, status: Reading.Status, repairs: [Repair] = [], sighting: Sighting? = nil,
        isDamaged: Bool = false, hasMarkedLetters: Bool = false, asOf today: CalendarDay
    ) {
        self.mrz = mrz
        self.repairs = repairs
        self.sighting = sighting
        self.today = today
        warnings =
            mrz.warnings(asOf: today) + (isDamaged ? [.damaged] : [])
            + (status.isOfOtherTypeface ? [.otherTypeface] : []) + (hasMarkedLetters ? [.markedLetters] : [])
        switch status {
        case .verified(let proof):
            verified = proof
            reasons = []
        case .unverified(let objections, let doubts):
            verified = nil
            reasons =
                objections.map { UnverifiedReason($0, in: mrz) } + doubts.map { UnverifiedReason($0, in: mrz) }
        }
    }
}

extension MRZReport {
    public var isVerified: Bool { verified != nil }
}

extension MRZReport: CustomStringConvertible, CustomReflectable {
    /// The layout and the verdict; the content is personal data.
    public var description: String { "MRZReport(\(mrz.format.name), \(isVerified ? "verified" : "unverified"))" }
    public var customMirror: Mirror { Mirror(self, children: ["format": mrz.format.name]) }
}
