public import MRZParsing
public import Scanning

/// What one frame says: the characters of a whole MRZ, and where it is not sure of them.
public struct FrameReading: Sendable {
    public let mrz: MRZ
    /// Places that the glyphs of this frame do not support well enough.
    let doubtful: Set<MRZPosition>
    /// The glyphs do not stand where those of an MRZ do, or their file is damaged: nothing of it is sure.
    let isWeak: Bool

    public init(_ reading: Reading) {
        let doubts = reading.status.doubts
        self.init(
            reading.mrz, doubtful: Set(doubts.compactMap(\.position)), isWeak: doubts.contains { $0.position == nil })
    }

    package init(_ mrz: MRZ, doubtful: Set<MRZPosition> = [], isWeak: Bool = false) {
        self.mrz = mrz
        self.doubtful = doubtful
        self.isWeak = isWeak
    }
}

extension FrameReading: CustomStringConvertible, CustomReflectable {
    /// The layout; the content is personal data.
    public var description: String { "FrameReading(\(mrz.format.name))" }
    public var customMirror: Mirror { Mirror(self, children: ["format": mrz.format.name]) }
}

/// A part of an MRZ that frames agree on or not as a whole: what one check digit covers, with the digit itself, or a
/// field that none covers.
struct Passage: Hashable {
    let places: [MRZPosition]
    /// The kind of the check digit that covers it alone; nil when it has none.
    let check: CheckKind?
}

extension MRZ {
    /// All places of this MRZ, each in one passage.
    var passages: [Passage] {
        var taken: Set<MRZPosition> = []
        var passages: [Passage] = []
        for check in checks where check.kind != .composite {
            let places = (check.covered + [check.digit]).filter { taken.insert($0).inserted }
            if !places.isEmpty { passages.append(Passage(places: places, check: check.kind)) }
        }
        for field in format.fields {
            let places = field.span.positions.filter { taken.insert($0).inserted }
            if !places.isEmpty { passages.append(Passage(places: places, check: nil)) }
        }
        return passages
    }

    /// The document number with the check digit of its own; nil where it has none.
    var numberPassage: Passage? { passages.first { $0.check == .documentNumber } }

    func characters(of passage: Passage) -> [MRZCharacter] { passage.places.map(character(at:)) }
}

extension FrameReading {
    /// Whether this frame alone leaves nothing open in a passage: no doubt, and its own check digit holds.
    func isSure(of passage: Passage) -> Bool {
        guard !isWeak, doubtful.isDisjoint(with: passage.places) else { return false }
        return passage.check.map { mrz.checkReport[$0]?.holds ?? false } ?? true
    }

    /// Whether both are sure of the document's number, and it is not the same.
    func differsInNumber(from other: FrameReading) -> Bool {
        guard mrz.format == other.mrz.format,
            let number = mrz.numberPassage, isSure(of: number), other.isSure(of: number)
        else { return false }
        return mrz.characters(of: number) != other.mrz.characters(of: number)
    }

    /// Whether this is a document that was read before, some of which is covered: its number does not hold, or differs only
    /// where this frame is in doubt, and most of the rest is the same.
    func isCovered(_ known: MRZ) -> Bool {
        guard known.isMostly(mrz) else { return false }
        guard let number = mrz.numberPassage, !isSure(of: number) else { return false }
        return mrz.checkReport[.documentNumber]?.holds != true
            || number.places.allSatisfy { doubtful.contains($0) || mrz.character(at: $0) == known.character(at: $0) }
    }
}
