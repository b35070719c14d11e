import Bridge
import Frames
import Glibc
import JSON
import LiveScanning
import Recognition
import Threads

extension BridgeError {
    /// The system gives no thread to read on.
    static let noThread = BridgeError(.scanFailed, ThreadError(errno: EAGAIN).description)

    /// No more pictures of pages may wait to be read.
    static let tooManyPictures = BridgeError(
        .providerError, "Too many pictures are being read; try again later.", details: ["reason": "busy"])

    /// A live scan's failure in the words of the bridge; `details.reason` has the program's own word.
    init(_ failure: LiveScan.Failure) {
        switch failure {
        case .recognition(let error): self.init(error)
        case .capture(let error):
            let code: Code =
                switch error.code {
                case .permissionDenied: .cameraPermissionDenied
                case .lost, .io: .cameraError
                default: .cameraInitFailed
                }
            self.init(code, error.message, details: ["reason": .string(error.code.rawValue)])
        }
    }

    init(_ error: RecognitionError) {
        self.init(.scanFailed, error.message, details: ["reason": .string(error.code.rawValue)])
    }

    /// The error for who reads how a launch ended.
    init(_ error: BrowserError) { self.init(.browserUnavailable, error.description) }
}
