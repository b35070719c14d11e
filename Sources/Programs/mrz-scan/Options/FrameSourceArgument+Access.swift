import Bridge
import Commands
import Frames
import Glibc
import ImageDecoding
import Playback
import Processes
import Reporting
import V4L2Capture

extension FrameSourceArgument {
    /// Whether the source can be opened now.
    var access: CameraAccess {
        if let device {
            switch cameraProblem(device)?.code {
            case nil: return .granted
            case .permissionDenied?: return .denied
            default: return .missing
            }
        }
        guard !images.isEmpty, images.allSatisfy({ Glibc.access($0, F_OK) == 0 }) else { return .missing }
        return images.allSatisfy { Glibc.access($0, R_OK) == 0 } ? .granted : .denied
    }

    /// Looks for what pages are to scan with: they would hear of it only when they scan. A camera may be plugged in later,
    /// so that it is missing is said and no more.
    ///
    /// - Throws: `CaptureError` with `.unreadablePicture`.
    func requireForPages() throws(CaptureError) {
        try requirePictures()
        if let problem = device.flatMap(cameraProblem) { note("warning: No page can scan now: \(problem.message)") }
    }

    /// Looks at the first of the pictures that are to be played.
    ///
    /// - Throws: `CaptureError` with `.unreadablePicture`.
    func requirePictures() throws(CaptureError) {
        // What a path into an archive leads to is known once that is opened.
        for path in images where !path.contains("!/") && Glibc.access(path, R_OK) != 0 {
            let error = DecodingError.system("opened", SystemError(errno)).naming(path)
            throw CaptureError(.unreadablePicture, error.message)
        }
        guard let first = images.first else { return }
        do throws(CaptureError) {
            try PicturePlayback(images, options: .init(limits: .isolatingHEIF)).requireFirst()
        } catch {
            throw CaptureError(error.code, "\(first.printable()): \(error.message)")
        }
    }

    private func cameraProblem(_ device: String) -> CaptureError? {
        do throws(CaptureError) {
            try CaptureDevice.require(device)
            return nil
        } catch {
            return error
        }
    }
}
