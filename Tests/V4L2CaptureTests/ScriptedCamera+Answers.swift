import CV4L2
import Glibc
import Imaging
import V4L2Capture

extension ScriptedCamera.State {
    /// What is listed to this user.
    private var listed: [CaptureMode] { isConverting ? modes + converted : modes }

    private func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
        values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    mutating func answer(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        switch request {
        case cv4l2_QUERYCAP:
            argument.assumingMemoryBound(to: v4l2_capability.self).pointee.capabilities = capabilities
        case cv4l2_ENUM_FMT: return enumerateFormats(&argument.assumingMemoryBound(to: v4l2_fmtdesc.self).pointee)
        case cv4l2_ENUM_FRAMESIZES:
            return enumerateSizes(&argument.assumingMemoryBound(to: v4l2_frmsizeenum.self).pointee)
        case cv4l2_ENUM_FRAMEINTERVALS:
            return enumerateIntervals(&argument.assumingMemoryBound(to: v4l2_frmivalenum.self).pointee)
        case cv4l2_S_FMT, cv4l2_TRY_FMT: setFormat(&argument.assumingMemoryBound(to: v4l2_format.self).pointee)
        case cv4l2_G_PARM:
            let parameters = argument.assumingMemoryBound(to: v4l2_streamparm.self)
            parameters.pointee.parm.capture.capability = UInt32(V4L2_CAP_TIMEPERFRAME)
            parameters.pointee.parm.capture.timeperframe = rate
        case cv4l2_S_PARM:
            rate = argument.assumingMemoryBound(to: v4l2_streamparm.self).pointee.parm.capture.timeperframe
        case cv4l2_QUERYCTRL, cv4l2_QUERYMENU, cv4l2_G_CTRL, cv4l2_S_CTRL: return control(request, argument)
        case cv4l2_QUERYBUF:
            let buffer = argument.assumingMemoryBound(to: v4l2_buffer.self)
            buffer.pointee.length = 4096
            buffer.pointee.m.offset = buffer.pointee.index * 4096
        case cv4l2_QBUF:
            let index = argument.assumingMemoryBound(to: v4l2_buffer.self).pointee.index
            if queued.contains(index) { return -EINVAL }
            queued.append(index)
        case cv4l2_DQBUF: return dequeue(&argument.assumingMemoryBound(to: v4l2_buffer.self).pointee)
        case cv4l2_STREAMOFF: queued = []
        default: break
        }
        return 0
    }

    private func enumerateFormats(_ description: inout v4l2_fmtdesc) -> Int32 {
        let formats = unique(listed.map(\.format))
        guard Int(description.index) < formats.count else { return -EINVAL }
        description.pixelformat = formats[Int(description.index)].rawValue
        return 0
    }

    private func enumerateSizes(_ entry: inout v4l2_frmsizeenum) -> Int32 {
        let format = entry.pixel_format
        let sizes = unique(listed.filter { $0.format.rawValue == format }.map(\.size))
        guard Int(entry.index) < sizes.count else { return -EINVAL }
        entry.type = V4L2_FRMSIZE_TYPE_DISCRETE.rawValue
        entry.discrete.width = UInt32(sizes[Int(entry.index)].width)
        entry.discrete.height = UInt32(sizes[Int(entry.index)].height)
        return 0
    }

    private func enumerateIntervals(_ entry: inout v4l2_frmivalenum) -> Int32 {
        let (format, size) = (entry.pixel_format, PixelSize(width: Int(entry.width), height: Int(entry.height)))
        let rates = listed.filter { $0.format.rawValue == format && $0.size == size }.compactMap(\.rate)
        guard Int(entry.index) < rates.count else { return -EINVAL }
        entry.type = V4L2_FRMIVAL_TYPE_DISCRETE.rawValue
        entry.discrete = v4l2_fract(numerator: 1000, denominator: UInt32(rates[Int(entry.index)] * 1000))
        return 0
    }

    private mutating func setFormat(_ format: inout v4l2_format) {
        let asked = CaptureMode(
            format: PixelFormat(rawValue: format.fmt.pix.pixelformat),
            size: PixelSize(width: Int(format.fmt.pix.width), height: Int(format.fmt.pix.height)), rate: nil)
        let given = gives ?? asked
        set = given
        format.fmt.pix.pixelformat = given.format.rawValue
        format.fmt.pix.width = UInt32(given.size.width)
        format.fmt.pix.height = UInt32(given.size.height)
        format.fmt.pix.bytesperline = bytesPerLine
    }

    private mutating func control(_ request: UInt, _ argument: UnsafeMutableRawPointer) -> Int32 {
        // All of these begin with the number of the control.
        let id = argument.assumingMemoryBound(to: UInt32.self).pointee
        guard let known = controls[id] else { return -EINVAL }
        switch request {
        case cv4l2_QUERYCTRL:
            let query = argument.assumingMemoryBound(to: v4l2_queryctrl.self)
            query.pointee.type = (known.isMenu ? V4L2_CTRL_TYPE_MENU : V4L2_CTRL_TYPE_BOOLEAN).rawValue
            query.pointee.maximum = known.values.max() ?? 0
        case cv4l2_QUERYMENU:
            let index = argument.assumingMemoryBound(to: v4l2_querymenu.self).pointee.index
            return known.values.contains(Int32(index)) ? 0 : -EINVAL
        case cv4l2_G_CTRL: argument.assumingMemoryBound(to: v4l2_control.self).pointee.value = known.value
        default:
            let value = argument.assumingMemoryBound(to: v4l2_control.self).pointee.value
            guard known.values.contains(value) else { return -ERANGE }
            controls[id]?.value = value
        }
        return 0
    }

    private mutating func dequeue(_ buffer: inout v4l2_buffer) -> Int32 {
        switch steps.first {
        case .frame(let bytes, let sequence, let flags):
            guard !queued.isEmpty else { return -EAGAIN }
            steps.removeFirst()
            buffer.index = queued.removeFirst()
            buffer.bytesused = UInt32(bytes.count)
            buffer.sequence = sequence
            buffer.flags = flags | UInt32(V4L2_BUF_FLAG_TIMESTAMP_MONOTONIC)
            buffer.timestamp = timeval(tv_sec: 5, tv_usec: Int(sequence) * 1000)
            UnsafeMutableRawPointer(bitPattern: memory[Int(buffer.index)])?.copyMemory(
                from: bytes, byteCount: bytes.count)
            return 0
        case .fails(let number):
            steps.removeFirst()
            return -number
        default: return -EAGAIN
        }
    }
}
