import Chip
import FoundationEssentials
public import JSON
import MRZParsing
public import Reporting

extension ChipReport {
    /// What contract 001 calls the result of an NFC scan, with what was proved beside it. `mock` is never true: no key
    /// of this program signs documents.
    ///
    /// `documentType` and `documentCategory` are `passport` where the document code says so, `id_card` otherwise; the
    /// hashes are those of EF.SOD, bytes are numbers.
    public var passport: JSONValue {
        let security = reading.security
        let kind = reading.mrz?.documentCode.hasPrefix("P") == true ? "passport" : "id_card"
        func hash(_ group: Int) -> JSONValue { Self.numbers(security?.hashes[group] ?? []) }
        return [
            "passportData": [
                "mrz": .string(reading.mrz?.lines.map(\.text).joined() ?? ""),
                "dsc": .string(security.map { Self.pem($0.certificate) } ?? ""), "dg1Hash": hash(1), "dg2Hash": hash(2),
                "dgPresents": .array((security?.hashes.keys.sorted() ?? []).map { .integer($0) }),
                "eContent": Self.numbers(security?.content ?? []),
                "signedAttr": Self.numbers(security?.signedAttributes ?? []),
                "encryptedDigest": Self.numbers(security?.signature ?? []), "documentType": .string(kind),
                "documentCategory": .string(kind), "parsed": .bool(false), "mock": .bool(false),
            ], "proof": proof,
        ]
    }

    /// Verdict and facts without anything that the document says.
    public var proof: JSONValue {
        [
            "status": .string(reading.verdict.rawValue), "clonable": .bool(reading.isClonable),
            "facts": .object(reading.facts.map { .init($0.kind.rawValue, .string($0.outcome.rawValue)) }),
        ]
    }

    /// The details by the names of contract 003, NFC extracted fields; dates as YYYY-MM-DD.
    public var extractedDetails: [NamedValue] {
        let names: [(ChipDetail.Kind, String)] = [
            (.fullName, "Full Name"), (.dateOfIssue, "Issue Date"), (.issuingAuthority, "Issuing Authority"),
            (.personalNumber, "Personal Number"),
        ]
        return names.compactMap { kind, name in
            guard let text = reading.details.first(where: { $0.kind == kind })?.text, !text.isEmpty else { return nil }
            switch kind {
            case .fullName:
                return NamedValue(name: name, value: text.split(separator: "<").joined(separator: " "))
            case .dateOfIssue:
                // A chip may say anything here, characters of more than a byte among it.
                let digits = Array(text.utf8)
                guard digits.count == 8, digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else {
                    return nil
                }
                let parts = [digits[..<4], digits[4..<6], digits[6...]].map { String(decoding: $0, as: UTF8.self) }
                return NamedValue(name: name, value: parts.joined(separator: "-"))
            default: return NamedValue(name: name, value: text)
            }
        }
    }

    private static func numbers(_ bytes: [UInt8]) -> JSONValue { .array(bytes.map { .integer(Int($0)) }) }

    private static func pem(_ bytes: [UInt8]) -> String {
        guard !bytes.isEmpty else { return "" }
        let text = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }
}
