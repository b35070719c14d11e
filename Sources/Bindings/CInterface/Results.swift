public import CMRZScan
import Imaging
import JSON
import MRZParsing
import Reporting

/// What `mrzscan_results` points to.
final class Results: Sendable {
    let entries: [Entry]

    init(_ reports: [ScanReport]) { entries = reports.map(Entry.init) }

    /// One result, its texts as C reads them.
    struct Entry: Sendable {
        let status: ScanReport.Status
        let json: CText
        let page: Int
        private(set) var format: CText?
        private(set) var lines: [CText] = []
        private(set) var fields: [String: CText] = [:]
        private(set) var reasons: [CText] = []
        private(set) var quad: Quad?
        private(set) var errorCode: CText?
        private(set) var errorMessage: CText?

        init(_ report: ScanReport) {
            status = report.status
            json = CText(report.json.text)
            page = report.page ?? 0
            switch report.outcome {
            case .read(let document):
                format = CText(document.mrz.format.name)
                lines = document.mrz.lines.map { CText($0.text) }
                fields = Dictionary(document.fields.map { ($0.name, CText($0.value)) }) { first, _ in first }
                reasons = document.reasons.map { CText($0.code) }
                quad = document.sighting?.quad
            case .notFound: break
            case .failed(let failure):
                errorCode = CText(failure.code)
                errorMessage = CText(failure.message)
            }
        }
    }
}

private func entry(_ results: OpaquePointer?, _ index: Int) -> Results.Entry? {
    guard let entries = object(Results.self, behind: results)?.entries, entries.indices.contains(index) else {
        return nil
    }
    return entries[index]
}

extension [CText] {
    fileprivate func pointer(at index: Int) -> UnsafePointer<CChar>? {
        indices.contains(index) ? self[index].pointer : nil
    }
}

@_cdecl("mrzscan_results_count")
public func resultsCount(_ results: OpaquePointer?) -> Int {
    object(Results.self, behind: results)?.entries.count ?? 0
}

@_cdecl("mrzscan_results_free")
public func freeResults(_ results: OpaquePointer?) { release(Results.self, behind: results) }

@_cdecl("mrzscan_result_json")
public func resultJSON(_ results: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    entry(results, index)?.json.pointer
}

@_cdecl("mrzscan_result_status")
public func resultStatus(_ results: OpaquePointer?, _ index: Int) -> mrzscan_status {
    switch entry(results, index)?.status {
    case .verified: MRZSCAN_VERIFIED
    case .unverified: MRZSCAN_UNVERIFIED
    case .notFound: MRZSCAN_NOT_FOUND
    case .error, nil: MRZSCAN_ERROR
    }
}

@_cdecl("mrzscan_result_format")
public func resultFormat(_ results: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    entry(results, index)?.format?.pointer
}

@_cdecl("mrzscan_result_page")
public func resultPage(_ results: OpaquePointer?, _ index: Int) -> Int { entry(results, index)?.page ?? 0 }

@_cdecl("mrzscan_result_line_count")
public func resultLineCount(_ results: OpaquePointer?, _ index: Int) -> Int { entry(results, index)?.lines.count ?? 0 }

@_cdecl("mrzscan_result_line")
public func resultLine(_ results: OpaquePointer?, _ index: Int, _ line: Int) -> UnsafePointer<CChar>? {
    entry(results, index)?.lines.pointer(at: line)
}

@_cdecl("mrzscan_result_field")
public func resultField(
    _ results: OpaquePointer?, _ index: Int, _ name: UnsafePointer<CChar>?
) -> UnsafePointer<CChar>? {
    name.flatMap { entry(results, index)?.fields[String(cString: $0)]?.pointer }
}

@_cdecl("mrzscan_result_reason_count")
public func resultReasonCount(_ results: OpaquePointer?, _ index: Int) -> Int {
    entry(results, index)?.reasons.count ?? 0
}

@_cdecl("mrzscan_result_reason")
public func resultReason(_ results: OpaquePointer?, _ index: Int, _ reason: Int) -> UnsafePointer<CChar>? {
    entry(results, index)?.reasons.pointer(at: reason)
}

@_cdecl("mrzscan_result_quad")
public func resultQuad(_ results: OpaquePointer?, _ index: Int, _ quad: UnsafeMutablePointer<Double>?) -> Bool {
    guard let found = entry(results, index)?.quad, let quad else { return false }
    for (place, value) in found.numbers.enumerated() { quad[place] = value }
    return true
}

@_cdecl("mrzscan_result_error_code")
public func resultErrorCode(_ results: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    entry(results, index)?.errorCode?.pointer
}

@_cdecl("mrzscan_result_error_message")
public func resultErrorMessage(_ results: OpaquePointer?, _ index: Int) -> UnsafePointer<CChar>? {
    entry(results, index)?.errorMessage?.pointer
}

extension Quad {
    /// x and y of each corner: eight numbers.
    var numbers: [Double] { corners.flatMap { [$0.x, $0.y] } }
}
