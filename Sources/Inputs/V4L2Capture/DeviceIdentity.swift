import CV4L2

/// What a device says of itself. The corresponding ioctl is `VIDIOC_QUERYCAP`.
package struct DeviceIdentity: Sendable {
    package let driver: String
    /// The name for people.
    package let card: String
    package let bus: String
    /// Whether it captures pictures and hands them over in mapped buffers.
    package let isCamera: Bool

    init(_ capability: v4l2_capability) {
        driver = text(of: capability.driver)
        card = text(of: capability.card)
        bus = text(of: capability.bus_info)
        // A camera may have several nodes; what all of them can do together is in `capabilities`.
        let hasOwn = capability.capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0
        let abilities = hasOwn ? capability.device_caps : capability.capabilities
        let captures = UInt32(V4L2_CAP_VIDEO_CAPTURE) | UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE)
        isCamera = abilities & captures != 0 && abilities & UInt32(V4L2_CAP_STREAMING) != 0
    }
}

/// The text in a field of bytes, up to its first zero.
func text<Field>(of field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
}
