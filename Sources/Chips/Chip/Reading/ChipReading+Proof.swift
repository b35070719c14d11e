public import MRZParsing

extension ChipReading {
    /// Proves files that were read before: all but what needs the chip itself.
    ///
    /// - Parameters:
    ///   - files: as they came from the chip; what only the chip can prove is `noChip`.
    ///   - optical: lines that were read optically; nil when there are none.
    ///   - trust: the authorities; nil when there is no list.
    ///   - now: seconds since 1970.
    /// - Throws: `cryptographyFailed`.
    public init(files: [ChipFile: [UInt8]], optical: MRZ?, trust: TrustList?, now: Int64) throws(ChipError) {
        try self.init(
            files: files, access: nil, unread: [:], own: [:], optical: optical, trust: trust, now: now, commands: 0)
    }

    init(
        files: [ChipFile: [UInt8]], access: Access?, unread: [Int: Unread], own: [Fact.Kind: Fact], optical: MRZ?,
        trust: TrustList?, now: Int64, commands: Int
    ) throws(ChipError) {
        var unread = unread
        var mrz: MRZ?
        if let file = files[.dg1] {
            do throws(ChipError) { mrz = try MRZFile.mrz(file) } catch { unread[1] = .malformed }
        }
        let passive = try PassiveAuthentication(
            files, unread: unread, state: mrz?.field(.issuingState)?.text, trust: trust, now: now)
        var facts = passive.facts
        // With a key that nobody has signed anybody can prove anything. That of the mapping is signed elsewhere.
        let sources: [(Fact.Kind, ChipFile?)] = [
            (.chipAuthentication, .dg14), (.chipAuthenticationMapping, nil), (.activeAuthentication, .dg15),
            (.cardAccess, .dg14),
        ]
        for (kind, source) in sources {
            let fact = own[kind] ?? .notChecked(kind, access == nil ? .noChip : .notAsked)
            if fact.outcome == .proved, let source, try !passive.hasSigned(source, files[source]) {
                facts.append(.notChecked(kind, .keyNotSigned))
            } else {
                facts.append(fact)
            }
        }
        if let optical, let mrz {
            let comparison = LineComparison(chip: mrz, optical: optical)
            facts.append(comparison.isSame ? .proved(.opticalLines) : .failed(.opticalLines, .linesDiffer))
            self.comparison = comparison
        } else {
            facts.append(.notChecked(.opticalLines, optical == nil ? .notAsked : .missingFile))
            comparison = nil
        }
        var details: [ChipDetail] = []
        for file in [ChipFile.dg11, .dg12, .dg16] {
            details += files[file].map(ChipDetail.all) ?? []
        }
        self.access = access
        self.files = files
        self.unread = unread
        self.facts = facts
        self.mrz = mrz
        self.details = details
        face = files[.dg2].flatMap(ChipImage.face)
        signature = files[.dg7].flatMap(ChipImage.signature)
        security = passive.security
        self.commands = commands
    }
}
