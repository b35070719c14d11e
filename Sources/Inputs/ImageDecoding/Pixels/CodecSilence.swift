import CLeptonica
import CTIFF

/// Keeps Leptonica and libtiff from writing to the standard error stream: the program alone decides what is said there.
enum CodecSilence {
    /// Switches the messages off, once for the process.
    static let isOn: Bool = {
        setMsgSeverity(Int32(L_SEVERITY_NONE))
        // Some of Leptonica's messages heed no severity.
        leptSetStderrHandler { _ in }
        ctiff_listen()
        return true
    }()
}
