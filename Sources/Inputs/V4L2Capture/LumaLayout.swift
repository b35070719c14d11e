/// Where a frame holds its luma.
enum LumaLayout: Sendable {
    /// The luma is in a plane of its own, before anything else.
    case plane
    /// The luma is in every second byte, from that one on.
    case packed(first: Int)
    /// The luma is in JPEG data.
    case jpeg
}

/// Where a raw frame holds its chroma: half the columns of the luma.
enum ChromaLayout: Sendable {
    /// The chroma is between the luma, four bytes from one to the next, from those on.
    case packed(blue: Int, red: Int)
    /// Behind the luma, side by side, once for so many lines of it.
    case pairs(isBlueFirst: Bool, lines: Int)
    /// Behind the luma in two planes, once for two lines of it.
    case planes(isBlueFirst: Bool)
}

extension PixelFormat {
    /// Where the chroma is; nil for formats that have none, or that are not raw.
    var chroma: ChromaLayout? {
        switch self {
        case .yuyv: .packed(blue: 1, red: 3)
        case .yvyu: .packed(blue: 3, red: 1)
        case .uyvy: .packed(blue: 0, red: 2)
        case .vyuy: .packed(blue: 2, red: 0)
        case .nv12: .pairs(isBlueFirst: true, lines: 2)
        case .nv21: .pairs(isBlueFirst: false, lines: 2)
        case .nv16: .pairs(isBlueFirst: true, lines: 1)
        case .yu12: .planes(isBlueFirst: true)
        case .yv12: .planes(isBlueFirst: false)
        default: nil
        }
    }

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
