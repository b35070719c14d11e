import CMRZScan

/// A reader as C has it, freed with this.
final class CReader: @unchecked Sendable {
    typealias Call = (_ reader: OpaquePointer?, _ error: UnsafeMutablePointer<OpaquePointer?>?) -> OpaquePointer?

    let handle: OpaquePointer

    /// - Throws: `CFailure`.
    init(
        today: String? = nil, model: String? = nil, _ change: (inout mrzscan_options) -> Void = { _ in }
    ) throws {
        var error: OpaquePointer?
        func make(_ today: UnsafePointer<CChar>?, _ model: UnsafePointer<CChar>?) -> OpaquePointer? {
            var options = mrzscan_options()
            options.size = MemoryLayout<mrzscan_options>.size
            options.today = today
            options.model = model
            change(&options)
            return mrzscan_reader_new(&options, &error)
        }
        let made = (today ?? "").withCString { day in
            (model ?? "").withCString { path in make(today == nil ? nil : day, model == nil ? nil : path) }
        }
        guard let made else { throw CFailure(taking: error) }
        handle = made
    }

    deinit { mrzscan_reader_free(handle) }

    /// The results of a call, which the caller frees.
    ///
    /// - Throws: `CFailure`.
    func call(_ call: Call) throws -> OpaquePointer {
        var error: OpaquePointer?
        guard let results = call(handle, &error) else { throw CFailure(taking: error) }
        return results
    }

    /// The lines of every result of a call that is verified.
    func lines(_ call: Call) throws -> [[String]] {
        let results = try self.call(call)
        defer { mrzscan_results_free(results) }
        return (0..<mrzscan_results_count(results)).map { index in
            guard mrzscan_result_status(results, index) == MRZSCAN_VERIFIED else { return [] }
            return (0..<mrzscan_result_line_count(results, index)).compactMap { line in
                mrzscan_result_line(results, index, line).map { String(cString: $0) }
            }
        }
    }

    static func pixels(
        _ bytes: UnsafeRawBufferPointer, _ width: Int, _ height: Int, _ layout: mrzscan_layout
    ) -> mrzscan_pixels {
        mrzscan_pixels(
            size: MemoryLayout<mrzscan_pixels>.size, bytes: bytes.baseAddress, count: bytes.count,
            width: UInt32(width), height: UInt32(height), stride: 0, layout: layout)
    }
}

/// An error as C has it.
struct CFailure: Error, Equatable {
    let code: String

    init(code: String) { self.code = code }

    /// Frees it.
    init(taking error: OpaquePointer?) {
        code = mrzscan_error_code(error).map { String(cString: $0) } ?? "no error"
        mrzscan_error_free(error)
    }
}
