import Bridge
import Frames
import LiveScanning
import Recognition
import Reporting

extension BridgeError {
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
}
