public import MRZParsing

/// What EF.SOD holds: the hashes of the data groups, and who has signed them. ICAO Doc 9303-10, 4.6.2.
public struct SecurityObject: Sendable {
    /// The hashes by the number of the data group.
    public let hashes: [Int: [UInt8]]
    let digest: ChipDigest
    /// LDSSecurityObject in DER: what is signed.
    public let content: [UInt8]
    /// The signed attributes as they were signed: a SET in DER; empty when there are none.
    public let signedAttributes: [UInt8]
    public let signature: [UInt8]
    /// The signer's certificate in DER; empty when the file brings none.
    public let certificate: [UInt8]

    /// The type that Doc 9303 gives the security object, and those of old documents of Belgium, France and the
    /// Netherlands.
    static let types = ["2.23.136.1.1.1", "1.3.27.1.1.1", "1.2.528.1.1006.1.20.1"]
    private static let maxHashes = 64

    /// The SignedData in a file; nil when there is none.
    static func signed(_ file: [UInt8]) -> SignedData? {
        guard let header = TLV.Header(file[...]), header.tag == ChipFile.sod.tag else { return nil }
        return SignedData(file[...].dropFirst(header.size).prefix(header.length))
    }

    /// - Parameter signed: whose signature was looked at.
    /// - Throws: `malformed`.
    init(_ signed: SignedData) throws(ChipError) {
        content = signed.content
        signedAttributes = signed.attributes
        signature = signed.signature
        certificate = signed.certificate
        let outer = try TLV.object(content[...])
        let parts = try TLV.objects(in: outer.value)
        guard outer.tag == 0x30, parts.count >= 3, parts[0].tag == 0x02, parts[1].tag == 0x30, parts[2].tag == 0x30,
            let oid = try TLV.objects(in: parts[1].value).under(0x06), let digest = ChipDigest(OID(bytes: oid))
        else { throw .malformed("EF.SOD of the chip") }
        self.digest = digest
        var hashes: [Int: [UInt8]] = [:]
        let entries = try TLV.objects(in: parts[2].value)
        guard entries.count <= Self.maxHashes else { throw .malformed("EF.SOD of the chip") }
        for entry in entries {
            let pair = try TLV.objects(in: entry.value)
            guard pair.count == 2, let number = pair.under(0x02)?.number, let hash = pair.under(0x04),
                hashes[number] == nil
            else {
                throw .malformed("EF.SOD of the chip")
            }
            hashes[number] = Array(hash)
        }
        self.hashes = hashes
    }
}

extension SecurityObject: PersonalData {
    /// The hashes are of what the document says: who guesses that can look whether it is so.
    public var redacted: String { "SecurityObject" }
    public var expandedDescription: String {
        "SecurityObject(\(hashes.keys.sorted().map { "DG\($0)" }.joined(separator: ", ")))"
    }
}

extension SecurityObject {
    /// What a file holds, before its signature counts for anything; nil when there is none, or none that can be read.
    static func read(_ file: [UInt8]?) throws(ChipError) -> SecurityObject? {
        guard let file, let signed = signed(file) else { return nil }
        _ = signed.verify(with: nil)
        do throws(ChipError) { return try SecurityObject(signed) } catch { return nil }
    }
}
