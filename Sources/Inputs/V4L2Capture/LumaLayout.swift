/// Where a frame holds its luma.
enum LumaLayout: Sendable {
    /// In a plane of its own, before anything else.
    case plane
    /// In every second byte, from that one on.
    case packed(first: Int)
    /// In JPEG data.
    case jpeg
}

extension PixelFormat {
    /// Where the luma is; nil for formats that are read only after libv4l2 has converted them.
    var luma: LumaLayout? {
        switch self {
        case .grey, .nv12, .nv21, .nv16, .yu12, .yv12: .plane
        case .yuyv, .yvyu: .packed(first: 0)
        case .uyvy, .vyuy: .packed(first: 1)
        case .mjpg, .jpeg: .jpeg
        default: nil
        }
    }

    /// Whether frames of this format are read.
    public var isRead: Bool { luma != nil }
    /// Whether frames of this format are JPEG data.
    public var isJPEG: Bool { self == .mjpg || self == .jpeg }
}
