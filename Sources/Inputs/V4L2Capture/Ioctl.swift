import CV4L2

/// A request to a device, with the name under which its failure is reported.
struct Ioctl: Sendable {
    let number: UInt
    let name: String

    static let queryCapability = Ioctl(number: cv4l2_QUERYCAP, name: "VIDIOC_QUERYCAP")
    static let enumerateFormats = Ioctl(number: cv4l2_ENUM_FMT, name: "VIDIOC_ENUM_FMT")
    static let enumerateSizes = Ioctl(number: cv4l2_ENUM_FRAMESIZES, name: "VIDIOC_ENUM_FRAMESIZES")
    static let enumerateIntervals = Ioctl(number: cv4l2_ENUM_FRAMEINTERVALS, name: "VIDIOC_ENUM_FRAMEINTERVALS")
    static let tryFormat = Ioctl(number: cv4l2_TRY_FMT, name: "VIDIOC_TRY_FMT")
    static let setFormat = Ioctl(number: cv4l2_S_FMT, name: "VIDIOC_S_FMT")
    static let getParameters = Ioctl(number: cv4l2_G_PARM, name: "VIDIOC_G_PARM")
    static let setParameters = Ioctl(number: cv4l2_S_PARM, name: "VIDIOC_S_PARM")
    static let queryControl = Ioctl(number: cv4l2_QUERYCTRL, name: "VIDIOC_QUERYCTRL")
    static let queryMenu = Ioctl(number: cv4l2_QUERYMENU, name: "VIDIOC_QUERYMENU")
    static let getControl = Ioctl(number: cv4l2_G_CTRL, name: "VIDIOC_G_CTRL")
    static let setControl = Ioctl(number: cv4l2_S_CTRL, name: "VIDIOC_S_CTRL")
    static let requestBuffers = Ioctl(number: cv4l2_REQBUFS, name: "VIDIOC_REQBUFS")
    static let queryBuffer = Ioctl(number: cv4l2_QUERYBUF, name: "VIDIOC_QUERYBUF")
    static let queue = Ioctl(number: cv4l2_QBUF, name: "VIDIOC_QBUF")
    static let dequeue = Ioctl(number: cv4l2_DQBUF, name: "VIDIOC_DQBUF")
    static let streamOn = Ioctl(number: cv4l2_STREAMON, name: "VIDIOC_STREAMON")
    static let streamOff = Ioctl(number: cv4l2_STREAMOFF, name: "VIDIOC_STREAMOFF")
}
