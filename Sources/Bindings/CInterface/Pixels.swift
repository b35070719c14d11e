import CMRZScan
import ImageDecoding

extension PixelBuffer {
    /// The caller's pixels.
    init(_ pixels: UnsafePointer<mrzscan_pixels>?) throws(CallFailure) {
        let pixels = try known(pixels, zero: mrzscan_pixels(), named: "pixels")
        guard let layout = Layout(pixels.layout) else { throw .wrongCall("There is no such layout of pixels.") }
        guard let bytes = pixels.bytes,
            let stride = Int(exactly: pixels.stride), let count = Int(exactly: pixels.count),
            let buffer = PixelBuffer(
                UnsafeRawBufferPointer(start: bytes, count: count), layout: layout, width: Int(pixels.width),
                height: Int(pixels.height), stride: stride)
        else { throw .wrongCall("The bytes do not hold a picture of that width, height and stride.") }
        self = buffer
    }
}

extension PixelBuffer.Layout {
    fileprivate init?(_ layout: mrzscan_layout) {
        switch layout {
        case MRZSCAN_GRAY: self = .gray
        case MRZSCAN_RGB: self = .rgb
        case MRZSCAN_BGR: self = .bgr
        case MRZSCAN_RGBA: self = .rgba
        case MRZSCAN_BGRA: self = .bgra
        case MRZSCAN_YUYV: self = .yuyv
        case MRZSCAN_NV12: self = .nv12
        default: return nil
        }
    }
}
