import Errors

/// Why a call failed, as C is told.
struct CallFailure: Error {
    let code: String
    let message: String

    private init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    init(_ error: some CodedError) { self.init(error.code.rawValue, error.message) }

    /// The caller did what the header does not allow.
    static func wrongCall(_ message: String) -> CallFailure { CallFailure("invalid_argument", message) }
}

/// What `mrzscan_error` points to.
final class CallError: Sendable {
    let code: CText
    let message: CText

    init(_ failure: CallFailure) {
        code = CText(failure.code)
        message = CText(failure.message)
    }
}

/// What `body` gives, or nil with the reason in `error`, where the caller wants to know it.
func attempt<Value>(
    _ error: UnsafeMutablePointer<OpaquePointer?>?, _ body: () throws(CallFailure) -> Value
) -> Value? {
    do throws(CallFailure) {
        return try body()
    } catch let failure {
        error?.pointee = handle(to: CallError(failure))
        return nil
    }
}

@_cdecl("mrzscan_error_code")
public func errorCode(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    object(CallError.self, behind: error)?.code.pointer
}

@_cdecl("mrzscan_error_message")
public func errorMessage(_ error: OpaquePointer?) -> UnsafePointer<CChar>? {
    object(CallError.self, behind: error)?.message.pointer
}

@_cdecl("mrzscan_error_free")
public func freeError(_ error: OpaquePointer?) { release(CallError.self, behind: error) }
