public import JSON
public import Reporting

extension ScanRejection {
    /// The details of a scan that ended with it: words only, nothing of the document.
    public func details(of report: MRZReport) -> JSONValue {
        var members: [JSONValue.Member] = [.init("reason", .string(rawValue))]
        if self == .notVerified {
            members.append(.init("objections", .array(report.reasons.map { .string($0.code) })))
        }
        return .object(members)
    }
}
