import CV4L2
import Frames
import Glibc

/// A control that is set before frames flow, where the driver has it.
struct CameraControl {
    let id: UInt32
    /// Values to set, the best first; the first that the driver lists is set.
    let wanted: [Int32]
    /// What to set instead of one value of the driver's, when it lists none of these.
    var remedy: (of: Int32, value: Int32)?

    /// Documents come near and go: the focus follows.
    static let focus = CameraControl(id: cv4l2_CID_FOCUS_AUTO, wanted: [1])
    /// Webcams have no iris, so their automatic is the one with a fixed aperture.
    static let exposure = CameraControl(
        id: cv4l2_CID_EXPOSURE_AUTO,
        wanted: [Int32(V4L2_EXPOSURE_AUTO.rawValue), Int32(V4L2_EXPOSURE_APERTURE_PRIORITY.rawValue)])
    /// Against bands of light and dark under lamps. Where the camera cannot find out by itself and does nothing, 50 Hz
    /// is right in more of the world.
    static let powerLine = CameraControl(
        id: cv4l2_CID_POWER_LINE_FREQUENCY,
        wanted: [Int32(V4L2_CID_POWER_LINE_FREQUENCY_AUTO.rawValue)],
        remedy: (
            of: Int32(V4L2_CID_POWER_LINE_FREQUENCY_DISABLED.rawValue),
            value: Int32(V4L2_CID_POWER_LINE_FREQUENCY_50HZ.rawValue)
        ))

    static let all = [focus, exposure, powerLine]
}

extension V4L2Device {
    /// Sets what the driver has of `CameraControl.all`. None of them is needed: what it refuses stays as it was.
    ///
    /// - Throws: `camera_lost`.
    func setControls() throws(CaptureError) {
        for control in CameraControl.all { try set(control) }
    }

    private func set(_ control: CameraControl) throws(CaptureError) {
        var query = v4l2_queryctrl()
        query.id = control.id
        let unusable = UInt32(V4L2_CTRL_FLAG_DISABLED) | UInt32(V4L2_CTRL_FLAG_READ_ONLY)
        guard try grants(.queryControl, &query), query.flags & unusable == 0 else { return }
        var current = v4l2_control(id: control.id, value: 0)
        guard try grants(.getControl, &current) else { return }
        for value in control.wanted where try has(query, value) {
            if current.value == value { return }
            if try set(control.id, value) { return }
        }
        if let remedy = control.remedy, current.value == remedy.of, try has(query, remedy.value) {
            _ = try set(control.id, remedy.value)
        }
    }

    private func set(_ id: UInt32, _ value: Int32) throws(CaptureError) -> Bool {
        var setting = v4l2_control(id: id, value: value)
        return try grants(.setControl, &setting)
    }

    private func has(_ query: v4l2_queryctrl, _ value: Int32) throws(CaptureError) -> Bool {
        guard (query.minimum...max(query.minimum, query.maximum)).contains(value) else { return false }
        guard query.type == V4L2_CTRL_TYPE_MENU.rawValue else { return true }
        var entry = v4l2_querymenu()
        entry.id = query.id
        entry.index = UInt32(clamping: value)
        return try grants(.queryMenu, &entry)
    }

    /// Whether the driver does what it is asked; only a camera that is gone is an error.
    private func grants<Argument>(_ ioctl: Ioctl, _ argument: inout Argument) throws(CaptureError) -> Bool {
        let failure = answer(ioctl, &argument)
        if failure == ENODEV { throw .system(ioctl.name, failure, path: path) }
        return failure == 0
    }
}
