import CChip

/// Something signed: EF.SOD, EF.CardSecurity, a master list. RFC 5652.
final class SignedData {
    private let cms: OpaquePointer

    /// Nil when it is no SignedData of CMS.
    init?(_ bytes: ArraySlice<UInt8>) {
        let copy = Array(bytes)
        guard let cms = cchip_cms_new(copy, copy.count) else { return nil }
        self.cms = cms
    }

    deinit { cchip_cms_free(cms) }

    enum Signature {
        case holds
        case wrong(Fact.Reason)

        static func == (left: Signature, right: Signature) -> Bool {
            switch (left, right) {
            case (.holds, .holds): true
            case (.wrong(let left), .wrong(let right)): left == right
            default: false
            }
        }
    }

    /// The kind of what is signed, in dotted decimals.
    var type: String { String(cString: cchip_cms_type(cms)) }

    /// Looks at the signature, once. What follows is there after that.
    func verify(with trust: TrustList?) -> Signature {
        let result = trust.map { $0.with { cchip_cms_verify(cms, $0) } } ?? cchip_cms_verify(cms, nil)
        switch result {
        case cchip_signature_holds: return .holds
        case cchip_signature_other_content: return .wrong(.otherContent)
        case cchip_signature_no_certificate: return .wrong(.noSignerCertificate)
        case cchip_signature_no_signer: return .wrong(.noSigner)
        case cchip_signature_other_type: return .wrong(.otherPurpose)
        default: return .wrong(.wrongSignature)
        }
    }

    /// What is signed.
    var content: [UInt8] { Self.bytes(cchip_cms_content(cms)) }
    /// The signed attributes as they were signed: a SET in DER; empty when there are none.
    var attributes: [UInt8] {
        let bytes = Self.bytes(cchip_cms_attributes(cms))
        return bytes.isEmpty ? [] : TLV.encoded(0x31, bytes)
    }
    var signature: [UInt8] { Self.bytes(cchip_cms_signature(cms)) }
    /// The signer's certificate in DER; empty when there is none.
    var certificate: [UInt8] { Self.bytes(cchip_cms_certificate(cms)) }

    /// What is known of the signer's certificate; nil when there is none.
    func trust(by list: TrustList, now: Int64) -> cchip_trust_report? {
        var report = cchip_trust_report()
        return list.with { cchip_cms_trust(cms, $0, now, &report) } ? report : nil
    }

    private static func bytes(_ bytes: cchip_bytes) -> [UInt8] {
        Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.bytes == nil ? 0 : bytes.length))
    }
}

extension cchip_trust_report {
    var signerCountry: String { Self.text(signer_country) }
    var authorityCountry: String { Self.text(anchor_country) }

    private static func text(_ characters: (CChar, CChar, CChar, CChar)) -> String {
        let all = [characters.0, characters.1, characters.2, characters.3]
        return String(decoding: all.prefix { $0 != 0 }.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
}
