import CChip

/// Proves what was read by what its State has signed: no chip is needed for it. ICAO Doc 9303-11, 5.1.
struct PassiveAuthentication {
    /// The facts that it establishes, in the order of `Fact.Kind`.
    private(set) var facts: [Fact] = []
    /// What EF.SOD holds; nil when it could not be read.
    private(set) var security: SecurityObject?

    /// - Parameters:
    ///   - files: what came from the chip, as it came.
    ///   - unread: why a data group was not read.
    ///   - state: the issuing State of DG1, without fillers; nil when DG1 could not be read.
    ///   - trust: the authorities; nil when no list was given.
    ///   - now: seconds since 1970.
    init(
        _ files: [ChipFile: [UInt8]], unread: [Int: ChipReading.Unread], state: String?, trust: TrustList?, now: Int64
    ) throws(ChipError) {
        guard let sod = files[.sod], let signed = SecurityObject.signed(sod) else {
            facts = [.failed(.signature, files[.sod] == nil ? .missingFile : .malformed)]
            facts += [Fact.Kind.dataGroups, .chain, .validity, .country, .revocation].map {
                .notChecked($0, .dependsOnOther)
            }
            return
        }
        let signature = signed.verify(with: trust)
        do throws(ChipError) {
            security = try SecurityObject(signed)
        } catch {
            // It is malformed: the fact about the data groups says so.
        }
        switch signature {
        case .holds where !SecurityObject.types.contains(signed.type):
            facts.append(.failed(.signature, .otherPurpose))
        case .holds: facts.append(.proved(.signature))
        case .wrong(.noSignerCertificate): facts.append(.notChecked(.signature, .noSignerCertificate))
        case .wrong(let reason): facts.append(.failed(.signature, reason))
        }
        facts.append(try Self.dataGroups(files, unread, security))
        facts += Self.issuer(signed, facts[0].outcome == .proved, state: state, trust: trust, now: now)
    }

    /// Whether a file is the one that was signed.
    func hasSigned(_ file: ChipFile, _ bytes: [UInt8]?) throws(ChipError) -> Bool {
        guard facts.contains(where: { $0.kind == .signature && $0.outcome == .proved }), let security, let bytes,
            let group = file.group, let hash = security.hashes[group]
        else { return false }
        return try security.digest.hash(bytes) == hash
    }

    /// The hashes over what came from the chip.
    private static func dataGroups(
        _ files: [ChipFile: [UInt8]], _ unread: [Int: ChipReading.Unread], _ security: SecurityObject?
    ) throws(ChipError) -> Fact {
        guard let security else { return .failed(.dataGroups, .malformed) }
        var (altered, unsigned): ([Int], [Int]) = ([], [])
        for (file, bytes) in files.sorted(by: { $0.key < $1.key }) {
            guard let group = file.group else { continue }
            guard let hash = security.hashes[group] else {
                unsigned.append(group)
                continue
            }
            if try security.digest.hash(bytes) != hash { altered.append(group) }
        }
        if !altered.isEmpty { return Fact(.dataGroups, .failed, .hashDiffers, groups: altered) }
        if !unsigned.isEmpty { return Fact(.dataGroups, .failed, .notSigned, groups: unsigned) }
        // What was signed and is gone was taken away: the key by which a copy would be found out, for one.
        let gone = unread.filter { isGone($0.key, $0.value) && security.hashes[$0.key] != nil }
        if !gone.isEmpty { return Fact(.dataGroups, .failed, .missingFile, groups: gone.keys.sorted()) }
        return files[.dg1] == nil ? .notChecked(.dataGroups, .missingFile) : .proved(.dataGroups)
    }

    /// Whether a data group is not to be had. Only some may be refused who has opened the chip: fingerprints are.
    private static func isGone(_ group: Int, _ reason: ChipReading.Unread) -> Bool {
        switch reason {
        case .missing, .malformed: true
        case .refused: [1, 2, 14, 15].contains(group)
        case .notReadable, .notAsked: false
        }
    }

    /// Chain, validity, country and revocation.
    static func issuer(
        _ signed: SignedData, _ isSigned: Bool, state: String?, trust: TrustList?, now: Int64
    ) -> [Fact] {
        guard isSigned else {
            return [Fact.Kind.chain, .validity, .country, .revocation].map { .notChecked($0, .dependsOnOther) }
        }
        guard let trust, trust.authorities > 0, let report = signed.trust(by: trust, now: now) else {
            return [Fact.Kind.chain, .validity, .country, .revocation].map { .notChecked($0, .noList) }
        }
        let reasons: [cchip_chain.RawValue: Fact.Reason] = [
            cchip_chain_unknown_issuer.rawValue: .unknownIssuer, cchip_chain_wrong_issuer.rawValue: .wrongIssuer,
            cchip_chain_not_allowed.rawValue: .notAllowed,
        ]
        if let reason = reasons[report.chain.rawValue] {
            return [.failed(.chain, reason)]
                + [Fact.Kind.validity, .country, .revocation].map { .notChecked($0, .dependsOnOther) }
        }
        return [
            .proved(.chain), validity(report), country(report, state: state), revocation(report),
        ]
    }

    private static func validity(_ report: cchip_trust_report) -> Fact {
        switch report.time {
        case cchip_time_holds: .proved(.validity)
        case cchip_time_signer_expired: .failed(.validity, .signerExpired)
        case cchip_time_signer_early: .failed(.validity, .signerNotYetValid)
        case cchip_time_anchor_expired: .failed(.validity, .authorityExpired)
        case cchip_time_anchor_early: .failed(.validity, .authorityNotYetValid)
        default: .failed(.validity, .signedOutsideValidity)
        }
    }

    private static func country(_ report: cchip_trust_report, state: String?) -> Fact {
        guard let state else { return .notChecked(.country, .missingFile) }
        guard !report.signerCountry.isEmpty, report.signerCountry == report.authorityCountry else {
            return report.signerCountry.isEmpty
                ? .notChecked(.country, .unknownCountry) : .failed(.country, .countryDiffers)
        }
        guard let codes = CountryCodes.ofCertificates(for: state) else {
            return .notChecked(.country, .unknownCountry)
        }
        return codes.contains(report.signerCountry) ? .proved(.country) : .failed(.country, .countryDiffers)
    }

    private static func revocation(_ report: cchip_trust_report) -> Fact {
        switch report.revocation {
        case cchip_revocation_none: .proved(.revocation)
        case cchip_revocation_revoked: .failed(.revocation, .revoked)
        case cchip_revocation_stale: .notChecked(.revocation, .outdatedList)
        default: .notChecked(.revocation, .noList)
        }
    }
}
