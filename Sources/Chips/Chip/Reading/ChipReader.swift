public import MRZParsing

/// Reads and proves one document. It blocks; `isCancelled` is asked before every command.
public final class ChipReader {
    /// What is wanted of a document.
    public struct Options: Sendable {
        /// The data groups that are read where the chip has them; DG1, DG14 and DG15 are read always.
        public var groups: Set<Int> = [2, 7, 11, 12, 13, 16]
        /// How long answers may be.
        public var lengths = AnswerLengths.short
        /// Opens the chip by BAC even where it has PACE.
        public var skipsPACE = false
        /// Does without chip authentication.
        public var skipsChipAuthentication = false
        /// Seconds since 1970: the day for which certificates must be valid.
        public var now: Int64
        /// Lines that were read optically, to be compared.
        public var optical: MRZ?
        public var limits = ChipLimits()

        public init(now: Int64) { self.now = now }
    }

    private let channel: ChipChannel
    private let files: FileReader
    private let key: ChipKey
    private let options: Options
    private let trust: TrustList?
    private let entropy: ChipEntropy
    private let progress: (ChipProgress) -> Void

    private var read: [ChipFile: [UInt8]] = [:]
    private var unread: [Int: ChipReading.Unread] = [:]
    private var access: ChipReading.Access = .open
    private var mapping: PACE.MappingProof?
    private var isMappingPromised = false
    /// The way of chip authentication that has proved the chip: it is gone again when the session is opened again.
    private var provenWay: (ChipAuthenticationInfo, ChipAuthenticationKey)?
    private var reopenings = 0
    /// How often a key was tried that has opened nothing yet.
    private var unprovenTries = 0
    private var own: [Fact.Kind: Fact] = [:]

    /// - Parameters:
    ///   - options: what is read, and how.
    ///   - transport: leads to a document that lies there.
    ///   - key: what opens it. A wrong one is tried once.
    ///   - trust: the authorities; nil when there is no list.
    ///   - isCancelled: whether the reading is to stop.
    ///   - progress: hears of every step.
    public convenience init(
        _ transport: any ChipTransport, key: ChipKey, options: Options, trust: TrustList?,
        isCancelled: @escaping () -> Bool = { false }, progress: @escaping (ChipProgress) -> Void = { _ in }
    ) {
        self.init(
            transport, key: key, options: options, trust: trust, entropy: .system, isCancelled: isCancelled,
            progress: progress)
    }

    package init(
        _ transport: any ChipTransport, key: ChipKey, options: Options, trust: TrustList?, entropy: ChipEntropy,
        isCancelled: @escaping () -> Bool, progress: @escaping (ChipProgress) -> Void
    ) {
        channel = ChipChannel(transport, limits: options.limits, isCancelled: isCancelled)
        files = FileReader(channel, limits: options.limits, isExtended: options.lengths == .extended)
        self.key = key
        self.options = options
        self.trust = trust
        self.entropy = entropy
        self.progress = progress
    }

    /// Reads all that is wanted, once.
    ///
    /// - Throws: why the chip could not be opened, or why reading it had to end.
    public func run() throws(ChipError) -> ChipReading {
        progress(.authenticating)
        do throws(ChipError) {
            try open()
        } catch  where error.code == .sessionEnded || error.code == .removed {
            try reopen()
        }
        progress(.readingData)
        let listed = Set(CommonFile.groups(try content(.com)))
        _ = try content(.dg1)
        progress(.readingSecurity)
        _ = try content(.sod)
        let signed = try SecurityObject.read(read[.sod])
        let groups = listed.union(signed?.hashes.keys.filter { (1...16).contains($0) } ?? [])
        for file in [ChipFile.dg14, .dg15] where groups.contains(file.rawValue) { _ = try content(file) }
        progress(.authenticatingChip)
        try proveChip()
        progress(.finalizing)
        for group in groups.sorted() where read[ChipFile(group: group) ?? .com] == nil || ChipFile(group: group) == nil
        {
            guard let file = ChipFile(group: group) else {
                unread[group] = .notReadable
                continue
            }
            guard unread[group] == nil else { continue }
            if options.groups.contains(group) || file == .dg1 {
                _ = try content(file)
            } else {
                unread[group] = .notAsked
            }
        }
        let reading = try ChipReading(
            files: read, access: access, unread: unread, own: own, optical: options.optical, trust: trust,
            now: options.now, commands: channel.commands)
        progress(.complete)
        return reading
    }

    // MARK: Access

    /// Opens the chip: PACE where it has PACE, BAC otherwise. ICAO Doc 9303-11, 4.2.
    private func open() throws(ChipError) {
        // Its failure means nothing: some chips have no such command.
        _ = try channel.send(CommandAPDU(ins: 0xA4, p1: 0x00, p2: 0x0C, data: [0x3F, 0x00]))
        if read[.cardAccess] == nil {
            do throws(ChipError) {
                read[.cardAccess] = try files.read(.cardAccess, bySelecting: true)
            } catch  where [.missingFile, .refused, .malformed].contains(error.code) {
                // Documents without PACE.
            }
        }
        if !options.skipsPACE, let bytes = read[.cardAccess], try openByPACE(try SecurityInfos(bytes[...])) {
            try readCardSecurity()
            return try selectApplication()
        }
        try selectApplication()
        let plain = try channel.send(CommandAPDU(ins: 0xB0, p1: 0x80 | ChipFile.com.shortIdentifier, p2: 0, le: 8))
        if plain.status == StatusWord.done || plain.status == StatusWord.endOfFile {
            access = .open
            return
        }
        guard let keys = key.mrz else {
            throw ChipError(
                .accessUnsupported, "The chip does not take a card access number: it takes its MRZ.")
        }
        unprovenTries += 1
        try BAC.open(channel, keys, entropy: entropy)
        unprovenTries = 0
        access = .bac
    }

    /// Whether PACE has opened the chip; false when the chip does it in no way that is known here.
    ///
    /// Once a key was tried there is no other way: falling back to BAC is what an attacker would want.
    private func openByPACE(_ infos: SecurityInfos) throws(ChipError) -> Bool {
        let ways = infos.pace.sorted { $0.rank > $1.rank }.prefix(8)
        for way in ways {
            for password in key.passwords {
                let pace = PACE(
                    channel: channel, info: way, password: password, isOneOfMany: infos.paceBytes.count > 1,
                    entropy: entropy)
                do throws(ChipError) {
                    try pace.announce()
                } catch  where error.code == .accessUnsupported {
                    continue
                }
                isMappingPromised = way.mapping == .chipAuthentication
                unprovenTries += 1
                mapping = try pace.open()
                unprovenTries = 0
                access = .pace(way.name, withCardAccessNumber: password.reference == 2)
                return true
            }
        }
        return false
    }

    private func selectApplication() throws(ChipError) {
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

    // MARK: Files

    /// A file; nil when it is not there, refused or not built as it must be, which `unread` says then.
    ///
    /// After a session that ended the chip is opened again and the reading goes on where it was, once for each file.
    private func content(_ file: ChipFile) throws(ChipError) -> [UInt8]? {
        if let known = read[file] { return known }
        do throws(ChipError) {
            let bytes = try retrying { () throws(ChipError) in try self.files.read(file) }
            read[file] = bytes
            return bytes
        } catch {
            let reason: ChipReading.Unread
            switch error.code {
            case .missingFile: reason = .missing
            case .refused: reason = .refused
            case .malformed: reason = .malformed
            // It ended the session twice: what it holds is not to be had, and the chip must be open for what follows.
            case .sessionEnded where file.group != nil && file != .dg1:
                reason = .refused
                try reopen()
            default: throw error
            }
            if let group = file.group { unread[group] = reason }
            return nil
        }
    }

    /// Does something, once more after a session that ended, and again whenever a document left and came back.
    private func retrying<Result>(_ body: () throws(ChipError) -> Result) throws(ChipError) -> Result {
        var hasEnded = false
        while true {
            do throws(ChipError) {
                return try body()
            } catch  where error.code == .removed || (error.code == .sessionEnded && !hasEnded) {
                hasEnded = hasEnded || error.code == .sessionEnded
                try reopen()
            }
        }
    }

    /// Opens the chip again with what has opened it before.
    private func reopen() throws(ChipError) {
        while true {
            // Chips that go away when a key is wrong would have it tried again and again.
            guard unprovenTries < 2 else {
                throw ChipError(.removed, "The contact to the chip was lost whenever the key was tried.")
            }
            guard reopenings < options.limits.reopenings else {
                throw ChipError(.sessionEnded, "The chip gave up the session again and again.")
            }
            reopenings += 1
            try channel.reset()
            do throws(ChipError) {
                try open()
                break
            } catch  where error.code == .sessionEnded || error.code == .removed {
                continue
            }
        }
        // Another chip may lie there now: it has to prove itself as the first one did.
        guard let (info, key) = provenWay else { return }
        guard try authenticate(info, key).outcome == .proved else {
            throw ChipError(.accessFailed, "The chip that came back is not the one that had proved itself.")
        }
    }

    // MARK: The chip itself

    private func proveChip() throws(ChipError) {
        let infos = try read[.dg14].flatMap { (file) throws(ChipError) -> SecurityInfos? in
            guard let header = TLV.Header(file[...]) else { return nil }
            do throws(ChipError) { return try SecurityInfos(file[...].dropFirst(header.size)) } catch { return nil }
        }
        own[.chipAuthenticationMapping] = try mappingFact()
        own[.cardAccess] = cardAccessFact(infos)
        own[.chipAuthentication] = try chipAuthenticationFact(infos)
        own[.activeAuthentication] = try activeAuthenticationFact(infos)
    }

    private func chipAuthenticationFact(_ infos: SecurityInfos?) throws(ChipError) -> Fact {
        let kind = Fact.Kind.chipAuthentication
        guard let infos, !infos.chipKeys.isEmpty else { return absent(kind, file: .dg14) }
        if options.skipsChipAuthentication { return .notChecked(kind, .notAsked) }
        var last = Fact.failed(kind, .refused)
        for (info, key) in ChipAuthentication.ways(infos).prefix(4) {
            last = try retrying { () throws(ChipError) in try self.authenticate(info, key) }
            switch last.outcome {
            case .proved:
                provenWay = (info, key)
                return last
            // It tried and could not: another way is no remedy.
            case .failed where last.reason == .noProof:
                try reopen()
                return last
            default: continue
            }
        }
        return last
    }

    /// The fact that a proof is not there; or that it was taken away, when its file is listed and not to be had.
    private func absent(_ kind: Fact.Kind, file: ChipFile) -> Fact {
        unread[file.rawValue] == nil ? .notPresent(kind) : .failed(kind, .missingFile)
    }

    /// Agrees on keys and has the chip use them.
    private func authenticate(
        _ info: ChipAuthenticationInfo, _ key: ChipAuthenticationKey
    ) throws(ChipError) -> Fact {
        let kind = Fact.Kind.chipAuthentication
        do throws(ChipError) {
            try ChipAuthentication(channel: channel, info: info, key: key, entropy: entropy).agree()
        } catch {
            switch error.code {
            case .cryptographyFailed, .malformed: return .notChecked(kind, .unknownKey)
            case .refused: return .failed(kind, .refused)
            case .sessionEnded: return .failed(kind, .noProof)
            default: throw error
            }
        }
        do throws(ChipError) {
            try selectApplication()
            return .proved(kind)
        } catch {
            switch error.code {
            case .secureMessagingFailed, .sessionEnded: return .failed(kind, .noProof)
            // Whatever the chip says, it says it with the new keys.
            case .accessUnsupported: return .proved(kind)
            default: throw error
            }
        }
    }

    private func activeAuthenticationFact(_ infos: SecurityInfos?) throws(ChipError) -> Fact {
        let kind = Fact.Kind.activeAuthentication
        guard let file = read[.dg15], let header = TLV.Header(file[...]) else { return absent(kind, file: .dg15) }
        let key = Array(file[...].dropFirst(header.size))
        do throws(ChipError) {
            return try retrying { () throws(ChipError) in
                try ActiveAuthentication(
                    channel: self.channel, key: key, digest: infos?.activeAuthenticationDigest,
                    lengths: self.options.lengths, entropy: self.entropy
                ).fact()
            }
        } catch  where error.code == .sessionEnded {
            try reopen()
            return .failed(kind, .refused)
        } catch  where error.code == .transportFailed && options.lengths == .untold {
            // The reader did not pass so much.
            try reopen()
            return .notChecked(kind, .answerTooLong)
        }
    }

    /// The proof of PACE with chip authentication mapping: the signed key, raised to what the chip has sent, is the key
    /// that it used.
    private func mappingFact() throws(ChipError) -> Fact {
        let kind = Fact.Kind.chipAuthenticationMapping
        guard isMappingPromised else { return .notPresent(kind) }
        guard let mapping else { return .failed(kind, .noProof) }
        guard let file = read[.cardSecurity] else { return .failed(kind, .missingFile) }
        guard let signed = SignedData(file[...]), signed.type == "0.4.0.127.0.7.3.2.1" else {
            return .failed(kind, .malformed)
        }
        guard signed.verify(with: trust) == .holds else { return .failed(kind, .keyNotSigned) }
        if trust != nil {
            // Only who issues the documents may sign the chip's keys.
            let issuer = PassiveAuthentication.issuer(signed, true, state: nil, trust: trust, now: options.now)
            if issuer.contains(where: { $0.outcome == .failed }) { return .failed(kind, .keyNotSigned) }
        }
        let infos: SecurityInfos
        do throws(ChipError) { infos = try SecurityInfos(signed.content[...]) } catch {
            return .failed(kind, .malformed)
        }
        for key in infos.chipKeys where key.isCurve {
            do throws(ChipError) {
                let (domain, element) = try Domain.read(key.info)
                guard domain.fieldLength == mapping.domain.fieldLength else { continue }
                if try mapping.domain.power(mapping.factor, of: element) == mapping.mappingKey { return .proved(kind) }
            } catch {
                // A key on another curve.
                continue
            }
        }
        return .failed(kind, .noProof)
    }

    private func cardAccessFact(_ infos: SecurityInfos?) -> Fact {
        let kind = Fact.Kind.cardAccess
        guard let infos, !infos.paceBytes.isEmpty else { return .notPresent(kind) }
        var offered: Set<[UInt8]> = []
        if let bytes = read[.cardAccess] {
            do throws(ChipError) { offered = try SecurityInfos(bytes[...]).paceBytes } catch {
                return .failed(kind, .malformed)
            }
        }
        return offered == infos.paceBytes ? .proved(kind) : .failed(kind, .offerDiffers)
    }
}
