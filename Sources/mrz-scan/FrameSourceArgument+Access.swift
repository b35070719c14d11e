import Bridge
import Glibc

extension FrameSourceArgument {
    /// Whether the source can be opened now, as far as the file system says.
    var access: CameraAccess {
        let paths = images
        guard !paths.isEmpty, paths.allSatisfy({ Glibc.access($0, F_OK) == 0 }) else { return .missing }
        return paths.allSatisfy { Glibc.access($0, R_OK) == 0 } ? .granted : .denied
    }
}
