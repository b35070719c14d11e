import MRZParsing

/// A small generator with a seed, so that a failing case can be had again.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension MRZValues {
    /// Values of an invented document that conforms to the layout and passes verification.
    static func random(in format: MRZFormat, using random: inout SplitMix64) -> MRZValues {
        var values: MRZValues = [:]
        for field in format.fields where !CheckKind.allCases.map(\.digitField).contains(field.kind) {
            if field.kind == .name {
                let limit = field.columns.count
                values[.primaryIdentifier] = words(1...3, fitting: limit / 2 - 1, using: &random)
                let rest = limit / 2 - 1
                let hasSecondary = random.next() % 8 != 0
                values[.secondaryIdentifier] = hasSecondary ? words(1...3, fitting: rest, using: &random) : nil
            } else {
                values[field.kind] = text(of: field, in: format, using: &random)
            }
        }
        if format.check(.personalNumber) != nil, values[.personalNumber] == nil, random.next() % 2 == 0 {
            values[.personalNumberCheckDigit] = "<"
        }
        return values
    }

    private static func text(
        of field: MRZField, in format: MRZFormat, using random: inout SplitMix64
    ) -> String? {
        if !field.parts.isEmpty {
            return field.parts.compactMap { text(of: $0, in: format, using: &random) }.joined()
        }
        switch field.content {
        case .oneOf(let texts): return texts.count == 1 ? nil : texts.randomElement(using: &random)?.text
        case .columns(let sets): return sets.compactMap { $0.randomElement(using: &random) }.text
        case .documentCode: return code(of: format, using: &random)
        case .date(let unknownAllowed):
            // What is known of a birth may be part of it; of an expiry, nothing or all.
            guard field.kind == .dateOfExpiry, unknownAllowed else {
                return date(unknownAllowed: unknownAllowed, using: &random)
            }
            return random.next() % 4 == 0 ? nil : date(unknownAllowed: false, using: &random)
        case .yearAndMonth: return String(date(unknownAllowed: false, using: &random)?.prefix(4) ?? "")
        case .characters(let set), .leftAligned(let set): return text(of: field, from: set, in: format, using: &random)
        }
    }

    private static func text(
        of field: MRZField, from set: MRZAlphabet, in format: MRZFormat, using random: inout SplitMix64
    ) -> String? {
        let length = field.columns.count
        switch field.kind {
        case .filler, .filler2, .filler3: return nil
        case .sex: return [nil, "M", "F", "X"].randomElement(using: &random) ?? nil
        case .issuingState, .nationality: return StateCode.all.randomElement(using: &random)?.code
        case .primaryIdentifier, .secondaryIdentifier: return words(1...2, fitting: length, using: &random)
        case .documentNumber:
            guard set.contains(.filler) else { return set.randomText(length, using: &random) }
            let isLong = random.next() % 3 == 0
            let limit = isLong ? format.numberOverflow?.maximumLength ?? length : length
            return characters(Int.random(in: 1...limit, using: &random), using: &random)
        case _ where set == .any:
            // What a long number leaves of the optional data is not known here.
            let room = field.kind == format.numberOverflow?.field ? 0 : length
            let count = Int.random(in: 0...room, using: &random)
            guard count > 2 else { return nil }
            return characters(count - 2, using: &random) + "<" + characters(1, using: &random)
        default: return set.subtracting(.filler).randomText(length, using: &random)
        }
    }

    private static func code(of format: MRZFormat, using random: inout SplitMix64) -> String {
        let rule = format.documentCode
        while true {
            guard let first = rule.conformingFirst.randomElement(using: &random),
                let second = rule.conformingSecond.randomElement(using: &random)
            else { return "" }
            guard rule.forbidden.contains([first, second]) else {
                return second.isFiller ? [first].text : [first, second].text
            }
        }
    }

    private static func date(unknownAllowed: Bool, using random: inout SplitMix64) -> String? {
        let number = { (range: ClosedRange<Int>, random: inout SplitMix64) -> String in
            let value = Int.random(in: range, using: &random)
            return (value < 10 ? "0" : "") + String(value)
        }
        let parts = [number(0...99, &random), number(1...12, &random), number(1...28, &random)]
        let known = unknownAllowed && random.next() % 4 == 0 ? Int(random.next() % 3) : 3
        return known == 0 ? nil : parts.prefix(known).joined()
    }

    private static func words(_ range: ClosedRange<Int>, fitting limit: Int, using random: inout SplitMix64) -> String {
        let words = (0..<Int.random(in: range, using: &random)).map { _ in
            MRZAlphabet.letters.randomText(Int.random(in: 1...9, using: &random), using: &random)
        }
        var text = String(words.joined(separator: "<").prefix(limit))
        while text.hasSuffix("<") { text.removeLast() }
        return text
    }

    private static func characters(_ count: Int, using random: inout SplitMix64) -> String {
        MRZAlphabet.alphanumeric.randomText(count, using: &random)
    }
}

extension MRZAlphabet {
    fileprivate func randomText(_ count: Int, using random: inout SplitMix64) -> String {
        let members = Array(self)
        return (0..<count).compactMap { _ in members.randomElement(using: &random) }.text
    }

    fileprivate func randomElement(using random: inout SplitMix64) -> MRZCharacter? {
        Array(self).randomElement(using: &random)
    }
}
