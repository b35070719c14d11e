/// Opens a chip: by PACE where it has PACE, by BAC otherwise, or as it is. ICAO Doc 9303-11, 4.2.
///
/// It is opened again after each session that ended.
final class ChipAccess {
    private let channel: ChipChannel
    private let files: FileReader
    private let key: ChipKey
    private let skipsPACE: Bool
    private let lengths: AnswerLengths
    private let entropy: ChipEntropy

    /// How the chip was opened last.
    private(set) var procedure: ChipReading.Access = .open
    /// The files of the master file that opening needs, where the chip has them: EF.CardAccess and EF.CardSecurity.
    private(set) var read: [ChipFile: [UInt8]] = [:]
    /// What PACE with chip authentication mapping gave as its proof.
    private(set) var mapping: PACE.MappingProof?
    /// Whether PACE was to give such a proof.
    private(set) var isMappingPromised = false
    /// How often a key was tried that has opened nothing yet.
    private(set) var unprovenTries = 0
    /// Whether PACE has opened the chip at any time: nothing else may from then on.
    private var hasDonePACE = false

    /// - Parameters:
    ///   - files: reads over the same channel.
    ///   - key: what opens the chip.
    ///   - skipsPACE: opens by BAC even a chip that has PACE.
    ///   - lengths: what chip and reader can; a way of PACE that needs more is not tried.
    init(
        _ channel: ChipChannel, _ files: FileReader, key: ChipKey, skipsPACE: Bool, lengths: AnswerLengths,
        entropy: ChipEntropy
    ) {
        self.channel = channel
        self.files = files
        self.key = key
        self.skipsPACE = skipsPACE
        self.lengths = lengths
        self.entropy = entropy
    }

    /// Opens the chip: PACE where it has PACE, BAC otherwise. ICAO Doc 9303-11, 4.2.
    func open() throws(ChipError) {
        // Its failure means nothing: some chips have no such command.
        _ = try channel.send(CommandAPDU(ins: 0xA4, p1: 0x00, p2: 0x0C, data: [0x3F, 0x00]))
        if read[.cardAccess] == nil {
            do throws(ChipError) {
                read[.cardAccess] = try files.read(.cardAccess, bySelecting: true)
            } catch  where [.missingFile, .refused, .malformed].contains(error.code) {
                // Documents without PACE.
            }
        }
        if isPACETried, let offered, try openByPACE(offered) {
            try readCardSecurity()
            return try selectApplication()
        }
        guard !hasDonePACE else {
            throw ChipError(.accessFailed, "The chip has been opened by PACE and does not do it any more.")
        }
        try selectApplication()
        let plain = try channel.send(CommandAPDU(ins: 0xB0, p1: 0x80 | ChipFile.com.shortIdentifier, p2: 0, le: 8))
        if plain.status == StatusWord.done || plain.status == StatusWord.endOfFile {
            procedure = .open
            return
        }
        guard let keys = key.mrz else {
            throw ChipError(
                .accessUnsupported, "The chip does not take a card access number: it takes its MRZ.")
        }
        unprovenTries += 1
        try BAC.open(channel, keys, entropy: entropy)
        unprovenTries = 0
        procedure = .bac
    }

    /// Whether PACE is done where the chip lists a way of it that is known here: nobody left it out, and there is a key.
    var isPACETried: Bool { !skipsPACE && !key.passwords.isEmpty }

    /// Whether that way of PACE is tried: its commands are not longer than chip and reader can.
    func isTried(_ info: PACEInfo) -> Bool { isPACETried && (lengths != .short || info.fitsShortCommands) }

    /// What EF.CardAccess lists; nil where the chip has no such file, or one that is not built as it must be.
    var offered: SecurityInfos? {
        guard let bytes = read[.cardAccess] else { return nil }
        do throws(ChipError) { return try SecurityInfos(bytes[...]) } catch { return nil }
    }

    /// Whether PACE has opened the chip; false when the chip does it in no way that is known here.
    ///
    /// Once a key was tried there is no other way: falling back to BAC is what an attacker would want.
    private func openByPACE(_ infos: SecurityInfos) throws(ChipError) -> Bool {
        for info in infos.pace.filter(isTried).sorted(by: { $0.rank > $1.rank }).prefix(8) {
            for password in key.passwords {
                let pace = PACE(
                    channel: channel, info: info, password: password, isOneOfMany: infos.paceBytes.count > 1,
                    entropy: entropy)
                do throws(ChipError) {
                    try pace.announce()
                } catch  where error.code == .accessUnsupported {
                    continue
                }
                isMappingPromised = info.mapping == .chipAuthentication
                mapping = nil
                unprovenTries += 1
                mapping = try pace.open()
                unprovenTries = 0
                hasDonePACE = true
                procedure = .pace(info.name, withCardAccessNumber: password.reference == 2)
                return true
            }
        }
        return false
    }

    /// Selects the application of travel documents.
    func selectApplication() throws(ChipError) {
        let application: [UInt8] = [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]
        let response = try channel.send(CommandAPDU(ins: 0xA4, p1: 0x04, p2: 0x0C, data: application))
        guard response.status == StatusWord.done else {
            throw ChipError(
                .accessUnsupported, "The chip is no travel document's: it has no such application.",
                status: response.status)
        }
    }

    /// EF.CardSecurity stands in the master file, which is still selected after PACE.
    private func readCardSecurity() throws(ChipError) {
        guard isMappingPromised, read[.cardSecurity] == nil else { return }
        do throws(ChipError) {
            read[.cardSecurity] = try files.read(.cardSecurity, bySelecting: true)
        } catch  where [.missingFile, .refused, .malformed].contains(error.code) {
            // The proof is missing then, and is called so.
        }
    }
}
