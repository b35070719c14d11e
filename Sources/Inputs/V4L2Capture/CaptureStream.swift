import CV4L2
import Frames
import Glibc

/// A device that streams into mapped buffers; stopped, unmapped and closed when it goes.
package struct CaptureStream: ~Copyable {
    /// Buffers of the stream: with so many the driver always has one to fill while one is read.
    private static let bufferCount: UInt32 = 4

    let device: V4L2Device
    package let layout: FrameLayout
    /// The mode as the driver has it.
    package let mode: CaptureMode
    private var buffers: [UnsafeMutableRawBufferPointer] = []

    /// Maps buffers, queues them and starts the camera.
    ///
    /// - Throws: `camera_busy`, `camera_lost`, `camera_io`.
    init(_ device: consuming V4L2Device, _ layout: FrameLayout, _ mode: CaptureMode) throws(CaptureError) {
        self.device = device
        self.layout = layout
        self.mode = mode
        try map()
        try start()
    }

    deinit {
        // Whatever they answer, the device is closed next.
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        _ = device.answer(.streamOff, &type)
        for buffer in buffers {
            if let start = buffer.baseAddress { device.system.unmap(start, length: buffer.count) }
        }
        var request = Self.request(0)
        _ = device.answer(.requestBuffers, &request)
    }

    private static func request(_ count: UInt32) -> v4l2_requestbuffers {
        var request = v4l2_requestbuffers()
        request.count = count
        request.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        request.memory = V4L2_MEMORY_MMAP.rawValue
        return request
    }

    private static func buffer(_ index: Int) -> v4l2_buffer {
        var buffer = v4l2_buffer()
        buffer.index = UInt32(index)
        buffer.type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        buffer.memory = V4L2_MEMORY_MMAP.rawValue
        return buffer
    }

    private mutating func map() throws(CaptureError) {
        var request = Self.request(Self.bufferCount)
        try device.perform(.requestBuffers, &request)
        for index in 0..<Int(request.count) {
            var buffer = Self.buffer(index)
            try device.perform(.queryBuffer, &buffer)
            let (length, offset) = (Int(buffer.length), Int64(buffer.m.offset))
            let mapping = device.system.map(device.descriptor, length: length, offset: offset)
            guard let start = mapping.start else { throw .system("mmap", mapping.errno, path: device.path) }
            buffers.append(UnsafeMutableRawBufferPointer(start: start, count: length))
        }
        guard !buffers.isEmpty else { throw .system(Ioctl.requestBuffers.name, ENOMEM, path: device.path) }
    }

    private func start() throws(CaptureError) {
        for index in buffers.indices {
            var buffer = Self.buffer(index)
            try device.perform(.queue, &buffer)
        }
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try device.perform(.streamOn, &type)
    }

    /// Starts anew, with every buffer: after an error the driver may keep one for itself, or have stopped.
    ///
    /// - Throws: as `init` does.
    func restart() throws(CaptureError) {
        var type = V4L2_BUF_TYPE_VIDEO_CAPTURE.rawValue
        try device.perform(.streamOff, &type)
        try start()
    }

    /// What came of asking for a frame.
    enum Delivery<Result> {
        case frame(Result)
        /// There is none yet.
        case none
        /// The driver had trouble that may pass.
        case trouble(CaptureError)
    }

    /// Gives the next frame to `body` and its buffer back to the driver.
    ///
    /// - Parameter body: gets the bytes that the frame uses, and what the driver says of it.
    /// - Throws: `camera_lost`, `camera_io`.
    func next<Result>(
        _ body: (UnsafeRawBufferPointer, v4l2_buffer) -> Result
    ) throws(CaptureError) -> Delivery<Result> {
        var buffer = Self.buffer(0)
        switch device.answer(.dequeue, &buffer) {
        case 0: break
        case EAGAIN: return .none
        // EPIPE, EINVAL: it has stopped streaming.
        case let failure where [EIO, EPIPE, EINVAL].contains(failure):
            return .trouble(.system(Ioctl.dequeue.name, failure, path: device.path))
        case let failure: throw .system(Ioctl.dequeue.name, failure, path: device.path)
        }
        guard buffers.indices.contains(Int(buffer.index)) else {
            throw .system(Ioctl.dequeue.name, EIO, path: device.path)
        }
        let bytes = UnsafeRawBufferPointer(buffers[Int(buffer.index)])
        let result = body(UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(buffer.bytesused))), buffer)
        var returned = Self.buffer(Int(buffer.index))
        try device.perform(.queue, &returned)
        return .frame(result)
    }
}
