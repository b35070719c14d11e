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

    let channel: ChipChannel
    private let files: FileReader
    let access: ChipAccess
    let options: Options
    let trust: TrustList?
    let entropy: ChipEntropy
    private let progress: (ChipProgress) -> Void

    private(set) var read: [ChipFile: [UInt8]] = [:]
    private(set) var unread: [Int: ChipReading.Unread] = [:]
    /// The way of chip authentication that has proved the chip: it is gone again when the session is opened again.
    var provenAuthentication: (ChipAuthenticationInfo, ChipAuthenticationKey)?
    private var reopenings = 0
    /// How the chip was opened the first time, and what it proved of itself then: it has to do the same each time.
    private(set) var opening: Opening?
    var own: [Fact.Kind: Fact] = [:]

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
        access = ChipAccess(
            channel, files, key: key, skipsPACE: options.skipsPACE, lengths: options.lengths, entropy: entropy)
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
            files: read.merging(access.read) { $1 }, access: access.procedure, unread: unread, own: own,
            optical: options.optical, trust: trust,
            now: options.now, commands: channel.commands)
        progress(.complete)
        return reading
    }

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
    func retrying<Result>(_ body: () throws(ChipError) -> Result) throws(ChipError) -> Result {
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

    /// How a chip was opened.
    struct Opening {
        let procedure: ChipReading.Access
        let mapping: MappingProof
    }

    /// Opens the chip.
    ///
    /// - Throws: `accessFailed` also for one that is not the one that was opened before.
    private func open() throws(ChipError) {
        try access.open()
        let now = Opening(procedure: access.procedure, mapping: mappingProof())
        guard let first = opening else {
            opening = now
            return
        }
        // What was proved the first time, another chip may not have proved.
        guard first.procedure == now.procedure, first.mapping.key == nil || first.mapping.key == now.mapping.key else {
            throw Self.anotherChip
        }
    }

    private static let anotherChip = ChipError(
        .accessFailed, "The chip that came back is not the one that was there before.")

    /// Opens the chip again with what has opened it before.
    func reopen() throws(ChipError) {
        while true {
            // Chips that go away when a key is wrong would have it tried again and again.
            guard access.unprovenTries < 2 else {
                throw ChipError(.removed, "The contact to the chip was lost whenever the key was tried.")
            }
            guard reopenings < options.limits.reopenings else {
                throw ChipError(.sessionEnded, "The chip gave up the session again and again.")
            }
            reopenings += 1
            try channel.reset()
            do throws(ChipError) {
                try open()
                // Another chip may lie there now: it has to prove itself as the first one did.
                guard let (info, key) = provenAuthentication else { return }
                guard try authenticate(info, key).outcome == .proved else { throw Self.anotherChip }
                return
            } catch  where error.code == .sessionEnded || error.code == .removed {
                continue
            }
        }
    }
}
