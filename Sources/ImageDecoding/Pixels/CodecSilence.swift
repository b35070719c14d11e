import COCR
import Glibc

/// Keeps the codecs from writing to the standard error stream: this program alone decides what is said there.
///
/// Leptonica's own messages and libtiff's have a switch. libjpeg's and libpng's have one only for who opens the codec,
/// and Leptonica opens them with the handlers that print. So the two functions it opens them with are defined here
/// too: the dynamic linker prefers the program's definition, which calls the library's and then takes the printing
/// handlers away. Where a linker does not, the codecs work as before and print.
enum CodecSilence {
    /// Switches the messages off, once for the process.
    static let isOn: Bool = {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        typealias Handler = @convention(c) () -> Void
        typealias SetHandler = @convention(c) (Handler?) -> Handler?
        for name in ["TIFFSetErrorHandler", "TIFFSetWarningHandler"] {
            if let symbol = dlsym(nil, name) { _ = unsafeBitCast(symbol, to: SetHandler.self)(nil) }
        }
        return true
    }()

    /// The definition of a function that stands behind the program's own.
    fileprivate static func next<Function>(_ name: String, as type: Function.Type) -> Function? {
        // RTLD_NEXT, a macro that Swift does not import.
        dlsym(UnsafeMutableRawPointer(bitPattern: -1), name).map { unsafeBitCast($0, to: type) }
    }
}

/// The first members of libjpeg's `jpeg_error_mgr`, the same since version 6.
private struct JPEGErrorManager {
    var errorExit: (@convention(c) (OpaquePointer?) -> Void)?
    var emitMessage: (@convention(c) (OpaquePointer?, Int32) -> Void)?
    var outputMessage: (@convention(c) (OpaquePointer?) -> Void)?
}

private typealias JPEGStandardError = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?

private let libjpegStandardError = CodecSilence.next("jpeg_std_error", as: JPEGStandardError.self)

/// libjpeg's error handlers, of which the one that prints does nothing.
@_cdecl("jpeg_std_error")
public func silentJPEGStandardError(_ manager: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let manager = libjpegStandardError?(manager)
    manager?.assumingMemoryBound(to: JPEGErrorManager.self).pointee.outputMessage = { _ in }
    return manager
}

private typealias PNGMessage = @convention(c) (OpaquePointer?, UnsafePointer<CChar>?) -> Void
private typealias PNGCreateReader =
    @convention(c) (UnsafePointer<CChar>?, UnsafeMutableRawPointer?, PNGMessage?, PNGMessage?) -> OpaquePointer?

private let libpngCreateReader = CodecSilence.next("png_create_read_struct", as: PNGCreateReader.self)
/// `png_longjmp(reader, value)`, called as a handler of errors: it must not return, and the low half of the message's
/// address is as good a value as any.
private let libpngLeave = CodecSilence.next("png_longjmp", as: PNGMessage.self)

/// A libpng reader that leaves without a word on errors and keeps its warnings to itself.
@_cdecl("png_create_read_struct")
public func silentPNGReader(
    _ version: UnsafePointer<CChar>?, _ context: UnsafeMutableRawPointer?, _ onError: UnsafeRawPointer?,
    _ onWarning: UnsafeRawPointer?
) -> OpaquePointer? {
    let given = (
        error: unsafeBitCast(onError, to: PNGMessage?.self), warning: unsafeBitCast(onWarning, to: PNGMessage?.self)
    )
    return libpngCreateReader?(version, context, given.error ?? libpngLeave, given.warning ?? { _, _ in })
}
