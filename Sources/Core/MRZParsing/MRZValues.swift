/// What the fields of an MRZ say, by kind, without the fillers at their ends: `D`, `ANNA<MARIA`.
///
/// For printing, a space is as good as `<` and letters may be of either case. A check digit is computed unless a value
/// is given for it.
public struct MRZValues: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var texts: [MRZFieldKind: String]

    public init(dictionaryLiteral elements: (MRZFieldKind, String)...) {
        texts = Dictionary(elements, uniquingKeysWith: { $1 })
    }

    /// The text of a field; nil when there is none, which prints as fillers.
    public subscript(kind: MRZFieldKind) -> String? {
        get { texts[kind] }
        set { texts[kind] = newValue }
    }

    /// The kinds that have a text.
    public var kinds: Set<MRZFieldKind> { Set(texts.keys) }
}

extension MRZValues: PersonalData {
    public var redacted: String { "MRZValues(\(texts.count) fields)" }
    public var expandedDescription: String {
        MRZFieldKind.allCases.compactMap { kind in texts[kind].map { "\(kind.rawValue): \($0)" } }
            .joined(separator: "\n")
    }
}

extension MRZ {
    /// What the fields say. Printing it gives these lines again when every check digit holds.
    public var values: MRZValues {
        var values: MRZValues = [:]
        func set(_ kind: MRZFieldKind) {
            guard let text = field(kind)?.withoutTrailingFillers.text, !text.isEmpty else { return }
            values[kind] = text
        }
        let results = checkReport.results
        for field in format.fields {
            if case .oneOf(let texts) = field.content, texts.count == 1 { continue }
            if field.kind == .name {
                set(.primaryIdentifier)
                set(.secondaryIdentifier)
            } else if let result = results.first(where: { $0.kind.digitField == field.kind }) {
                if result.holds, result.state == .absent {
                    values[field.kind] = MRZCharacter.filler.expandedDescription
                }
            } else {
                set(field.kind)
            }
        }
        return values
    }
}
