import Bridge
import Commands
import Frames
import Glibc
import ImageDecoding
import Playback
import Processes

extension FrameSourceArgument {
    /// Whether the source can be opened now, as far as the file system says.
    var access: CameraAccess {
        if let device { return Self.access([device], R_OK | W_OK) }
        return images.isEmpty ? .missing : Self.access(images, R_OK)
    }

    /// Looks for the pictures that are to be played: a page would hear of it only when it scans.
    ///
    /// - Throws: `CaptureError` with `.unreadablePicture`.
    func requirePictures() throws(CaptureError) {
        // What a path into an archive leads to is known once that is opened.
        for path in images where !path.contains("!/") && Glibc.access(path, R_OK) != 0 {
            let error = DecodingError.system("opened", SystemError(errno)).naming(path)
            throw CaptureError(.unreadablePicture, error.message)
        }
    }

    private static func access(_ paths: [String], _ mode: Int32) -> CameraAccess {
        guard paths.allSatisfy({ Glibc.access($0, F_OK) == 0 }) else { return .missing }
        return paths.allSatisfy { Glibc.access($0, mode) == 0 } ? .granted : .denied
    }
}
