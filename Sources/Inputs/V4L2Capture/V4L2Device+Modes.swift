import CV4L2
package import Frames
import Glibc
import Imaging

extension V4L2Device {
    /// No driver has as many entries in one of its lists; one that never says that a list ends is not believed.
    private static var maxEntries: UInt32 { 256 }
    /// Sizes to offer of a camera that offers every size between two limits.
    private static var usualSizes: [PixelSize] {
        [(640, 480), (800, 600), (1024, 768), (1280, 720), (1280, 960), (1920, 1080), (2592, 1944)]
            .map { PixelSize(width: $0, height: $1) }
    }

    /// All that it can do, in the order in which the driver lists it.
    ///
    /// - Throws: `camera_lost` when it is unplugged meanwhile.
    package func modes() throws(CaptureError) -> [CaptureMode] {
        var modes: [CaptureMode] = []
        for format in try formats() {
            for size in try sizes(of: format) {
                let rates: [Double?] = try rates(of: format, size)
                modes += (rates.isEmpty ? [nil] : rates).map { CaptureMode(format: format, size: size, rate: $0) }
            }
        }
        return modes
    }

    /// One entry of a list; nil after its end. Some drivers have no list, and some answer for that as they like.
    ///
    /// - Throws: `camera_lost`.
    private func entry<Argument>(_ ioctl: Ioctl, _ argument: Argument) throws(CaptureError) -> Argument? {
        var argument = argument
        switch answer(ioctl, &argument) {
        case 0: return argument
        case let failure where failure == ENODEV: throw .system(ioctl.name, failure, path: path)
        default: return nil
        }
    }

    private func formats() throws(CaptureError) -> [PixelFormat] {
        var formats: [PixelFormat] = []
        for index in 0..<Self.maxEntries {
            var description = v4l2_fmtdesc()
            description.index = index
            description.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
            guard let found = try entry(.enumerateFormats, description) else { break }
            let format = PixelFormat(rawValue: found.pixelformat)
            if !formats.contains(format) { formats.append(format) }
        }
        return formats
    }

    private func sizes(of format: PixelFormat) throws(CaptureError) -> [PixelSize] {
        var sizes: [PixelSize] = []
        for index in 0..<Self.maxEntries {
            var asked = v4l2_frmsizeenum()
            asked.index = index
            asked.pixel_format = format.rawValue
            guard let found = try entry(.enumerateSizes, asked) else { break }
            guard found.type == V4L2_FRMSIZE_TYPE_DISCRETE.rawValue else { return Self.usual(within: found.stepwise) }
            sizes.append(PixelSize(width: Int(found.discrete.width), height: Int(found.discrete.height)))
        }
        if sizes.isEmpty, let size = try nearestSize(of: format) { sizes.append(size) }
        return sizes
    }

    private static func usual(within range: v4l2_frmsize_stepwise) -> [PixelSize] {
        func fits(_ side: Int, _ minSide: UInt32, _ maxSide: UInt32, _ step: UInt32) -> Bool {
            (Int(minSide)...max(Int(minSide), Int(maxSide))).contains(side)
                && (side - Int(minSide)) % max(1, Int(step)) == 0
        }
        let largest = PixelSize(width: Int(range.max_width), height: Int(range.max_height))
        let usual = usualSizes.filter {
            fits($0.width, range.min_width, range.max_width, range.step_width)
                && fits($0.height, range.min_height, range.max_height, range.step_height)
        }
        return usual.contains(largest) ? usual : usual + [largest]
    }

    /// The size of a driver that lists none: what it makes of 1280×720.
    private func nearestSize(of format: PixelFormat) throws(CaptureError) -> PixelSize? {
        var asked = v4l2_format()
        asked.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        asked.fmt.pix.pixelformat = format.rawValue
        (asked.fmt.pix.width, asked.fmt.pix.height) = (1280, 720)
        guard let found = try entry(.tryFormat, asked), found.fmt.pix.pixelformat == format.rawValue else { return nil }
        return PixelSize(width: Int(found.fmt.pix.width), height: Int(found.fmt.pix.height))
    }

    /// Frames a second, as listed; of a range, its upper end and 30 when that lies within.
    private func rates(of format: PixelFormat, _ size: PixelSize) throws(CaptureError) -> [Double] {
        var rates: [Double] = []
        for index in 0..<Self.maxEntries {
            var asked = v4l2_frmivalenum()
            asked.index = index
            asked.pixel_format = format.rawValue
            (asked.width, asked.height) = (UInt32(clamping: size.width), UInt32(clamping: size.height))
            guard let found = try entry(.enumerateIntervals, asked) else { break }
            guard found.type == V4L2_FRMIVAL_TYPE_DISCRETE.rawValue else {
                let (fastest, slowest) = (Self.rate(found.stepwise.min), Self.rate(found.stepwise.max))
                guard let fastest else { return [] }
                return fastest > 30 && (slowest ?? 0) <= 30 ? [fastest, 30] : [fastest]
            }
            if let rate = Self.rate(found.discrete), !rates.contains(rate) { rates.append(rate) }
        }
        return rates
    }

    /// The rate of an interval in seconds.
    static func rate(_ interval: v4l2_fract) -> Double? {
        guard interval.numerator > 0, interval.denominator > 0 else { return nil }
        return Double(interval.denominator) / Double(interval.numerator)
    }
}
