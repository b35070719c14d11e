import MRZParsing

/// What the chip proves by itself: that it is no copy, and that PACE was offered as it was signed.
extension ChipReader {
    /// Gathers what the chip itself proves.
    func proveChip() throws(ChipError) {
        let infos = read[.dg14].flatMap(Self.infos)
        // What is signed and cannot be read does not say that the chip has nothing to prove.
        let isMalformed = read[.dg14] != nil && infos == nil
        own[.chipAuthenticationMapping] = mappingFact(infos)
        own[.cardAccess] = isMalformed ? .notChecked(.cardAccess, .malformed) : cardAccessFact(infos)
        own[.chipAuthentication] =
            isMalformed ? .notChecked(.chipAuthentication, .malformed) : try chipAuthenticationFact(infos)
        own[.activeAuthentication] = try activeAuthenticationFact(infos)
    }

    /// What DG14 lists; nil where it is not built as it must be.
    private static func infos(_ file: [UInt8]) -> SecurityInfos? {
        guard let header = TLV.Header(file[...]) else { return nil }
        do throws(ChipError) { return try SecurityInfos(file[...].dropFirst(header.size)) } catch { return nil }
    }

    private func chipAuthenticationFact(_ infos: SecurityInfos?) throws(ChipError) -> Fact {
        let kind = Fact.Kind.chipAuthentication
        guard let infos, !infos.chipKeys.isEmpty else { return absent(kind, file: .dg14) }
        if options.skipsChipAuthentication { return .notChecked(kind, .notAsked) }
        var refusal: Fact?
        var last = Fact.failed(kind, .refused)
        for (info, key) in ChipAuthentication.candidates(infos).prefix(4) {
            do throws(ChipError) {
                last = try retrying { () throws(ChipError) in try self.authenticate(info, key) }
            } catch  where error.code == .sessionEnded {
                // Twice, and before it had to show anything.
                try reopen()
                last = .failed(kind, .refused)
            }
            switch last.outcome {
            case .proved:
                provenAuthentication = (info, key)
                return last
            // It tried and could not: another way is no remedy.
            case .failed where last.reason == .noProof:
                try reopen()
                return last
            // What the chip refused it does not make good by a key that nobody here knows.
            case .failed: refusal = last
            default: continue
            }
        }
        return refusal ?? last
    }

    /// The fact that a proof is not there; or that it was taken away, when its file is listed and not to be had.
    private func absent(_ kind: Fact.Kind, file: ChipFile) -> Fact {
        unread[file.rawValue] == nil ? .notPresent(kind) : .failed(kind, .missingFile)
    }

    /// Agrees on keys and has the chip use them.
    ///
    /// - Throws: `sessionEnded` where the session ended before the chip had to use them.
    func authenticate(
        _ info: ChipAuthenticationInfo, _ key: ChipAuthenticationKey
    ) throws(ChipError) -> Fact {
        let kind = Fact.Kind.chipAuthentication
        do throws(ChipError) {
            let authentication = ChipAuthentication(
                channel: channel, info: info, key: key, lengths: options.lengths, entropy: entropy)
            guard try authentication.agree() else { return .notChecked(kind, .answerTooLong) }
        } catch {
            switch error.code {
            case .cryptographyFailed, .malformed: return .notChecked(kind, .unknownKey)
            case .refused: return .failed(kind, .refused)
            default: throw error
            }
        }
        do throws(ChipError) {
            try access.selectApplication()
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
        let authentication = ActiveAuthentication(
            channel: channel, key: Array(file[...].dropFirst(header.size)), digest: infos?.activeAuthenticationDigest,
            lengths: options.lengths, entropy: entropy)
        let fits = authentication.fitsShortAnswer
        do throws(ChipError) {
            return try retrying { () throws(ChipError) in try authentication.fact() }
        } catch  where error.code == .sessionEnded {
            try reopen()
            return .failed(kind, .refused)
        } catch  where error.code == .transportFailed && options.lengths == .untold && !fits {
            // The reader did not pass so much.
            try reopen()
            return .notChecked(kind, .answerTooLong)
        }
    }

    /// What PACE with chip authentication mapping has proved, each time that the chip is opened.
    struct MappingProof {
        /// The SubjectPublicKeyInfo of the signed key that the chip knows the secret of; nil when it proved none.
        var key: [UInt8]?
        /// Why it proved none; nil when it did, and when no proof was promised.
        var failure: Fact.Reason?
    }

    /// The proof of the session that was just opened: the signed key, raised to what the chip has sent, is the key that
    /// it used. Who has signed the key is looked at once DG1 is there.
    func mappingProof() -> MappingProof {
        guard access.isMappingPromised else { return MappingProof() }
        guard let mapping = access.mapping else { return MappingProof(failure: .noProof) }
        guard let file = access.read[.cardSecurity] else { return MappingProof(failure: .missingFile) }
        guard let signed = SignedData(file[...]), signed.type == "0.4.0.127.0.7.3.2.1" else {
            return MappingProof(failure: .malformed)
        }
        guard signed.verify(with: trust) == .holds else { return MappingProof(failure: .keyNotSigned) }
        let infos: SecurityInfos
        do throws(ChipError) { infos = try SecurityInfos(signed.content[...]) } catch {
            return MappingProof(failure: .malformed)
        }
        for key in infos.chipKeys where key.isCurve {
            do throws(ChipError) {
                let (domain, element) = try Domain.read(key.info)
                guard domain.fieldLength == mapping.domain.fieldLength else { continue }
                if try mapping.domain.power(mapping.factor, of: element) == mapping.mappingKey {
                    return MappingProof(key: Array(key.info))
                }
            } catch {
                // A key on another curve.
                continue
            }
        }
        return MappingProof(failure: .noProof)
    }

    /// - Parameter infos: of DG14.
    private func mappingFact(_ infos: SecurityInfos?) -> Fact {
        let kind = Fact.Kind.chipAuthenticationMapping
        if let reason = opening?.mapping.failure { return .failed(kind, reason) }
        guard opening?.mapping.key != nil else {
            let isListed = [infos, access.offered].allSatisfy { list in
                list?.pace.contains { $0.mapping == .chipAuthentication } ?? false
            }
            guard isListed else { return .notPresent(kind) }
            // It is tried before any other way.
            return access.isPACETried ? .failed(kind, .refused) : .notChecked(kind, .notAsked)
        }
        return isCardSecurityOfIssuer ? .proved(kind) : .failed(kind, .keyNotSigned)
    }

    /// Whether who has signed EF.CardSecurity may sign for the State that DG1 names, and is of the State of who has
    /// signed EF.SOD. Without a list of authorities neither of both is known.
    private var isCardSecurityOfIssuer: Bool {
        guard let trust, let file = access.read[.cardSecurity], let signed = SignedData(file[...]) else {
            return trust == nil
        }
        let isSigned = signed.verify(with: trust) == .holds
        let facts = PassiveAuthentication.issuer(signed, isSigned, state: state, trust: trust, now: options.now)
        guard !facts.contains(where: { $0.outcome == .failed }) else { return false }
        guard let object = read[.sod].flatMap(SecurityObject.signed) else { return true }
        _ = object.verify(with: trust)
        let countries = [signed, object].map { $0.trust(by: trust, now: options.now)?.signerCountry ?? "" }
        return countries[0] == countries[1] || countries.contains("")
    }

    /// The issuing State of DG1; nil when it could not be read.
    private var state: String? {
        guard let file = read[.dg1] else { return nil }
        do throws(ChipError) { return try MRZFile.mrz(file).field(.issuingState)?.text } catch { return nil }
    }

    /// - Parameter infos: of DG14.
    private func cardAccessFact(_ infos: SecurityInfos?) -> Fact {
        let kind = Fact.Kind.cardAccess
        guard let infos, !infos.paceBytes.isEmpty else { return .notPresent(kind) }
        let offered = access.offered
        if offered == nil, access.read[.cardAccess] != nil { return .failed(kind, .malformed) }
        guard offered?.paceBytes == infos.paceBytes else { return .failed(kind, .offerDiffers) }
        if case .pace = opening?.procedure { return .proved(kind) }
        // It lists what it does not do: somebody has the chip look weaker than it is, or it is a copy that cannot.
        return infos.pace.contains(where: access.isTried) ? .failed(kind, .refused) : .proved(kind)
    }
}
