import COCR
import Glibc

/// Keeps Leptonica and libtiff from writing to the standard error stream: the program alone decides what is said there.
enum CodecSilence {
    /// Switches the messages off, once for the process.
    static let isOn: Bool = {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        // Some of Leptonica's messages heed no severity.
        leptSetStderrHandler { _ in }
        typealias Handler = @convention(c) () -> Void
        typealias SetHandler = @convention(c) (Handler?) -> Handler?
        for name in ["TIFFSetErrorHandler", "TIFFSetWarningHandler"] {
            // libtiff comes with Leptonica; its headers need not be here.
            if let symbol = dlsym(nil, name) { _ = unsafeBitCast(symbol, to: SetHandler.self)(nil) }
        }
        return true
    }()
}
