import MRZParsing
public import Reporting

/// Which document a page wants to see.
public struct ScanExpectation: Sendable, Equatable {
    /// Nil for any kind.
    public var document: Document?
    /// The code of the issuing State or organisation as the MRZ prints it, without fillers; nil for any.
    public var issuer: String?
    /// Whether the picture is wanted too.
    public var wantsPicture: Bool

    /// A kind of document, told by the document code.
    public enum Document: Sendable, Equatable {
        case passport
        /// Also a residence permit: the standard gives both the letters A, C and I.
        case identityCard
        case visa
        case drivingLicence
        /// A document code that begins so: `ID`, `PM`.
        case code(String)
    }

    public init(document: Document? = nil, issuer: String? = nil, wantsPicture: Bool = false) {
        self.document = document
        self.issuer = issuer
        self.wantsPicture = wantsPicture
    }

    /// Why a document is not the answer; nil when it is.
    public func rejection(of report: MRZReport) -> ScanRejection? {
        if let document, !document.includes(report.mrz) { return .otherDocumentType }
        if let issuer, report.mrz.issuingState != issuer { return .otherCountry }
        return report.isVerified ? nil : .notVerified
    }
}

extension ScanExpectation.Document {
    /// Reads the name that a page has for it: a word or a document code, in any case; nil when it is neither.
    public init?(name: String) {
        let letters = name.uppercased().filter { $0 != "_" && $0 != "-" && $0 != " " && $0 != "<" }
        switch letters {
        case "P", "PASSPORT": self = .passport
        case "I", "ID", "IDCARD", "IDENTITYCARD", "NATIONALID", "RESIDENCEPERMIT", "RESIDENCECARD":
            self = letters == "ID" ? .code("ID") : .identityCard
        case "V", "VISA": self = .visa
        case "DRIVINGLICENCE", "DRIVINGLICENSE", "DRIVERSLICENCE", "DRIVERSLICENSE", "DRIVERLICENSE":
            self = .drivingLicence
        default:
            guard (1...2).contains(letters.utf8.count), letters.utf8.allSatisfy({ (0x41...0x5A).contains($0) })
            else { return nil }
            self = .code(letters)
        }
    }

    func includes(_ mrz: MRZ) -> Bool {
        let code = mrz.documentCode
        let isLicence = [.frenchDrivingLicence, .swissDrivingLicence].contains(mrz.format)
        switch self {
        case .passport: return code.hasPrefix("P")
        case .identityCard: return !isLicence && ["A", "C", "I"].contains(code.prefix(1))
        case .visa: return code.hasPrefix("V")
        case .drivingLicence: return isLicence
        case .code(let start): return code.hasPrefix(start)
        }
    }
}
