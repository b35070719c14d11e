/// The files of an eMRTD that are read, in the order of their numbers. ICAO Doc 9303-10, 3 and 4.
///
/// Not among them: data groups 3 and 4 (fingers, irises), which want terminal authentication, and those that no
/// document uses (5, 6, 8 to 10).
public enum ChipFile: Int, Sendable, Hashable, CaseIterable, Comparable {
    case dg1 = 1
    case dg2 = 2
    case dg7 = 7
    case dg11 = 11
    case dg12 = 12
    case dg13 = 13
    case dg14 = 14
    case dg15 = 15
    case dg16 = 16
    /// What the chip says it holds.
    case com = 30
    /// The issuing State's signature over the hashes of the data groups.
    case sod = 29
    /// EF.CardAccess, in the master file: how PACE is done.
    case cardAccess = 28
    /// EF.CardSecurity, in the master file: the signed key of chip authentication mapping.
    case cardSecurity = 129

    public static func < (left: ChipFile, right: ChipFile) -> Bool { left.rawValue < right.rawValue }

    /// `EF.DG1`.
    public var name: String {
        switch self {
        case .com: "EF.COM"
        case .sod: "EF.SOD"
        case .cardAccess: "EF.CardAccess"
        case .cardSecurity: "EF.CardSecurity"
        default: "EF.DG\(rawValue)"
        }
    }

    /// The number of a data group; nil for other files.
    public var group: Int? { rawValue <= 16 ? rawValue : nil }

    /// The file of a data group; nil for one that is not read.
    public init?(group: Int) {
        guard (1...16).contains(group), let file = ChipFile(rawValue: group) else { return nil }
        self = file
    }

    /// The file identifier.
    var identifier: [UInt8] { [0x01, self == .cardSecurity ? 0x1D : UInt8(rawValue)] }

    /// The short file identifier, by which it can be read without being selected.
    var shortIdentifier: UInt8 { self == .cardSecurity ? 0x1D : UInt8(rawValue) }

    /// The tag with which the file begins.
    var tag: UInt32 {
        switch self {
        case .dg1: 0x61
        case .dg2: 0x75
        case .dg7: 0x67
        case .dg11: 0x6B
        case .dg12: 0x6C
        case .dg13: 0x6D
        case .dg14: 0x6E
        case .dg15: 0x6F
        case .dg16: 0x70
        case .com: 0x60
        case .sod: 0x77
        case .cardAccess: 0x31
        case .cardSecurity: 0x30
        }
    }

    /// The data group with a tag, 1 to 16, among them those that are not read; nil for a tag of none.
    static func group(ofTag tag: UInt32) -> Int? {
        let tags: [UInt32] = [
            0x61, 0x75, 0x63, 0x76, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6A, 0x6B, 0x6C, 0x6D, 0x6E, 0x6F, 0x70,
        ]
        return tags.firstIndex(of: tag).map { $0 + 1 }
    }
}
