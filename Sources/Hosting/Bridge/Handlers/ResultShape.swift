public import JSON
import MRZParsing
public import Reporting

/// What `scanMRZ` answers with.
public enum ResultShape: String, Sendable, CaseIterable {
    /// Every key that some page of the SDKs reads, and all that is known about the reading.
    case union
    /// Number, birth and expiry, and nothing else.
    case strict

    /// The answer for a document.
    ///
    /// - Throws: `MRZ_SCAN_INVALID_RESULT` when a strict answer lacks one of the three.
    public func result(of report: MRZReport) throws(BridgeError) -> JSONValue {
        switch self {
        case .union: return report.bridgeResult
        case .strict:
            let three = report.fields.filter { ["documentNumber", "dateOfBirth", "dateOfExpiry"].contains($0.name) }
            guard three.count == 3, three.allSatisfy({ !$0.value.isEmpty }) else {
                throw BridgeError(.scanInvalidResult, "The document has no number, date of birth or date of expiry.")
            }
            return .object(three.map { .init($0.name, .string($0.value)) })
        }
    }
}

extension MRZReport {
    /// The document as pages of the SDKs expect it: fields side by side under the names of all of them, then what the
    /// program's own results say about the reading. Dates are as printed, YYMMDD.
    public var bridgeResult: JSONValue {
        var members = fields.map { JSONValue.Member($0.name, .string($0.value)) }
        members.append(.init("lastName", .string(mrz.primaryIdentifier)))
        members.append(.init("firstName", .string(mrz.secondaryIdentifier)))
        for (index, line) in mrz.lines.enumerated() {
            members.append(.init("mrzLine\(index + 1)", .string(line.text)))
        }
        members.append(.init("raw", .string(mrz.lines.map(\.text).joined(separator: "\n"))))
        members.append(.init("verified", .bool(isVerified)))
        // The lines and the fields stand above already.
        return .object(members + self.members.filter { !["lines", "fields"].contains($0.key) })
    }
}
