/// One thing that a chip or its issuer can prove, and what came of it.
public struct Fact: Sendable, Equatable {
    /// What is proved.
    public enum Kind: String, Sendable, CaseIterable {
        /// EF.SOD carries the signature of the certificate that it names. ICAO Doc 9303-11, 5.1.
        case signature
        /// Every data group that was read is the one that was signed.
        case dataGroups
        /// An authority that is trusted has issued the signer's certificate.
        case chain
        /// The certificates are valid today, and were when the data were signed.
        case validity
        /// The certificates are of the State that DG1 names.
        case country
        /// The signer was not revoked.
        case revocation
        /// Chip authentication: the chip knows a secret that cannot be copied. ICAO Doc 9303-11, 6.2.
        case chipAuthentication
        /// The chip knows a secret that cannot be copied, shown while PACE opened it: chip authentication mapping. ICAO
        /// Doc 9303-11, 4.4.3.5.
        case chipAuthenticationMapping
        /// Active authentication: the chip knows such a secret, shown by a signature over a challenge. ICAO Doc
        /// 9303-11, 6.1.
        case activeAuthentication
        /// What EF.CardAccess offers is what was signed in DG14: nobody has made the chip look weaker.
        case cardAccess
        /// DG1 says, character by character, what was read optically.
        case opticalLines
    }

    public enum Outcome: String, Sendable, CaseIterable {
        case proved
        case failed
        /// The document has nothing by which it could be proved.
        case notPresent
        /// It was not looked at; the reason says why.
        case notChecked
    }

    /// Why it is not proved; a stable word.
    public enum Reason: String, Sendable, CaseIterable {
        // signature
        /// The signature does not hold.
        case wrongSignature
        /// The signature is over other hashes than those in the file.
        case otherContent
        /// The signer's certificate is neither in the file nor in the list.
        case noSignerCertificate
        /// There is no signer, or there are several.
        case noSigner
        /// The file is signed, and for another purpose.
        case otherPurpose
        /// A file that must be there is not.
        case missingFile
        /// A file is not built as it must be.
        case malformed
        // dataGroups
        /// A data group is another than the one that was signed.
        case hashDiffers
        /// A data group was never signed.
        case notSigned
        // chain
        /// No list of authorities was given.
        case noList
        /// The list has no authority of the issuer's name.
        case unknownIssuer
        /// An authority has the issuer's name and has not signed the certificate.
        case wrongIssuer
        /// A certificate is used for what it does not allow.
        case notAllowed
        // validity
        case signerExpired
        case signerNotYetValid
        case authorityExpired
        case authorityNotYetValid
        /// It was signed when the signer's certificate was not valid.
        case signedOutsideValidity
        // country
        case countryDiffers
        /// The State in DG1 has no code of two letters that is known here, or the certificate names none.
        case unknownCountry
        // revocation
        case revoked
        /// The list of revocations is out of date.
        case outdatedList
        // the chip itself
        /// The chip does not know the secret of its key: it is a copy.
        case noProof
        /// The chip refuses to prove it.
        case refused
        /// The key is of a kind that is not known here.
        case unknownKey
        /// The chip's key was not signed, so that anybody could have put it there.
        case keyNotSigned
        /// The command or its answer is longer than chip and reader can.
        case answerTooLong
        // cardAccess
        /// What is offered is not what was signed.
        case offerDiffers
        // opticalLines
        /// DG1 says something else than the lines that were read.
        case linesDiffer
        // any
        /// Another proof must hold first.
        case dependsOnOther
        /// Nobody asked for it.
        case notAsked
        /// The chip was not there to be asked: its files were read before.
        case noChip
    }

    public let kind: Kind
    public let outcome: Outcome
    /// Nil when it is proved, and when it is not present.
    public let reason: Reason?
    /// The data groups that it is about, where it is about some: those that differ, or are not signed.
    public let groups: [Int]

    init(_ kind: Kind, _ outcome: Outcome, _ reason: Reason? = nil, groups: [Int] = []) {
        self.kind = kind
        self.outcome = outcome
        self.reason = reason
        self.groups = groups
    }

    static func proved(_ kind: Kind) -> Fact { Fact(kind, .proved) }
    static func failed(_ kind: Kind, _ reason: Reason) -> Fact { Fact(kind, .failed, reason) }
    static func notPresent(_ kind: Kind) -> Fact { Fact(kind, .notPresent) }
    static func notChecked(_ kind: Kind, _ reason: Reason) -> Fact { Fact(kind, .notChecked, reason) }
}

/// What all facts together say of a document.
public enum ChipVerdict: String, Sendable, CaseIterable {
    /// Signed by its State, unaltered, and nothing speaks against it.
    case genuine
    /// Nothing speaks against it, and not everything that is needed could be looked at.
    case unproved
    /// Something speaks against it.
    case refused

    init(_ facts: [Fact]) {
        let needed: Set<Fact.Kind> = [.signature, .dataGroups, .chain, .validity, .country]
        if facts.contains(where: { $0.outcome == .failed }) {
            self = .refused
        } else {
            let proved = Set(facts.filter { $0.outcome == .proved }.map(\.kind))
            self = proved.isSuperset(of: needed) ? .genuine : .unproved
        }
    }
}
