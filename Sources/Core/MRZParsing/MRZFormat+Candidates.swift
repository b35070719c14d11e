extension MRZFormat {
    /// The layouts that lines of this number and these lengths can be read through, the likeliest first.
    ///
    /// The document code decides where it can: V is a visa and only that, D1FRA a French licence. An `ID` of `FRA` in
    /// two lines of 36 may be an old French card or a TD2; there the check digits decide.
    ///
    /// - Parameters:
    ///   - lines: of an MRZ.
    ///   - formats: among which it is chosen; of two that fit alike the former comes first.
    public static func candidates(for lines: [MRZLine], among formats: [MRZFormat] = all) -> [MRZFormat] {
        let fitting = formats.filter { $0.hasShape(of: lines) && $0.opens(lines) }
        guard fitting.count > 1 else { return fitting }
        // `sorted` is not promised to be stable, and equally good layouts stay in the order of `formats`.
        return fitting.enumerated()
            .map { (failing: MRZ(fitting: lines, format: $1).failingShare, order: $0, format: $1) }
            .sorted { ($0.failing, $0.order) < ($1.failing, $1.order) }
            .map(\.format)
    }

    /// Whether the document code and the fixed texts of this layout stand where they should.
    private func opens(_ lines: [MRZLine]) -> Bool {
        let code = lines[documentCodeSpan.line].characters[documentCodeSpan.columns]
        guard let first = code.first, let second = code.last, documentCodeMatches(first: first, second: second)
        else { return false }
        return fixedTextsHold(in: lines).allSatisfy(\.self)
    }

    /// Whether each of the fields that have one of a few texts in this layout has one in lines of its shape; empty for a
    /// layout without such fields.
    package func fixedTextsHold(in lines: [MRZLine]) -> [Bool] {
        fields.compactMap { field in
            guard case .oneOf(let texts) = field.content else { return nil }
            return texts.contains { $0.elementsEqual(lines[field.line].characters[field.columns]) }
        }
    }
}
