import Bridge
import Glibc

extension FrameSourceArgument {
    /// Whether the source can be opened now, as far as the file system says.
    var access: CameraAccess {
        if let device { return Self.access([device], R_OK | W_OK) }
        return images.isEmpty ? .missing : Self.access(images, R_OK)
    }

    private static func access(_ paths: [String], _ mode: Int32) -> CameraAccess {
        guard paths.allSatisfy({ Glibc.access($0, F_OK) == 0 }) else { return .missing }
        return paths.allSatisfy { Glibc.access($0, mode) == 0 } ? .granted : .denied
    }
}
