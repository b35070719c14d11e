package import Errors
package import Reporting

extension ScanReport.Failure {
    package init(_ error: some CodedError) { self.init(code: error.code.rawValue, message: error.message) }
}
