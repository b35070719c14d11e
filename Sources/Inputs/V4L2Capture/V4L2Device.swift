import CV4L2
package import Frames
import Glibc

/// An open video device, closed when it goes.
package struct V4L2Device: ~Copyable {
    package let path: String
    let system: any V4L2System
    let descriptor: Int32
    /// What the device says of itself.
    package let identity: DeviceIdentity

    /// - Parameter converts: whether libv4l2 is to offer formats that the device does not have.
    /// - Throws: what open(2) and `VIDIOC_QUERYCAP` ask for, and `not_a_camera` when it does not stream pictures.
    package init(path: String, converts: Bool, system: any V4L2System) throws(CaptureError) {
        var descriptor = system.open(path, converts: converts)
        while descriptor == -EINTR { descriptor = system.open(path, converts: converts) }
        guard descriptor >= 0 else { throw .system("open", -descriptor, path: path) }
        var capability = v4l2_capability()
        let failure = system.answer(descriptor, .queryCapability, &capability)
        let identity = DeviceIdentity(capability)
        let problem: CaptureError? =
            if failure != 0 {
                .system(Ioctl.queryCapability.name, failure, path: path)
            } else if !identity.isCamera {
                CaptureError(
                    .notACamera,
                    "\(path) belongs to a video device but gives no pictures. Its neighbour may; \"mrz-scan devices\" "
                        + "lists the cameras.", operation: Ioctl.queryCapability.name)
            } else {
                nil
            }
        if let problem {
            system.close(descriptor)
            throw problem
        }
        self.path = path
        self.system = system
        self.descriptor = descriptor
        self.identity = identity
    }

    deinit { system.close(descriptor) }

    /// Makes a request.
    ///
    /// - Returns: 0 or a positive error number.
    func answer<Argument>(_ ioctl: Ioctl, _ argument: inout Argument) -> Int32 {
        system.answer(descriptor, ioctl, &argument)
    }

    /// Makes a request that has to be granted.
    ///
    /// - Throws: what the error number means.
    func perform<Argument>(_ ioctl: Ioctl, _ argument: inout Argument) throws(CaptureError) {
        let failure = answer(ioctl, &argument)
        guard failure == 0 else { throw .system(ioctl.name, failure, path: path) }
    }

    /// Whether another program streams from it. Asking changes nothing.
    package var isBusy: Bool {
        var request = v4l2_requestbuffers()
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        return answer(.requestBuffers, &request) == EBUSY
    }
}

extension V4L2System {
    /// Makes a request, again when a signal came in between.
    ///
    /// - Returns: 0 or a positive error number.
    fileprivate func answer<Argument>(_ device: Int32, _ ioctl: Ioctl, _ argument: inout Argument) -> Int32 {
        while true {
            let result = withUnsafeMutablePointer(to: &argument) { self.ioctl(device, ioctl.number, $0) }
            if result != -EINTR { return -result }
        }
    }
}
