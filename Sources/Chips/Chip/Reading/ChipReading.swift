public import MRZParsing

/// What was read from a chip, and what of it is proved.
public struct ChipReading: Sendable {
    /// How the chip was opened; nil for files that were read before.
    public let access: Access?
    /// The files as they came.
    public let files: [ChipFile: [UInt8]]
    /// The data groups that the chip lists and that were not read, with the reason.
    public let unread: [Int: Unread]
    /// One for each `Fact.Kind`, in its order.
    public let facts: [Fact]
    /// Whether the chip may be a copy of another: nothing proves that it is not, or a proof failed.
    public var isClonable: Bool {
        let kinds: Set<Fact.Kind> = [.chipAuthentication, .chipAuthenticationMapping, .activeAuthentication]
        let outcomes = facts.filter { kinds.contains($0.kind) }.map(\.outcome)
        return outcomes.contains(.failed) || !outcomes.contains(.proved)
    }
    public var verdict: ChipVerdict { ChipVerdict(facts) }
    /// DG1; nil when it could not be read.
    public let mrz: MRZ?
    /// What DG11, DG12 and DG16 say.
    public let details: [ChipDetail]
    /// The face in DG2; nil when it was not read, or holds none.
    public let face: ChipImage?
    /// The written signature in DG7.
    public let signature: ChipImage?
    /// What the issuing State has signed; nil when EF.SOD could not be read.
    public let security: SecurityObject?
    /// How DG1 and the lines that were read optically differ; nil when there were none.
    public let comparison: LineComparison?
    /// Commands that it took; 0 for files that were read before.
    public let commands: Int

    /// How a chip was opened.
    public enum Access: Sendable, Equatable {
        /// PACE opened it; the name is one such as `ECDH-GM-AES-128`.
        case pace(String, withCardAccessNumber: Bool)
        case bac
        /// It needs no key.
        case open

        /// `PACE ECDH-GM-AES-128`.
        public var name: String {
            switch self {
            case .pace(let name, _): "PACE \(name)"
            case .bac: "BAC"
            case .open: "open"
            }
        }
    }

    /// Why a data group was not read.
    public enum Unread: String, Sendable, CaseIterable {
        /// It wants terminal authentication, as fingerprints do, or no document has any.
        case notReadable
        case notAsked
        /// It is listed and not there.
        case missing
        case refused
        case malformed
    }

    /// The fact of a kind.
    public func fact(_ kind: Fact.Kind) -> Fact? { facts.first { $0.kind == kind } }
}

extension ChipReading: PersonalData {
    public var redacted: String { "ChipReading(\(verdict.rawValue))" }
    public var expandedDescription: String { mrz?.expandedDescription ?? "" }
}

/// DG1 beside the lines that were read optically.
public struct LineComparison: Sendable, Equatable {
    /// The places at which they differ; all of them where they are of different layouts.
    public let differences: [MRZPosition]
    /// How many characters DG1 has.
    public let characters: Int

    public var isSame: Bool { differences.isEmpty }

    /// - Parameters:
    ///   - chip: what DG1 says.
    ///   - optical: what was read.
    public init(chip: MRZ, optical: MRZ) {
        characters = chip.format.lineLengths.reduce(0, +)
        var differences: [MRZPosition] = []
        for (index, line) in chip.lines.enumerated() {
            let other = optical.lines.count == chip.lines.count ? optical.lines[index] : MRZLine([])
            for column in 0..<line.count where other.count != line.count || other[column] != line[column] {
                differences.append(MRZPosition(line: index, column: column))
            }
        }
        self.differences = differences
    }
}
