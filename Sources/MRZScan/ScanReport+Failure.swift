package import ImageDecoding
package import Recognition
package import Reporting

extension ScanReport.Failure {
    package init(_ error: DecodingError) { self.init(code: error.code.rawValue, message: error.message) }
    package init(_ error: RecognitionError) { self.init(code: error.code.rawValue, message: error.message) }
}
