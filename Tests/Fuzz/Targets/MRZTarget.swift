import MRZParsing

extension FuzzTarget {
    /// Texts, and documents that are printed from values and then changed in a few places. The first byte says which.
    ///
    /// What is read prints back to itself; what verifies has check digits that another routine finds right.
    static let mrz = FuzzTarget("mrz", maxBytes: 400) { bytes in
        var dice = Dice(bytes)
        let kind = dice.below(MRZFormat.all.count + 1)
        guard kind < MRZFormat.all.count else {
            for find in MRZText.matches(in: String(decoding: dice.remainder, as: UTF8.self)) {
                for format in find.formats { fitted(find.lines, format).map(examine) }
            }
            return
        }
        let format = MRZFormat.all[kind]
        if let mrz = printed(&dice, in: format) {
            examine(mrz)
            changed(mrz, &dice).map(examine)
        }
    }

    private static let today = CalendarDay(year: 2026, month: 2, day: 28)

    private static func text(_ dice: inout Dice, upTo length: Int, _ alphabet: String) -> String {
        let characters = Array(alphabet)
        return String((0..<dice.below(length + 1)).map { _ in characters[dice.below(characters.count)] })
    }

    /// A document of values that the input chooses; nil where they do not fit.
    static func printed(_ dice: inout Dice, in format: MRZFormat) -> MRZ? {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
        let all = letters + "0123456789"
        var values: MRZValues = [:]
        for field in format.fields.flatMap({ $0.parts.isEmpty ? [$0] : $0.parts }) {
            if case .oneOf = field.content {
                // What the layout fixes it prints itself. It takes its byte all the same, so that the inputs of the
                // corpus say what they said.
                _ = dice.byte()
                continue
            }
            switch field.kind {
            case .dateOfBirth, .dateOfExpiry:
                let (year, month, day) = (dice.below(100), 1 + dice.below(12), 1 + dice.below(28))
                values[field.kind] = [year, month, day].map { ($0 < 10 ? "0" : "") + String($0) }.joined()
            case .documentCode: values[field.kind] = ["P", "ID", "V", "A"][dice.below(4)]
            case .issuingState, .nationality: values[field.kind] = ["UTO", "D", "FRA", "XXA"][dice.below(4)]
            case .name:
                values[.primaryIdentifier] = text(&dice, upTo: 12, letters)
                values[.secondaryIdentifier] = text(&dice, upTo: 8, letters)
            case .documentNumber: values[field.kind] = text(&dice, upTo: dice.below(2) == 0 ? 9 : 22, all)
            case .optionalData, .optionalData2, .personalNumber: values[field.kind] = text(&dice, upTo: 15, all)
            default: break
            }
        }
        do {
            return try MRZ(printing: values, in: format)
        } catch {
            return nil
        }
    }

    /// With up to three other characters, as a reader that errs has them.
    private static func changed(_ mrz: MRZ, _ dice: inout Dice) -> MRZ? {
        var lines = mrz.lines.map(\.characters)
        for _ in 0..<dice.below(4) {
            let line = dice.below(lines.count)
            let column = dice.below(lines[line].count)
            lines[line][column] = MRZCharacter.all[dice.below(MRZCharacter.all.count)]
        }
        return fitted(lines.map { MRZLine($0) }, mrz.format)
    }

    private static func fitted(_ lines: [MRZLine], _ format: MRZFormat) -> MRZ? {
        do {
            return try MRZ(lines, format: format)
        } catch {
            demand(false, "lines of the right lengths fit")
            return nil
        }
    }

    private static func examine(_ mrz: MRZ) {
        guard let today else { return }
        _ = (mrz.checkReport.results, mrz.warnings(asOf: today), "\(mrz)")
        for field in mrz.format.fields { _ = (mrz.field(field.kind)?.raw, mrz.assurance(of: field.kind)) }
        let verified: Bool
        do {
            _ = try VerifiedMRZ(mrz, asOf: today)
            verified = true
        } catch {
            verified = false
        }
        let lines = mrz.lines.map { Array($0.text.utf8) }
        if verified { demand(PlainCheckDigits.hold(lines, mrz.format.name), "\(mrz.format.name) verifies") }
        let again: MRZ
        do {
            again = try MRZ(printing: mrz.values, in: mrz.format)
        } catch {
            demand(!verified, "a verified \(mrz.format.name) prints")
            return
        }
        if verified { demand(again == mrz, "a verified \(mrz.format.name) prints as it was read") }
        do {
            demand(try MRZ(printing: again.values, in: again.format) == again, "\(mrz.format.name) prints twice alike")
        } catch {
            demand(false, "what was printed in \(mrz.format.name) prints")
        }
    }
}
