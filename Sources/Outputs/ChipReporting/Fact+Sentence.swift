public import Chip

extension Fact {
    /// The fact as one English sentence.
    public var sentence: String {
        switch outcome {
        case .proved: return kind.proof
        case .notPresent: return kind.absence
        case .failed, .notChecked:
            let which = groups.isEmpty ? "" : " (\(groups.map { "DG\($0)" }.joined(separator: ", ")))"
            return (reason?.sentence ?? kind.absence).dropLast() + "\(which)."
        }
    }
}

extension Fact.Kind {
    /// What it is called in a table.
    var title: String {
        switch self {
        case .signature: "signature"
        case .dataGroups: "data groups"
        case .chain: "issuer"
        case .validity: "validity"
        case .country: "country"
        case .revocation: "revocation"
        case .chipAuthentication: "chip authentication"
        case .chipAuthenticationMapping: "PACE mapping"
        case .activeAuthentication: "active authentication"
        case .cardAccess: "offered protocols"
        case .opticalLines: "printed lines"
        }
    }

    fileprivate var proof: String {
        switch self {
        case .signature: "The hashes are signed."
        case .dataGroups: "What was read is what was signed."
        case .chain: "A trusted authority has issued the signer's certificate."
        case .validity: "The certificates are valid."
        case .country: "The certificates are of the issuing State."
        case .revocation: "The signer is not revoked."
        case .chipAuthentication: "The chip knows a secret that cannot be copied."
        case .chipAuthenticationMapping: "The chip knew a secret that cannot be copied when it was opened."
        case .activeAuthentication: "The chip has signed a challenge with a key that cannot be copied."
        case .cardAccess: "The chip offers the protocols that were signed."
        case .opticalLines: "The chip says what the printed lines say, character by character."
        }
    }

    fileprivate var absence: String {
        switch self {
        case .chipAuthentication: "The document has no chip authentication."
        case .chipAuthenticationMapping: "The chip was not opened with chip authentication mapping."
        case .activeAuthentication: "The document has no active authentication."
        case .cardAccess: "No protocols for opening the chip were signed."
        case .signature, .dataGroups, .chain, .validity, .country, .revocation, .opticalLines:
            "The document has nothing to prove it by."
        }
    }
}

extension Fact.Reason {
    fileprivate var sentence: String {
        switch self {
        case .wrongSignature: "The signature over the hashes does not hold."
        case .otherContent: "The signature is over other hashes."
        case .noSignerCertificate: "The signer's certificate is not there."
        case .noSigner: "There is not one signer."
        case .otherPurpose: "What is signed is signed for another purpose."
        case .missingFile: "A file that was signed is not there or not whole."
        case .malformed: "A file is not built as it must be."
        case .hashDiffers: "A data group is not the one that was signed."
        case .notSigned: "A data group was never signed."
        case .noList: "No list was given to look it up in."
        case .unknownIssuer: "No authority of the issuer's name is trusted."
        case .wrongIssuer: "The authority of the issuer's name has not issued the certificate."
        case .notAllowed: "A certificate is used for what it does not allow."
        case .signerExpired: "The signer's certificate has expired."
        case .signerNotYetValid: "The signer's certificate is not valid yet."
        case .authorityExpired: "The authority's certificate has expired."
        case .authorityNotYetValid: "The authority's certificate is not valid yet."
        case .signedOutsideValidity: "It was signed when the signer's certificate was not valid."
        case .countryDiffers: "The certificate is another State's."
        case .unknownCountry: "The State has no code that certificates carry."
        case .revoked: "The signer was revoked."
        case .outdatedList: "The list of revocations is out of date."
        case .noProof: "The chip does not know the secret of its key: it is a copy."
        case .refused: "The chip refuses to prove it."
        case .unknownKey: "The chip's key is of a kind that is not known."
        case .keyNotSigned: "The chip's key was not signed."
        case .answerTooLong: "A command or its answer is longer than the reader can pass on."
        case .offerDiffers: "The chip offers other protocols than were signed."
        case .linesDiffer: "The chip says something else than is printed."
        case .dependsOnOther: "Another proof must hold first."
        case .notAsked: "It was not requested."
        case .noChip: "Only the chip itself can prove it."
        }
    }
}
