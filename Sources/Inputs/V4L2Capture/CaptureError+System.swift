import Frames
import Glibc

extension CaptureError {
    /// What a failed system call means to a person.
    ///
    /// - Parameter operation: as it is called: `open`, `VIDIOC_STREAMON`.
    static func system(_ operation: String, _ number: Int32, path: String) -> CaptureError {
        let (code, message): (Code, String) =
            switch (operation, number) {
            case (_, EACCES), (_, EPERM):
                (
                    .permissionDenied,
                    "This user may not use \(path). Cameras belong to the group \"video\": join it with "
                        + "\"sudo usermod -aG video $USER\" and log in again."
                )
            case (_, EBUSY): (.busy, "Another program is using \(path). Close it and try again.")
            case ("open", ENOENT), ("open", ENOTDIR), ("open", ELOOP), ("open", ENAMETOOLONG):
                (.notFound, "There is no \"\(path)\". \"mrz-scan devices\" lists the cameras.")
            case ("open", ENODEV), ("open", ENXIO): (.notFound, "No camera is behind \(path) any more: plug it in.")
            case ("open", ENOTTY), ("open", EISDIR), ("open", EINVAL), (Ioctl.queryCapability.name, _):
                (.notACamera, "\(path) is no video device. \"mrz-scan devices\" lists the cameras.")
            case (_, ENODEV), (_, ENXIO): (.lost, "The camera \(path) was unplugged.")
            case (Ioctl.streamOn.name, ENOSPC):
                (
                    .io,
                    "The USB bus has not the bandwidth for \(path) in this mode. Ask for a smaller size or for MJPG, "
                        + "or plug the camera in elsewhere."
                )
            case (Ioctl.streamOn.name, _): (.io, "The camera \(path) does not start. Plug it in anew.")
            case (_, ENOMEM), (_, EMFILE), (_, ENFILE):
                (.io, "The system has not the memory or the descriptors for \(path).")
            default: (.io, "The camera \(path) does not work: \(String(cString: strerror(number))).")
            }
        return CaptureError(code, message, operation: operation, errno: number)
    }
}
