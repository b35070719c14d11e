public import Reporting

/// A document that a scan ended with.
public struct ScanCapture: Sendable {
    public let report: MRZReport
    /// The picture in which it was read, as a JPEG file; nil when it was not asked for or can't be had.
    public let jpeg: [UInt8]?

    public init(report: MRZReport, jpeg: [UInt8]? = nil) {
        self.report = report
        self.jpeg = jpeg
    }
}

extension ScanCapture: CustomStringConvertible, CustomReflectable {
    /// The verdict; the rest is personal data.
    public var description: String { "ScanCapture(\(report))" }
    public var customMirror: Mirror { Mirror(self, children: ["report": report.description]) }
}
