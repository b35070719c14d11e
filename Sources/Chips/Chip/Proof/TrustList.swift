import CChip
import FoundationEssentials

/// The authorities that are trusted to have issued documents, and what they have revoked.
///
/// Filled before it is used, it may be used from several threads.
public final class TrustList: @unchecked Sendable {
    private let trust: OpaquePointer
    /// The digests of what was added: lists of lists have most certificates several times.
    private var known: Set<[UInt8]> = []

    /// How many bytes one source may have; the largest list, ICAO's, has some 60 MB.
    public static let maxBytes = 1 << 28

    /// - Throws: `cryptographyFailed` when there is no memory.
    public init() throws(ChipError) {
        guard let trust = cchip_trust_new() else { throw .cryptography }
        self.trust = trust
    }

    deinit { cchip_trust_free(trust) }

    /// Certificates of authorities.
    public var authorities: Int { cchip_trust_anchors(trust) }

    /// Lists of revoked certificates.
    public private(set) var revocationLists = 0

    /// Master lists that were left out, as their signature does not hold or they are not built as they must be.
    public private(set) var leftOut = 0

    /// Certificates of master lists that were left out, as they are not built as they must be, or too large.
    public private(set) var unreadCertificates = 0

    /// Adds what a file holds: a certificate or a revocation list in DER or PEM, a master list (CMS, as Germany and
    /// ICAO give them out), or ICAO's LDIF with any of these.
    ///
    /// - Returns: how many certificates and lists it held.
    /// - Throws: `malformed` when it is none of these, or a master list whose signature does not hold; `limitExceeded`.
    public func add(_ file: [UInt8]) throws(ChipError) -> Int {
        guard file.count <= Self.maxBytes else {
            throw ChipError(.limitExceeded, "The list of certificates is larger than any.")
        }
        let count: Int
        if file.first == 0x30 {
            count = try addObject(file) ? 1 : addMasterList(file)
        } else {
            let text = TrustText(file)
            var found = 0
            for object in text.objects {
                if try addObject(object) { found += 1 } else { found += try addMasterList(object) }
            }
            count = found
        }
        guard count > 0 else { throw .malformed("The list of certificates") }
        return count
    }

    /// Whether it is a certificate or a list of revoked ones, new or not.
    private func addObject(_ bytes: [UInt8]) throws(ChipError) -> Bool {
        let digest = try ChipDigest.sha256.hash(bytes)
        if known.contains(digest) { return true }
        if cchip_trust_add_certificate(trust, bytes, bytes.count) == cchip_added_nothing {
            guard cchip_trust_add_crl(trust, bytes, bytes.count) else { return false }
            revocationLists += 1
        }
        known.insert(digest)
        return true
    }

    /// A CscaMasterList. ICAO Doc 9303-12, 9. Its signature must hold; who signed it is for the operator to know.
    ///
    /// - Returns: how many certificates it holds; 0 also for one that is left out.
    private func addMasterList(_ bytes: [UInt8]) throws(ChipError) -> Int {
        guard let signed = SignedData(bytes[...]), signed.type == "2.23.136.1.1.2" else { return 0 }
        guard signed.verify(with: nil) == .holds else {
            leftOut += 1
            return 0
        }
        do throws(ChipError) {
            return try addCertificates(of: signed)
        } catch {
            guard error.code == .malformed else { throw error }
            leftOut += 1
            return 0
        }
    }

    private func addCertificates(of signed: SignedData) throws(ChipError) -> Int {
        let parts = try TLV.objects(in: try TLV.object(signed.content[...]).value)
        guard let certificates = parts.first(where: { $0.tag == 0x31 }) else { return 0 }
        var rest = certificates.value
        var count = 0
        while !rest.isEmpty {
            if try addObject(Array(try TLV.next(&rest).whole)) { count += 1 } else { unreadCertificates += 1 }
        }
        return count
    }

    func with<Result>(_ body: (OpaquePointer) -> Result) -> Result { body(trust) }
}

/// Binary values in text: PEM, and LDIF with base64. RFC 7468, RFC 2849.
struct TrustText {
    private(set) var objects: [[UInt8]] = []

    init(_ file: [UInt8]) {
        var isInside = false
        var gathered: [UInt8] = []
        var isValue = false
        /// All of one value has been gathered; only what begins as DER does is one of ours.
        func finish(_ objects: inout [[UInt8]]) {
            let bytes = Data(base64Encoded: Data(gathered), options: .ignoreUnknownCharacters).map { Array($0) } ?? []
            if bytes.first == 0x30 { objects.append(bytes) }
            gathered = []
        }
        for line in file.split(omittingEmptySubsequences: false, whereSeparator: { $0 == 0x0A }) {
            let line = line.last == 0x0D ? line.dropLast() : line
            if isInside {
                if line.starts(with: Array("-----END".utf8)) {
                    isInside = false
                    finish(&objects)
                } else {
                    gathered += line
                }
            } else if line.starts(with: Array("-----BEGIN".utf8)) {
                isInside = true
                gathered = []
            } else if line.first == 0x20 {
                // An LDIF value goes on in lines that begin with a blank.
                if isValue { gathered += line.dropFirst() }
            } else {
                if isValue { finish(&objects) }
                // `name:: base64`
                isValue = false
                if let colon = line.firstIndex(of: 0x3A), line[colon...].starts(with: Array("::".utf8)) {
                    isValue = true
                    gathered = Array(line[colon...].dropFirst(2).drop { $0 == 0x20 })
                }
            }
        }
        if isValue { finish(&objects) }
    }
}
