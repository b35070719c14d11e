/// What the chip proves by itself: that it is no copy, and that PACE was offered as it was signed.
extension ChipReader {
    /// Gathers what the chip itself proves.
    func proveChip() throws(ChipError) {
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
        for (info, key) in ChipAuthentication.candidates(infos).prefix(4) {
            last = try retrying { () throws(ChipError) in try self.authenticate(info, key) }
            switch last.outcome {
            case .proved:
                provenAuthentication = (info, key)
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
    func authenticate(
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
        guard access.isMappingPromised else { return .notPresent(kind) }
        guard let mapping = access.mapping else { return .failed(kind, .noProof) }
        guard let file = access.read[.cardSecurity] else { return .failed(kind, .missingFile) }
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
        if let bytes = access.read[.cardAccess] {
            do throws(ChipError) { offered = try SecurityInfos(bytes[...]).paceBytes } catch {
                return .failed(kind, .malformed)
            }
        }
        return offered == infos.paceBytes ? .proved(kind) : .failed(kind, .offerDiffers)
    }
}
